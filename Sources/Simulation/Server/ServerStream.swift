internal import XMLStream

/// One connection as the server sees it (RFC 6120): header, features, SASL PLAIN, bind.
final class ServerStream {
  private enum Phase { case fresh, signedIn, bound }

  let connection: Connection
  var session: ServerSession?
  private let parser = XMLStreamParser(limits: .afterAuthentication)
  private unowned let server: ServerModel
  private var phase = Phase.fresh
  private(set) var account = ""
  private(set) var isClosed = false
  /// The next acknowledgement is off by so many: a fault.
  var wrongBy = 0

  init(_ connection: Connection, server: ServerModel) {
    self.connection = connection
    self.server = server
  }

  func receive(_ news: ConnectionNews) {
    guard !isClosed else { return }
    switch news {
    case .ended: connectionEnded()
    case .bytes(let bytes):
      for event in parser.push(bytes) {
        guard !isClosed else { return }
        handle(event)
      }
    }
  }

  func write(_ element: XMLElement) {
    guard !isClosed else { return }
    connection.send(element.streamBytes, to: .device)
  }

  func write(text: String) {
    guard !isClosed else { return }
    connection.send(Array(text.utf8), to: .device)
  }

  /// Ends the stream with an error.
  func fail(_ condition: String) {
    write(
      text: "<stream:error><\(condition) xmlns='\(ServerNamespace.streamErrors)'/></stream:error>"
        + "</stream:stream>")
    close()
    session?.end()
    session = nil
  }

  /// The server's process is gone.
  func vanish(drained: Bool) {
    if drained { close() } else { connection.cut() }
    isClosed = true
    session = nil
  }

  private func close() {
    isClosed = true
    connection.close(towards: .device)
    connection.forget(.server)
    server.forget(self)
  }

  private func connectionEnded() {
    isClosed = true
    connection.close(towards: .device)
    server.forget(self)
    session?.detach()
    session = nil
  }

  private func handle(_ event: XMLStreamEvent) {
    switch event {
    case .opened(let header): open(to: header["to"])
    case .stanza(let element): handle(element)
    case .cut(let element):
      server.world.report(.protocolBroken, "the server was sent too much in a \(element.name)")
    case .closed:
      write(text: "</stream:stream>")
      session?.end()
      session = nil
      close()
    case .violation(let violation):
      server.world.report(.protocolBroken, "the server cannot read: \(violation.detail)")
      fail(violation.condition.rawValue)
    }
  }

  private func open(to domain: String?) {
    write(
      text: "<?xml version='1.0'?><stream:stream xmlns='\(ServerNamespace.client)' "
        + "xmlns:stream='\(ServerNamespace.streams)' id='s\(connection.number)' "
        + "from='\(domain ?? server.world.cast.domain)' version='1.0'>" + features)
  }

  private var features: String {
    guard phase == .fresh else {
      let management =
        server.traits.acknowledges ? "<sm xmlns='\(ServerNamespace.management)'/>" : ""
      let states = server.holdsBack ? "<csi xmlns='\(ServerNamespace.clientState)'/>" : ""
      return "<stream:features><bind xmlns='\(ServerNamespace.bind)'/>\(management)\(states)"
        + "</stream:features>"
    }
    return
      "<stream:features>\(QuickSignIn.features(of: server))<mechanisms xmlns='\(ServerNamespace.sasl)'>"
      + "<mechanism>PLAIN</mechanism></mechanisms></stream:features>"
  }

  private func handle(_ element: XMLElement) {
    switch (phase, element.name) {
    case (.fresh, "auth"): signIn(element)
    case (.fresh, "authenticate") where server.world.has(.quickSignIn): signInQuickly(element)
    case (.signedIn, "iq"): bind(element)
    case (.signedIn, "resume"): resume(element)
    case (.bound, _):
      guard let session else { return }
      server.handle(element, from: session, on: self)
    default: fail("not-authorized")
    }
  }

  /// RFC 4616. One password for all; the account, where it is right.
  private func account(by text: String) -> String? {
    let parts = Base64Text.decode(text).split(separator: 0, omittingEmptySubsequences: false)
    let name = parts.count == 3 ? String(decoding: parts[1], as: UTF8.self) : ""
    let account = server.world.cast.accounts.first { $0.hasPrefix(name + "@") } ?? ""
    guard parts.count == 3, Array(parts[2]) == Array(Device.password.utf8),
      server.accounts[account] != nil
    else { return nil }
    return account
  }

  /// XEP-0388, XEP-0386 and XEP-0198 §6: all that is wanted at once.
  private func signInQuickly(_ element: XMLElement) {
    let first = element.child("initial-response", ServerNamespace.quickSASL)?.text ?? ""
    guard let account = account(by: first) else { return fail("not-authorized") }
    self.account = account
    phase = .signedIn
    let quick = QuickSignIn(server: server, account: account, stream: self)
    let (session, answers) = quick.begin(element)
    if let session {
      phase = .bound
      self.session = session
    }
    let identity = XMLElement(
      "authorization-identifier", ServerNamespace.quickSASL, text: session?.address ?? account)
    write(XMLElement("success", ServerNamespace.quickSASL, [:], [identity] + answers))
    write(text: features)
    session?.goOn()
  }

  private func signIn(_ auth: XMLElement) {
    guard let account = account(by: auth.text) else {
      write(
        text: "<failure xmlns='\(ServerNamespace.sasl)'><not-authorized/></failure>")
      return
    }
    self.account = account
    phase = .signedIn
    write(XMLElement("success", ServerNamespace.sasl))
    parser.restart(limits: .afterAuthentication)
  }

  private func bind(_ iq: XMLElement) {
    let bind = iq.child("bind", ServerNamespace.bind)
    let wish = bind?.child("resource", ServerNamespace.bind)?.text
    guard bind != nil, let resource = wish, !resource.isEmpty else { return fail("bad-request") }
    let session = server.bind(account: account, resource: resource, on: self)
    phase = .bound
    self.session = session
    let answer = XMLElement(
      "bind", ServerNamespace.bind, [:],
      [XMLElement("jid", ServerNamespace.bind, text: session.address)])
    write(XMLElement("iq", ServerNamespace.client, ["type": "result", "id": iq["id"]], [answer]))
  }

  private func resume(_ element: XMLElement) {
    let h = element["h"].flatMap { UInt32($0) } ?? 0
    if let session = server.resumable(account: account, id: element["previd"] ?? "") {
      phase = .bound
      self.session = session
      guard let answer = session.resume(on: self, handledByClient: h) else {
        return fail("undefined-condition")
      }
      write(answer)
      return session.goOn()
    }
    write(server.resumptionFailed(id: element["previd"] ?? ""))
  }
}
