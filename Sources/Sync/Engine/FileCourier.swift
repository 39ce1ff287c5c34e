public import Model

/// Who copies files and carries them, as the runner sees it: calls return at once, news comes on any thread.
public protocol FileCourier: Sendable {
  /// Keeps a copy of the file at the path, synced, under the id.
  func keep(
    _ path: String, caption: String, as id: OriginID,
    _ answer: @escaping @Sendable (FileKeeping) -> Void)
  /// Puts the copy where the order says. After ``cancel(_:)`` no news follows.
  func upload(
    _ order: UploadOrder, progress: @escaping @Sendable (FileProgress) -> Void,
    _ ended: @escaping @Sendable (UploadNews) -> Void)
  func cancel(_ id: OriginID)
  /// Fetches the file to the user's folder. After ``cancelDownload(_:)`` no news follows.
  func download(
    _ order: DownloadOrder, progress: @escaping @Sendable (FileProgress) -> Void,
    _ ended: @escaping @Sendable (DownloadNews) -> Void)
  func cancelDownload(_ row: Int64)
  /// The copy, a picture's, is sent: it may stay, to be shown.
  func sent(_ id: OriginID)
  /// The copy is of no use any more, nor is what stayed of it.
  func discard(_ id: OriginID)
  /// All copies but these are of no use, unless they were made just now.
  func keepOnly(_ ids: Set<OriginID>)
}
