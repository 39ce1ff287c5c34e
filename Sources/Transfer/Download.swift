internal import CCurl
internal import Files
internal import Glibc
internal import Localization
internal import Model

/// One attempt to fetch a file that somebody names, to a file of ours first. Confined to the thread that runs it.
final class Download {
  /// So often another address may be named instead.
  private static let mostRedirects = 5
  /// Bytes that are fetched, however many are told.
  private static let most: Int64 = 4_000_000_000

  private let file: Attachment
  private let path: String
  /// What lies where my own server keeps files may be in my own house, or on this computer.
  private let isHome: Bool
  private let pace: ProgressPace
  private var target: Int32 = -1
  private var hash = FileHash()
  private var count: Int64 = 0
  private var trouble: String?

  /// - Parameters:
  ///   - path: of the file of ours, which is made.
  ///   - home: where my own server keeps files.
  init(_ file: Attachment, path: String, home: FileHome, now: @escaping () -> Int64) {
    (self.file, self.path) = (file, path)
    isHome = file.address.flatMap { WebAddress($0) }.map(home.has) ?? false
    pace = ProgressPace(now: now)
  }

  /// Blocks. Why it is not there, in words; `nil` where it is, whole and synced.
  /// - Parameter goesOn: told how far it is where that is worth telling; answers whether it goes on.
  func run(goesOn: @escaping (FileProgress?) -> Bool) -> String? {
    guard CurlTransfer.isPossible else { return CurlTransfer.impossible }
    guard let text = file.address, let address = WebAddress(text) else {
      return tr("its address is none that psst can fetch from")
    }
    guard address.isSecure || isHome && address.isLoopback else {
      return tr("its address is not protected (https)")
    }
    if let size = file.size, size > Self.most { return Self.tooLarge }
    target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { return String(cString: strerror(errno)) }
    defer { close(target) }
    // Where it leads to from my own server is not my own house.
    var answer = fetch(text, isHome: isHome, goesOn)
    if isHome, (300..<400).contains(answer.status), rewind() {
      answer = fetch(text, isHome: false, goesOn)
    }
    return reason(answer) ?? mismatch(hash.finish())
      ?? (fsync(target) == 0 ? nil : tr("the disk refuses it"))
  }

  private func fetch(
    _ text: String, isHome: Bool, _ goesOn: @escaping (FileProgress?) -> Bool
  ) -> CurlTransfer.Answer {
    let transfer = CurlTransfer(address: text)
    transfer.redirects = isHome ? 0 : Self.mostRedirects
    transfer.write = { [self] in take($0) }
    transfer.progress = { [self] done, total in
      if total > Self.most { trouble = Self.tooLarge }
      return trouble == nil && goesOn(done > 0 ? pace.tell(done, of: file.size ?? total) : nil)
    }
    let isProxied = Self.hasProxy
    transfer.mayReach = { isHome || isProxied || WebAddress.isPublic($0) }
    return transfer.run()
  }

  private static var tooLarge: String {
    tr("it is larger than psst fetches (\(Attachment.words(ofSize: most)))")
  }

  /// What came so far was not the file.
  private func rewind() -> Bool {
    (count, trouble, hash) = (0, nil, FileHash())
    return ftruncate(target, 0) == 0 && lseek(target, 0, SEEK_SET) == 0
  }

  /// Who is behind one reaches its addresses only, and it decides what can be reached.
  private static var hasProxy: Bool {
    ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].contains { (name: String) in
      ProcessEnvironment.variable(name)?.isEmpty == false
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    count += Int64(bytes.count)
    guard count <= file.size ?? Self.most else {
      trouble = file.size == nil ? Self.tooLarge : tr("there is more of it than was said")
      return false
    }
    hash.add(bytes)
    guard FileBytes.writeAll(Array(bytes), to: target) else {
      trouble = String(cString: strerror(errno))
      return false
    }
    return true
  }

  private func mismatch(_ sum: String?) -> String? {
    if let size = file.size, count < size { return tr("there is less of it than was said") }
    guard let told = file.hash, let sum, told != sum else { return nil }
    return tr("it is not the file that was sent (its SHA-256 differs)")
  }

  private func reason(_ answer: CurlTransfer.Answer) -> String? {
    if let trouble { return trouble }
    return switch (answer.ending, answer.status) {
    case (PSST_TRANSFER_DONE, 200..<300): nil
    case (PSST_TRANSFER_NO_LIBRARY, _):
      CurlTransfer.impossible
    case (PSST_TRANSFER_NOT_SAFE, _): tr("the certificate of its address is not trusted")
    case (PSST_TRANSFER_NO_ADDRESS, _): tr("its address leads to one that is not protected (https)")
    case (PSST_TRANSFER_NOT_REACHED, _):
      tr("its address cannot be reached, or is one of a private network")
    case (_, 404), (_, 410): tr("it is not there any more")
    case (_, 401), (_, 403): tr("who keeps it does not give it to you")
    case (_, 400...): tr("who keeps it answered \(answer.status)")
    case (PSST_TRANSFER_SILENT, _): tr("who keeps it stopped answering")
    default: tr("the connection broke off")
    }
  }
}
