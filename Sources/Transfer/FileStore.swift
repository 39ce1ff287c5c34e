internal import Dispatch
internal import Files
internal import Glibc
internal import Localization
public import Model
internal import Synchronization

/// The copies of files that wait to be sent, in a folder of the account's, and their uploads; and the files that the user
/// fetches. Calls return at once.
public final class FileStore: Sendable {
  /// Seconds for which a copy that no message has yet is left alone: another program may be handing it over.
  private static let grace: Int64 = 3_600

  private let folder: String
  /// Where the user has what they fetch.
  private let saved: String
  /// The domain of the account's server.
  private let domain: String
  private let ownFiles: @Sendable () -> String?
  private let now: @Sendable () -> Moment
  private let copying = DispatchQueue(label: "psst.copy")
  private let sending = DispatchQueue(label: "psst.upload", attributes: .concurrent)
  private let uploads = Transfers<OriginID>()
  /// By the rows of their messages.
  private let downloads = Transfers<Int64>()

  /// - Parameters:
  ///   - saved: the folder for what is fetched; it is made with the first.
  ///   - domain: of the account's server.
  ///   - ownFiles: an address where that keeps files, where this computer knows it by itself.
  ///   - now: the clocks.
  public init(
    folder: String, saved: String, domain: String,
    ownFiles: @escaping @Sendable () -> String? = { nil },
    now: @escaping @Sendable () -> Moment
  ) {
    (self.folder, self.saved, self.domain) = (folder, saved, domain)
    (self.ownFiles, self.now) = (ownFiles, now)
  }

  private func path(of id: OriginID) -> String? {
    Self.isPlain(id) ? "\(folder)/\(id.value)" : nil
  }

  private static func isPlain(_ id: OriginID) -> Bool {
    !id.value.isEmpty && id.value.utf8.count <= 64
      && id.value.utf8.allSatisfy { $0 == UInt8(ascii: "-") || isPlain($0) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  // MARK: Copies

  /// Copies the file at an absolute path, and answers, on a queue of its own, when the copy is on disk or why there is
  /// none.
  public func keep(
    _ path: String, caption: String, as id: OriginID,
    _ answer: @escaping @Sendable (FileKeeping) -> Void
  ) {
    copying.async { [self] in
      do throws(Failure) {
        guard let target = self.path(of: id) else {
          throw Failure(tr("the message's id is not plain"))
        }
        try PrivateFile.makeFolder(folder)
        let size = try SafeCopy.make(of: UserPath.expanded(path), at: target)
        answer(
          .kept(
            Attachment(
              name: path, size: size, mediaType: MediaType.of(path), caption: caption)))
      } catch {
        answer(.refused(error.text))
      }
    }
  }

  /// The copy, a picture's, is sent: it stays, to be shown, unless it is large.
  public func sent(_ id: OriginID) {
    guard let path = path(of: id) else { return }
    copying.async { [folder] in
      if !SentPictures.keep(path, of: id, in: folder) { unlink(path) }
    }
  }

  /// The copy is of no use any more, nor is what stayed of it.
  public func discard(_ id: OriginID) {
    guard let path = path(of: id) else { return }
    unlink(path)
    unlink(SentPictures.path(of: id, in: folder))
  }

  /// Where the file of a picture of mine may be, as long as it is on this computer: the copy that waits, and what stays of
  /// a sent one.
  /// - Parameter folder: as of ``init(folder:saved:domain:ownFiles:now:)``.
  public static func picture(of id: OriginID, in folder: String) -> [String] {
    isPlain(id) ? ["\(folder)/\(id.value)", SentPictures.path(of: id, in: folder)] : []
  }

  /// Removes old copies of all other messages.
  public func keepOnly(_ ids: Set<OriginID>) {
    copying.async { [self] in
      guard let entries = opendir(folder) else { return }
      defer { closedir(entries) }
      let names = Set(ids.map(\.value))
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !names.contains(name), isOld(name) { unlink("\(folder)/\(name)") }
      }
    }
  }

  private func isOld(_ name: String) -> Bool {
    var status = stat()
    guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return false
    }
    return now().wall.milliseconds / 1_000 - Int64(status.st_mtim.tv_sec) > Self.grace
  }

  // MARK: Uploads

  /// Puts a copy where its slot is (XEP-0363 §7). Both closures are called on a queue of its own; `ended` once, and not
  /// after ``cancel(_:)``.
  public func upload(
    _ order: UploadOrder, progress: @escaping @Sendable (FileProgress) -> Void,
    _ ended: @escaping @Sendable (UploadNews) -> Void
  ) {
    let number = uploads.begin(order.id)
    sending.async { [self] in
      let upload = Upload(order, path: path(of: order.id) ?? "") { self.now().uptime }
      let ending = upload.run { [self] done in
        guard uploads.isGoing(order.id, number) else { return false }
        if let done { progress(done) }
        return true
      }
      if uploads.end(order.id, number) { ended(UploadNews(order.id, ending)) }
    }
  }

  /// Its upload ends where it is, and says nothing more.
  public func cancel(_ id: OriginID) { uploads.cancel(id) }

  // MARK: Downloads

  /// Fetches a file to the user's folder. Both closures are called on a queue of its own; `ended` once, and not after
  /// ``cancelDownload(_:)``.
  public func download(
    _ order: DownloadOrder, progress: @escaping @Sendable (FileProgress) -> Void,
    _ ended: @escaping @Sendable (DownloadNews) -> Void
  ) {
    let number = downloads.begin(order.row)
    sending.async { [self] in
      let ending = fetch(order, number, progress)
      if downloads.end(order.row, number) { ended(DownloadNews(order.row, ending)) }
    }
  }

  /// It ends where it is, nothing of it stays, and it says nothing more.
  public func cancelDownload(_ row: Int64) { downloads.cancel(row) }

  private func fetch(
    _ order: DownloadOrder, _ number: Int, _ progress: @Sendable (FileProgress) -> Void
  ) -> DownloadNews.Ending {
    let part = "\(folder)/in-\(order.row)-\(number)"
    defer { unlink(part) }
    do throws(Failure) {
      try PrivateFile.makeFolder(folder)
      // Nobody waits for what cannot be kept.
      if let path = order.path, case .refused(let reason) = FileInspection.target(of: path) {
        return .failed(reason)
      }
      let home = FileHome(known: ownFiles() ?? order.home, domain: domain)
      let download = Download(order.file, path: part, home: home) { self.now().uptime }
      let reason = withoutActuallyEscaping(progress) { progress in
        download.run { [self] done in
          guard downloads.isGoing(order.row, number) else { return false }
          if let done { progress(done) }
          return true
        }
      }
      if let reason { return .failed(reason) }
      guard downloads.isGoing(order.row, number) else { return .failed(tr("it was stopped")) }
      if let path = order.path {
        return .saved(try SavedFile.move(part, chosen: path, as: order.file.name))
      }
      return .saved(try SavedFile.move(part, to: saved, as: order.file.name))
    } catch {
      return .failed(error.text)
    }
  }
}

/// Transfers that go on, each with a number of its own: one that was cancelled says nothing more, though another one for
/// the same has begun.
private final class Transfers<ID: Hashable & Sendable>: Sendable {
  private let state = Mutex<(number: Int, all: [ID: Int])>((0, [:]))

  func begin(_ id: ID) -> Int {
    state.withLock { state in
      state.number += 1
      state.all[id] = state.number
      return state.number
    }
  }

  func isGoing(_ id: ID, _ number: Int) -> Bool { state.withLock { $0.all[id] == number } }

  /// Whether it was going on until now.
  func end(_ id: ID, _ number: Int) -> Bool {
    state.withLock { state in
      guard state.all[id] == number else { return false }
      state.all[id] = nil
      return true
    }
  }

  func cancel(_ id: ID) { state.withLock { $0.all[id] = nil } }
}
