internal import Dispatch
internal import Glibc

/// Tells when another program changed something in a folder, for example started or stopped the private
/// server, so that this one need not ask again and again (inotify(7)); an undisturbed watch costs nothing.
public final class FolderWatch: Sendable {
  /// Sources may be used from any thread (dispatch_source_create(3)).
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// - Parameters:
  ///   - folder: has to be there.
  ///   - seesWrites: tells also of files that are written and stay open.
  ///   - changed: called on a queue of the watch's own after a burst of changes in the folder.
  /// - Returns: `nil` where the folder cannot be watched.
  public init?(
    folder: String, seesWrites: Bool = false, changed: @escaping @Sendable () -> Void
  ) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let writes = seesWrites ? IN_MODIFY : 0
    let events = UInt32(IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_CLOSE_WRITE | writes)
    guard inotify_add_watch(descriptor, folder, events) >= 0 else {
      close(descriptor)
      return nil
    }
    let queue = DispatchQueue(label: "psst.watch")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler {
      Self.drain(descriptor)
      changed()
    }
    source.setCancelHandler { close(descriptor) }
    source.resume()
  }

  deinit { source.cancel() }

  /// What changed does not matter, only that something did.
  private static func drain(_ descriptor: Int32) {
    var block = [UInt8](repeating: 0, count: 4096)
    while read(descriptor, &block, block.count) > 0 {}
  }
}
