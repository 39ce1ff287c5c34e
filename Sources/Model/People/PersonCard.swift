/// What is known of a person besides what is told of everybody, while somebody looks.
public struct PersonCard: Sendable, Equatable {
  /// One of them.
  public struct Device: Sendable, Equatable {
    /// Its name at the server.
    public var resource: String
    public var presence: Presence
    /// What program it says it is (XEP-0092); `nil` where it has not said.
    public var program: String?

    public init(resource: String, presence: Presence, program: String? = nil) {
      (self.resource, self.presence, self.program) = (resource, presence, program)
    }
  }

  /// The bare address.
  public var jid: JID
  /// Those that are there, or were when the link was lost, by name.
  public var devices: [Device]

  /// What they call themselves (XEP-0172), whatever I call them.
  public var nick: String?

  /// The hash of their picture, once it is here.
  public var avatar: String?
  /// When they were there last: as their server says (XEP-0012), or as this device saw them go; `nil` where they are
  /// there, or nobody knows.
  public var lastSeen: Timestamp?

  public init(jid: JID, devices: [Device] = [], nick: String? = nil) {
    (self.jid, self.devices, self.nick) = (jid, devices, nick)
  }
}
