/// Names a chat, or a person, for all that is above the engines: two accounts may have one with the same address.
public struct ChatID: Hashable, Sendable {
  /// Whose chat it is.
  public let account: AccountID
  /// The bare address of the peer, the room, or oneself; of somebody in a room with the nickname as resource.
  public let address: JID

  public init(_ address: JID, of account: AccountID) {
    self.account = account
    self.address = address
  }

  /// Without the resource of its address.
  public var bare: ChatID { ChatID(address.bare, of: account) }
}

extension ChatID: Comparable {
  public static func < (left: ChatID, right: ChatID) -> Bool {
    (left.address, left.account) < (right.address, right.account)
  }
}
