internal import Dispatch
internal import Glibc
internal import Model
internal import Synchronization

/// A relay before the server that puts stanzas of many people between its own: as the client sees it, they come and
/// go, and speak in a group. What the client counts of them the server does not hear of (XEP-0198).
final class PresenceStorm: Sendable {
  private struct State {
    var scanner = StanzaScanner()
    /// Stanzas to come each 10 ms, and those that are due and no whole ones yet.
    var pace = 0.0
    var owed = 0.0
    var sent = 0
    /// For each of the server's stanzas, which one of all it was.
    var places: [Int] = []
    var outgoing: [UInt8] = []
  }

  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let stanza: @Sendable (_ number: Int) -> String
  private let state = Mutex(State())

  /// - Parameter stanza: what comes as the first, the second … of all, counted from 0.
  init(to target: UInt16, stanza: @escaping @Sendable (_ number: Int) -> String) throws {
    (listener, port) = try LoopbackSocket.listen()
    self.target = target
    self.stanza = stanza
    let thread = DispatchQueue(label: "storm", attributes: .concurrent)
    thread.async { [self] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        LoopbackSocket.setNoDelay(client)
        thread.async { [self] in pass(client) }
      }
    }
  }

  /// Stanzas that have come so far.
  var sent: Int { state.withLock { $0.sent } }

  /// - Parameter rate: stanzas a second, from now on.
  func blow(rate: Int) { state.withLock { $0.pace = Double(rate) / 100 } }

  func close() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func pass(_ client: Int32) {
    guard let server = try? LoopbackSocket.connect(to: target) else {
      Glibc.close(client)
      return
    }
    state.withLock { $0 = State() }
    var next = Stopwatch.now
    while true {
      var both = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      let left = max(0, (next - Stopwatch.now) / 1_000_000)
      guard poll(&both, 2, Int32(min(left + 1, 10))) >= 0 else { break }
      if both[0].revents != 0, !moveOut(from: client, to: server) { break }
      if both[1].revents != 0, !moveIn(from: server, to: client) { break }
      guard Stopwatch.now >= next else { continue }
      next += 10_000_000
      if !gust(to: client) { break }
    }
    Glibc.close(client)
    Glibc.close(server)
  }

  private func moveIn(from server: Int32, to client: Int32) -> Bool {
    guard let bytes = LoopbackSocket.read(server, milliseconds: 0) else { return false }
    state.withLock { state in
      let before = state.scanner.stanzas
      state.scanner.scan(bytes[...])
      for number in before..<state.scanner.stanzas {
        state.places.append(number + 1 + state.sent)
      }
    }
    return LoopbackSocket.write(bytes[...], to: client)
  }

  private func gust(to client: Int32) -> Bool {
    let text = state.withLock { state -> String in
      guard state.scanner.isCounting, state.scanner.isBetweenStanzas else { return "" }
      var text = ""
      state.owed += state.pace
      while state.owed >= 1 {
        text += stanza(state.sent)
        state.sent += 1
        state.owed -= 1
      }
      return text
    }
    return text.isEmpty || LoopbackSocket.write(Array(text.utf8)[...], to: client)
  }

  /// Of the client's acknowledgements the server is told what is its own.
  private func moveOut(from client: Int32, to server: Int32) -> Bool {
    guard let bytes = LoopbackSocket.read(client, milliseconds: 0) else { return false }
    let whole = state.withLock { state -> [UInt8] in
      state.outgoing += bytes
      // A tag that is not whole waits for its end.
      let end = state.outgoing.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
      defer { state.outgoing.removeFirst(end) }
      return Self.translated(Array(state.outgoing[..<end]), state.places)
    }
    return LoopbackSocket.write(whole[...], to: server)
  }

  private static func translated(_ bytes: [UInt8], _ places: [Int]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let head = "<a xmlns='urn:xmpp:sm:3' h='"
    var parts = text.split(separator: head, omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() {
      let digits = parts[index].prefix { $0.isNumber }
      let handled = Int(digits) ?? 0
      let own = places.prefix { $0 <= handled }.count
      parts[index] = "\(own)" + parts[index].dropFirst(digits.count)
    }
    return Array(parts.joined(separator: head).utf8)
  }
}
