/// What decides when the messages of an account leave, as the engine has told it.
public struct OutboxOutlook: Sendable, Equatable {
  public var connection: ConnectionState
  public var policy: SendPolicy
  /// A message written now leaves at once, unless its chat has a delay.
  public var sendsNow: Bool
  /// Messages may leave; what is stored may wait all the same.
  public var isOpen: Bool
  /// By chat.
  public var delays: [JID: Delay]

  public init(
    connection: ConnectionState = .offline(reason: "", nextTry: nil), policy: SendPolicy = .smart,
    sendsNow: Bool = false, isOpen: Bool = false, delays: [JID: Delay] = [:]
  ) {
    self.connection = connection
    self.policy = policy
    self.sendsNow = sendsNow
    self.isOpen = isOpen
    self.delays = delays
  }

  /// Takes over what the engine tells of the link, the policy and the delays; all else is left alone.
  public mutating func apply(_ change: Change) {
    switch change {
    case .connection(let state): connection = state
    case .policy(let chosen): policy = chosen
    case .delay(let chat, let delay): delays[chat] = delay
    case .outgoing(let isOpen, let sendsNow): (self.isOpen, self.sendsNow) = (isOpen, sendsNow)
    default: break
    }
  }

  private var link: Standing.Link {
    switch connection {
    case .online, .unanswered: isOpen ? .open : .opening
    case .readOnly: .shared
    case .offline, .connecting, .paused: .away
    }
  }

  /// A new message to a chat leaves at once.
  public func sendsNow(to chat: JID) -> Bool {
    sendsNow && connection.isOnline && delays[chat]?.cause == nil
  }

  /// - Parameters:
  ///   - reason: what went wrong with it last.
  ///   - uptime: of now, in milliseconds.
  public func standing(
    _ status: DeliveryStatus, in chat: JID, reason: String?, uptime: Int64
  ) -> Standing {
    Standing(
      status, link: link, policy: policy, reason: reason, delay: delays[chat], uptime: uptime)
  }

  /// How an entry of the outbox stands.
  public func standing(_ entry: OutboxEntry, uptime: Int64) -> Standing {
    standing(entry.state, in: entry.chat, reason: entry.lastError, uptime: uptime)
  }
}
