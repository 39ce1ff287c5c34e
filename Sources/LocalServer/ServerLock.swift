internal import CPlatform
internal import Glibc
internal import Localization

/// One program at a time starts or stops the server (flock(2) on a file in its folder; the kernel lets go of
/// it when the program dies).
struct ServerLock {
  private let file: Int32

  /// Waits up to half a minute: a start takes 10 s at most.
  init(_ folder: ServerFolder) throws(PrivateServerError) {
    let opened = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SmallFile.failure(folder.lock) }
    guard Wait.until(seconds: 30, { psst_try_lock(opened) == 0 }) else {
      close(opened)
      throw .didNotStart(tr("another program has been starting or stopping it for half a minute"))
    }
    file = opened
  }

  func release() {
    close(file)
  }
}
