public import Model
public import XMPP

/// Everything that can happen to the engine.
public enum SyncEvent: Sendable {
  /// The program begins: say what the disk has, and connect.
  case start
  case intent(Intent)
  /// The wire's news.
  case link(LinkEvent)
  /// The same of the second connection, which ``SpareEffect/connect`` opened beside the first.
  case spare(LinkEvent)
  /// The answer to ``SyncEffect/measure``.
  case progress(WireProgress?)
  /// Interfaces or routes changed, or the computer woke up.
  case network(NetworkChange)
  /// A file has come as far as it will.
  case upload(UploadNews)
  /// The same of one that was fetched.
  case download(DownloadNews)
  /// The time asked for by ``SyncEffect/wake(at:)`` has come.
  case wake
  /// The program ends or is suspended: say goodbye to the server.
  case stop
  /// It goes on after ``stop``.
  case resume
}

/// What the wire reports. After ``closed(reason:awaitsUser:)`` nothing more comes for that connection.
public enum LinkEvent: Sendable {
  /// Before there is a connection: the password that the desktop's keyring has.
  case unlocked(password: String)
  /// - Parameter isNearby: the server is reached without a network.
  case connected(isSecure: Bool, binding: ChannelBinding?, isNearby: Bool = false)
  case secured(ChannelBinding?)
  case received([UInt8])
  /// In plain words why. `awaitsUser`: another try is of no use before somebody has done something.
  case closed(reason: String, awaitsUser: Bool = false)
}

/// What the engine wants done with a second connection, which is opened beside a doubted one.
public enum SpareEffect: Sendable {
  case connect
  case write([UInt8])
  case startTLS(domain: String)
  /// It is of no use: close it; nothing more of it is to be told.
  case drop
  /// It takes the place of the first, which is closed; nothing more of that is to be told.
  case adopt
}

/// What the engine wants done, in order.
public enum SyncEffect: Sendable {
  /// Open a connection to the account's server (one at a time).
  case connect
  case write([UInt8])
  case startTLS(domain: String)
  /// Close after what was written has left; ``LinkEvent/closed(reason:awaitsUser:)`` follows.
  case disconnect
  /// Close now: the link is dead, or of no use. ``LinkEvent/closed(reason:awaitsUser:)`` follows.
  case abandon
  /// Say how far the connection gets; ``SyncEvent/progress(_:)`` follows.
  case measure
  /// Orders for the second connection.
  case spare(SpareEffect)
  /// The uptime in milliseconds of the next ``SyncEvent/wake``; replaces the one before, `nil` takes it back.
  case wake(at: Int64?)
  case change(Change)
  /// The server let the account in with this, which it never did before: to be kept with the account.
  case signedIn(SignInMechanism)
  /// The server took these, made of the password: to be kept as that is.
  indirect case keepKeys(SCRAMKeys)
  /// The token that the server gave to sign in with, to be kept as the password is; `nil`: there is none any more.
  indirect case keepToken(SignInToken?)
  /// To be kept with the account: the passwords of its rooms, all that there are.
  case keep(roomPasswords: [JID: String])
  /// The bytes of somebody's picture, by its hash, to be shown; `nil`: of no use any more.
  case keepAvatar(String, [UInt8]?)
  /// Put the copy of a file where it says; ``SyncEvent/upload(_:)`` follows, unless it is cancelled.
  indirect case upload(UploadOrder)
  case cancelUpload(OriginID)
  /// Fetch the file of a message; ``SyncEvent/download(_:)`` follows, unless it is cancelled.
  indirect case download(DownloadOrder)
  case cancelDownload(row: Int64)
  /// The copy of a file is of no use any more.
  case discardCopy(OriginID)
  case sentCopy(OriginID)
  /// Nor are all but these.
  case keepCopies([OriginID])
  /// A line for the log.
  case log(String)
}
