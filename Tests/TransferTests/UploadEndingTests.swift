import Foundation
import Harness
import Model
import Scratch
import Testing

@testable import Transfer

/// What becomes of an upload, by what its host does (F1, XEP-0363 §4).
@Suite struct UploadEndingTests {
  private let folder = ScratchFolder()
  private static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }

  private func put(at address: String) throws -> UploadNews.Ending {
    let path = folder.file("copy")
    try Data(Self.bytes).write(to: URL(filePath: path))
    let order = UploadOrder(
      id: OriginID("0190"), slot: UploadSlot(put: address, get: "https://x.org/get"),
      size: Int64(Self.bytes.count), mediaType: "application/octet-stream")
    return Upload(order, path: path) { 0 }.run { _ in true }
  }

  private static var hash: String? {
    let hash = FileHash()
    Self.bytes.withUnsafeBytes { hash.add($0) }
    return hash.finish()
  }

  @Test(arguments: [200, 201, 204])
  func `F1 a file that is there is whole, and its hash is known`(status: Int) throws {
    let host = AnsweringHost(.status(status))
    #expect(try put(at: "http://127.0.0.1:\(host.port)/put") == .done(hash: Self.hash))
    host.wait()
    #expect(host.body == Self.bytes && Self.hash != nil)
  }

  @Test(arguments: [
    (500, "the server answered 500"), (503, "the server answered 503"),
    (302, "the server answered 302"), (507, "your server has no room for it"),
    (401, "the server's place for it has expired"), (403, "the server's place for it has expired"),
    (404, "the server's place for it has expired"), (410, "the server's place for it has expired"),
  ])
  func `F1 what may go better later is tried again`(status: Int, words: String) throws {
    let host = AnsweringHost(.status(status))
    #expect(try put(at: "http://127.0.0.1:\(host.port)/put") == .broken(words))
  }

  @Test func `F1 F2 what is too large is refused, also before all of it is there`() throws {
    for answer in [AnsweringHost.Answer.status(413), .atOnce(413)] {
      let host = AnsweringHost(answer)
      #expect(
        try put(at: "http://127.0.0.1:\(host.port)/put")
          == .refused("the file is too large for your server"))
    }
  }

  @Test(arguments: [0, 1, 100_000, 2_999_999])
  func `F1 O14 a connection that is cut at any byte breaks it`(count: Int) throws {
    let host = AnsweringHost(.reset(after: count))
    guard case .broken(let words) = try put(at: "http://127.0.0.1:\(host.port)/put") else {
      return _ = Issue.record("it did not break")
    }
    #expect(words == "the connection broke off during the upload")
  }

  @Test func `F1 Z3 nothing goes out unprotected, or to a host that nobody vouches for`() throws {
    for address in ["http://192.0.2.1/put", "http://example.org/put"] {
      #expect(try put(at: address) == .refused("the server's upload address is not protected"))
    }
    let make = try ChildProcess([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
      "-keyout", folder.file("key"), "-out", folder.file("crt"), "-days", "1", "-subj",
      "/CN=localhost",
    ])
    #expect(try make.waitForEnd() == 0)
    let port = try Loopback.freePort()
    let host = try ChildProcess([
      "openssl", "s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-key", folder.file("key"),
      "-cert", folder.file("crt"),
    ])
    try host.waitUntil("its port", bound: 10) { _ in Loopback.isListening(port) }
    #expect(
      try put(at: "https://localhost:\(port)/put")
        == .refused("the certificate of the upload address is not trusted"))
    host.signal(SIGKILL)
    try host.waitForEnd()
  }
}
