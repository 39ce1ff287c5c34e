internal import XMLStream

/// What comes along with signing in (XEP-0388): an old session goes on, or a resource is bound (XEP-0386).
struct QuickSignIn {
  let server: ServerModel
  let account: String
  let stream: ServerStream

  static func features(of server: ServerModel) -> String {
    guard server.world.has(.quickSignIn) else { return "" }
    let management = server.traits.acknowledges
    let sm = management ? "<sm xmlns='\(ServerNamespace.management)'/>" : ""
    var features = [ServerNamespace.carbons]
    if management { features.append(ServerNamespace.management) }
    if server.holdsBack { features.append(ServerNamespace.clientState) }
    let list = features.map { "<feature var='\($0)'/>" }.joined()
    return "<authentication xmlns='\(ServerNamespace.quickSASL)'><mechanism>PLAIN</mechanism>"
      + "<inline>\(sm)<bind xmlns='\(ServerNamespace.quickBind)'><inline>\(list)</inline></bind>"
      + "</inline></authentication>"
  }

  /// The session that there is now, and what is said of it in `<success/>`.
  func begin(_ request: XMLElement) -> (ServerSession?, [XMLElement]) {
    var answers: [XMLElement] = []
    if let old = request.child("resume", ServerNamespace.management) {
      let (session, answer) = resume(old)
      answers.append(answer)
      if let session { return (session, answers) }
    }
    guard let bind = request.child("bind", ServerNamespace.quickBind) else { return (nil, answers) }
    // The same each time, which ends what the device had before.
    let agent = request.child("user-agent", ServerNamespace.quickSASL)?["id"] ?? ""
    let session = server.bind(account: account, resource: Device.resource(of: agent), on: stream)
    server.forgetWaiting(for: account)
    session.wantsCarbons = bind.child("enable", ServerNamespace.carbons) != nil
    let enable = bind.child("enable", ServerNamespace.management)
    let enabled = enable.map { [server.enable($0, for: session)] } ?? []
    return (session, answers + [XMLElement("bound", ServerNamespace.quickBind, [:], enabled)])
  }

  private func resume(_ element: XMLElement) -> (ServerSession?, XMLElement) {
    let id = element["previd"] ?? ""
    let h = element["h"].flatMap { UInt32($0) } ?? 0
    if let session = server.resumable(account: account, id: id),
      let answer = session.resume(on: stream, handledByClient: h)
    {
      return (session, answer)
    }
    return (nil, server.resumptionFailed(id: id))
  }
}
