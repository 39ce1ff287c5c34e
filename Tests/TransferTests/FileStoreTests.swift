import Dispatch
import Foundation
import Model
import Scratch
import Testing

@testable import Transfer

/// Copies of files that nobody else changes.
@Suite struct FileStoreTests {
  private let folder = ScratchFolder()

  private func store(hours: Int64 = 0) -> FileStore {
    FileStore(folder: folder.file("files"), saved: folder.file("saved"), domain: "example.org") {
      let wall = Int64(Date().timeIntervalSince1970 * 1_000) + hours * 3_600_000
      return Moment(
        wall: Timestamp(milliseconds: wall), uptime: 0, bootID: "", random: 0)
    }
  }

  private func keep(_ path: String, as id: String = "0190-a") async -> FileKeeping {
    let store = store()
    return await withCheckedContinuation { done in
      store.keep(path, caption: "c", as: OriginID(id)) { done.resume(returning: $0) }
    }
  }

  private func write(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
    return folder.file(name)
  }

  @Test func `F1 a copy is whole, private, and does not change with its original`() async throws {
    let path = try write("plan.pdf", "one")
    let told = Model.Attachment(
      name: "plan.pdf", size: 3, mediaType: "application/pdf", caption: "c")
    #expect(await keep(path) == .kept(told))
    _ = try write("plan.pdf", "another")
    let copy = folder.file("files/0190-a")
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "one")
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test(arguments: ["", "nobody", "/dev/zero", "/proc/self/mem", "/tmp", "empty"])
  func `F1 Z6 what is no file is refused in words`(name: String) async throws {
    _ = try write("empty", "")
    let path = name.hasPrefix("/") || name.isEmpty ? name : folder.file(name)
    guard case .refused(let reason) = await keep(path) else {
      return _ = Issue.record("\(name) was kept")
    }
    #expect(!reason.isEmpty)
  }

  @Test(arguments: ["../../x", "a/b", "", ".", "a\u{0}b", String(repeating: "x", count: 99)])
  func `F1 Z6 an id of somebody else names no other file`(id: String) async throws {
    let path = try write("plan.pdf", "one")
    #expect(await keep(path, as: id) == .refused("the message's id is not plain"))
  }

  @Test func `F1 copies that no message has go after an hour, and no others`() async throws {
    let path = try write("plan.pdf", "one")
    for id in ["a", "b"] { _ = await keep(path, as: id) }
    let names = { ScratchFolder.names(in: folder.file("files")).sorted() }
    for hours in [Int64(0), 2] {
      let store = store(hours: hours)
      store.keepOnly([OriginID("a")])
      // What comes behind it on its queue.
      await withCheckedContinuation { done in
        store.keep("", caption: "", as: OriginID("z")) { _ in done.resume() }
      }
      #expect(names() == (hours == 0 ? ["a", "b"] : ["a"]))
    }
  }

  @Test(arguments: [
    ("http://127.0.0.1:80/a", true), ("http://localhost/a", true), ("http://[::1]:1/", true),
    ("https://x.org/a", true), ("http://x.org/a", false), ("http://127.0.0.1.evil.org/", false),
    ("http://127.1@evil.org/", nil), ("ftp://x.org/", nil), ("https:///a", nil), ("https://", nil),
    ("http://0177.0.0.1/", true), ("http://2130706433/", true), ("HTTPS://X.ORG", true),
    ("https://x.org:8443/a?b=c#d", true), ("https://x.org/%C3%A4", true),
    ("https://x.org/%zz", nil),
    ("https://x.org/a b", nil), ("https://x.org/a\nb", nil), ("https://x.org\\a", nil),
    ("https:\\\\x.org/", nil), ("https:/x.org/", nil), ("https:x.org", nil), ("x.org", nil),
    ("https://a:b@x.org/", nil), ("https://@x.org/", nil), ("https://x.org:99999/", nil),
    ("https://x.org/<a>", nil), ("https://x.org/\u{0}", nil), ("https://[fe80::1%25eth0]/", true),
    ("http://localhost\\@10.9.9.9:8099/", nil), ("http://localhost#@10.9.9.9/", true),
    ("http://localhost?@10.9.9.9/", true), ("http://localhost/@10.9.9.9/", true),
    ("http://10.9.9.9#@localhost/", false), ("http://[::ffff:10.9.9.9]/", false),
    ("file:///etc/passwd", nil), ("gopher://x.org/", nil), ("https:///x.org/", nil),
  ])
  func `Z3 bytes go under TLS, or leave this computer by no wire`(address: String, isSafe: Bool?) {
    #expect(WebAddress(address)?.isSafe == isSafe)
  }

  @Test func `F4 pictures that were sent are kept, the newest, until they are deleted`()
    async throws
  {
    let path = try write("p.png", "a picture")
    for number in 0...102 { _ = await keep(path, as: "id-\(number)") }
    let large = folder.file("large.png")
    #expect(FileManager.default.createFile(atPath: large, contents: Data(count: 11_000_000)))
    _ = await keep(large, as: "id-large")
    let store = store()
    let home = folder.file("files")
    for number in 0...102 { store.sent(OriginID("id-\(number)")) }
    store.sent(OriginID("id-large"))
    // Behind them in the same queue.
    _ = await withCheckedContinuation { done in
      store.keep(path, caption: "", as: OriginID("last")) { done.resume(returning: $0) }
    }
    #expect(ScratchFolder.names(in: home + "/pictures").count == 100)
    #expect(ScratchFolder.names(in: home).sorted() == ["last", "pictures"])
    let newest = OriginID("id-102")
    let there = FileStore.picture(of: newest, in: home).filter { access($0, R_OK) == 0 }
    #expect(there == [home + "/pictures/id-102"])
    store.discard(newest)
    #expect(access(home + "/pictures/id-102", F_OK) != 0)
    #expect(FileStore.picture(of: OriginID("../x"), in: home).isEmpty)
  }
}
