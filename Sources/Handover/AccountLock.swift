internal import Dispatch
public import Files
internal import Glibc
internal import Localization

/// One program owns an account's data: held while this lives, given back by the kernel however the
/// program ends (flock(2)).
public final class AccountLock: Sendable {
  private let file: Int32

  /// `nil` where another program holds it.
  public init?(folder: String) throws(Failure) {
    let path = folder + "/lock"
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw PrivateFile.refusal(tr("cannot open \(path)")) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let isHeld = errno == EWOULDBLOCK
      let failure = PrivateFile.refusal(tr("cannot lock \(path)"))
      close(file)
      if isHeld { return nil }
      throw failure
    }
    self.file = file
  }

  /// Calls `body` on a thread of its own when no program holds the lock any more, for which nobody has to
  /// be asked again and again: the kernel lets one in when the one before has ended.
  public static func whenFree(folder: String, _ body: @escaping @Sendable () -> Void) {
    let path = folder + "/lock"
    DispatchQueue(label: "psst.lock").async {
      let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { return }
      while flock(file, LOCK_EX) != 0, errno == EINTR {}
      close(file)
      body()
    }
  }

  deinit { close(file) }
}
