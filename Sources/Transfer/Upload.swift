internal import CCurl
internal import Glibc
internal import Localization
internal import Model

/// One attempt to put a file where a slot says (XEP-0363 §4). Confined to the thread that runs it.
final class Upload {
  private let order: UploadOrder
  private let path: String
  private let pace: ProgressPace
  private var file: Int32 = -1
  private let hash = FileHash()

  init(_ order: UploadOrder, path: String, now: @escaping () -> Int64) {
    (self.order, self.path) = (order, path)
    pace = ProgressPace(now: now)
  }

  /// Blocks.
  /// - Parameter goesOn: told how far it is where that is worth telling; answers whether it goes on.
  func run(goesOn: @escaping (FileProgress?) -> Bool) -> UploadNews.Ending {
    guard CurlTransfer.isPossible else { return .refused(CurlTransfer.impossible) }
    guard let address = WebAddress(order.slot.put), address.isSafe else {
      return .refused(tr("the server's upload address is not protected"))
    }
    file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return .refused(tr("its copy is not there any more")) }
    defer { close(file) }
    let transfer = CurlTransfer(address: order.slot.put)
    transfer.size = order.size
    transfer.headers =
      ["Content-Type: \(order.mediaType)"]
      + order.slot.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    transfer.read = { [self] in read($0) }
    transfer.progress = { [self] done, _ in goesOn(pace.tell(done, of: order.size)) }
    if !address.isSecure { transfer.mayReach = { WebAddress.isLoopback($0) } }
    let answer = transfer.run()
    return Self.ending(answer, hash: hash.finish())
  }

  private func read(_ room: UnsafeMutableRawBufferPointer) -> Int? {
    while true {
      let count = Glibc.read(file, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      hash.add(UnsafeRawBufferPointer(rebasing: room[..<count]))
      return count
    }
  }

  private static func ending(_ answer: CurlTransfer.Answer, hash: String?) -> UploadNews.Ending {
    switch (answer.ending, answer.status) {
    case (PSST_TRANSFER_NO_LIBRARY, _):
      .refused(CurlTransfer.impossible)
    case (PSST_TRANSFER_NOT_SAFE, _):
      .refused(tr("the certificate of the upload address is not trusted"))
    case (PSST_TRANSFER_NO_ADDRESS, _): .refused(tr("the server's upload address is of no use"))
    // Also where the server said so before it had all of it.
    case (_, 413): .refused(tr("the file is too large for your server"))
    case (PSST_TRANSFER_DONE, 200..<300): .done(hash: hash)
    case (_, 507): .broken(tr("your server has no room for it"))
    case (_, 401), (_, 403), (_, 404), (_, 410):
      .broken(tr("the server's place for it has expired"))
    case (PSST_TRANSFER_DONE, let status): .broken(tr("the server answered \(status)"))
    case (PSST_TRANSFER_NOT_REACHED, _):
      .broken(tr("the server that takes files cannot be reached"))
    case (PSST_TRANSFER_SILENT, _): .broken(tr("the server stopped answering during the upload"))
    default: .broken(tr("the connection broke off during the upload"))
    }
  }
}
