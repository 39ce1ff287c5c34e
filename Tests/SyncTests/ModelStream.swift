import Model
import XMPP

/// A stream that can be resumed, as its two ends count it: what `Session` and a server do, without bytes.
struct ModelStream {
  /// The client's end: stored by the engine with what it counts.
  private(set) var client: StreamState
  /// Stanzas of the client's that the server handled.
  private(set) var handledByServer: Int64 = 0
  /// The commands behind what is unacknowledged, by number.
  private var commands: [Int64: SessionCommand] = [:]

  init(number: Int) {
    client = StreamState(id: "stream-\(number)", jid: me.with(resource: "psst")!)
  }

  /// The client sends: a stanza is counted before it leaves.
  mutating func send(_ command: SessionCommand) {
    guard command.isStanza else { return }
    commands[client.settled + Int64(client.unacknowledged.count)] = command
    client.unacknowledged.append(command.stanza)
  }

  /// The client takes a stanza in.
  mutating func receive(_ event: SessionEvent) {
    if case .acknowledged(let ids) = event {
      guard let last = ids.last, let index = index(of: last) else { return }
      settle(index + 1)
    } else {
      client.handled &+= 1
      if case .refused(let id, _, _) = event, let index = index(of: id) {
        client.unacknowledged[index] = .passing
      }
    }
  }

  private func index(of id: OriginID) -> Int? {
    client.unacknowledged.lastIndex { if case .message(id, _) = $0 { true } else { false } }
  }

  private mutating func settle(_ count: Int) {
    client.unacknowledged.removeFirst(count)
    client.acknowledged &+= UInt32(count)
    client.settled += Int64(count)
  }

  mutating func handled(_ command: SessionCommand) {
    if command.isStanza { handledByServer += 1 }
  }

  /// What the stored state and the server's count say together; `nil` where they cannot both be true.
  func confirmed(for stored: StreamState) -> [OriginID]? {
    let count = handledByServer - stored.settled
    guard count >= 0, count <= Int64(stored.unacknowledged.count) else { return nil }
    return stored.unacknowledged.prefix(Int(count)).compactMap {
      if case .message(let id, _) = $0 { id } else { nil }
    }
  }

  /// Goes on from what was stored. Returns the commands that the session itself repeats.
  mutating func resume(from stored: StreamState) -> [SessionCommand] {
    client = stored
    let end = stored.settled + Int64(stored.unacknowledged.count)
    let again = (handledByServer..<end).compactMap { commands[$0] }.filter { $0.isRepeated }
    // What was not handled counts anew when it is sent again: no number is used twice.
    handledByServer = end
    client.settled = handledByServer
    client.acknowledged = UInt32(truncatingIfNeeded: handledByServer)
    client.unacknowledged = []
    for command in again { send(command) }
    return again
  }
}

extension SessionCommand {
  fileprivate var isStanza: Bool {
    switch self {
    case .requestAcknowledgement, .clientState: false
    default: true
    }
  }

  fileprivate var stanza: StreamState.Stanza {
    switch self {
    case .send(let to, let id, _, _, _, _), .sendFile(let to, let id, _, _, _): .message(id, to: to)
    case .presence(_, let presence, _): .bound(presence.rawValue)
    default: .passing
    }
  }

  fileprivate var isRepeated: Bool {
    if case .presence = self { true } else { false }
  }
}
