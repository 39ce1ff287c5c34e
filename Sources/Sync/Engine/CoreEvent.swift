internal import Model
internal import XMPP

/// What reaches the core: the session has turned bytes into events already.
enum CoreEvent: Sendable {
  case start
  case intent(Intent)
  case session(SessionEvent)
  case network(NetworkChange)
  /// As ``LinkEvent/closed(reason:awaitsUser:)``.
  case closed(reason: String, awaitsUser: Bool = false)
  /// A file has come as far as it will.
  case upload(UploadNews)
  case download(DownloadNews)
  /// The answer to ``CoreEffect/measure``.
  case progress(WireProgress?)
  /// The second connection is open, up to where it would sign in.
  case spareOpened
  /// It leads nowhere.
  case spareLost
  case wake
  case stop
  case resume
}

/// What the core wants done after its transaction, in order.
enum CoreEffect: Sendable, Equatable {
  case connect
  indirect case command(SessionCommand)
  /// The connection is of no use any more.
  case disconnect
  /// Whether bytes move on the connection is to be found out.
  case measure
  /// A second connection is to be opened beside the first, up to where it would sign in.
  case openSpare
  case dropSpare
  /// The second connection goes on in the place of the first.
  case adoptSpare
  case change(Change)
  /// To be kept with the account: the passwords of its rooms, all that there are.
  case keep(roomPasswords: [JID: String])
  /// The bytes of somebody's picture, by its hash, to be shown; `nil`: of no use any more.
  case keepAvatar(String, [UInt8]?)
  indirect case upload(UploadOrder)
  case cancelUpload(OriginID)
  indirect case download(DownloadOrder)
  case cancelDownload(row: Int64)
  /// The copy of a file is of no use any more, nor is what was kept of it to be shown.
  case discardCopy(OriginID)
  /// The copy of a picture is sent: it may stay, to be shown.
  case sentCopy(OriginID)
  /// Nor are all but these.
  case keepCopies([OriginID])
  case log(String)
}
