public import Model

extension SyncRunner {
  /// Where and as whom the engine works.
  public struct Configuration: Sendable {
    public var account: Account
    public var secret: SignInSecret
    /// This device's name at the server, the same for its life.
    public var resource: String
    public var databasePath: String
    /// SQLite's name of the file system to use, `nil` for the system's own.
    public var vfs: String?
    /// What the others are told of my doings.
    public var privacy: Privacy
    /// Keeps with the account how it signed in; called on the runner's queue.
    public var keep: @Sendable (SignInMechanism) -> Void
    /// Of the groups that want one.
    public var roomPasswords: [JID: String]
    /// Keeps them with the account; called on the runner's queue.
    public var keepRoomPasswords: @Sendable ([JID: String]) -> Void
    /// This device's id for servers that give tokens, and the one it was given last.
    public var agent: String?
    public var token: SignInToken?
    /// Keeps that as the password is kept; called on the runner's queue.
    public var keepToken: @Sendable (SignInToken?) -> Void
    /// Keeps what the server took in place of the password; called on the runner's queue.
    public var keepKeys: @Sendable (SCRAMKeys) -> Void = { _ in }
    /// Keeps the bytes of a picture by its hash, or nothing any more; called on the runner's queue.
    public var keepAvatar: @Sendable (String, [UInt8]?) -> Void = { _, _ in }

    public init(
      account: Account, secret: SignInSecret, resource: String, databasePath: String,
      vfs: String? = nil, privacy: Privacy = Privacy(),
      keep: @escaping @Sendable (SignInMechanism) -> Void = { _ in },
      roomPasswords: [JID: String] = [:],
      keepRoomPasswords: @escaping @Sendable ([JID: String]) -> Void = { _ in },
      agent: String? = nil, token: SignInToken? = nil,
      keepToken: @escaping @Sendable (SignInToken?) -> Void = { _ in }
    ) {
      self.account = account
      self.secret = secret
      self.resource = resource
      self.databasePath = databasePath
      self.vfs = vfs
      self.privacy = privacy
      self.keep = keep
      self.roomPasswords = roomPasswords
      self.keepRoomPasswords = keepRoomPasswords
      self.agent = agent
      self.token = token
      self.keepToken = keepToken
    }
  }
}
