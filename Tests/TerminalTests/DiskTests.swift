import Foundation
import Glibc
import Harness
import Testing

extension TerminalTests {
  /// The built program on files that something has happened to (P5).
  @Suite struct DiskTests {
    private let home: PsstHome

    init() throws { home = try PsstHome() }

    private var database: String { home.path + "/data/accounts/ana@localhost/messages.sqlite" }

    /// A chat with one message that waits; the program was killed.
    private func leave(_ text: String, to name: String = "cy") throws {
      let ana = try home.start("--account", "ana")
      ana.write("/to \(name)\n\(text)\n")
      try ana.waitUntil("it to be kept") { $0.outputText.contains("\(text): queued") }
      ana.signal(SIGKILL)
      try ana.waitForEnd()
    }

    private func overwrite(at offset: Int) throws {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: database))
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(repeating: 0xAB, count: 8192))
      try file.close()
    }

    @Test func `P5 a lost log is said on the screen, and one can go on without it`() throws {
      defer { home.close() }
      try leave("line-1")
      unlink(database + "-wal")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: database)
      let ana = try home.open("--account", "ana")
      try ana.wait(for: "psst cannot open its messages")
      try ana.wait(for: "A file that belongs to the messages is missing.")
      ana.press(.down)
      try ana.wait(for: "▸ Go on with what is left")
      ana.press(.enter)
      try ana.waitForChats()
    }

    @Test func `P5 a file that is no database is said, and set aside when it is asked for twice`()
      throws
    {
      defer { home.close() }
      try leave("line-1")
      for ending in ["-wal", "-shm", ".open"] { unlink(database + ending) }
      try overwrite(at: 0)
      let before = FileManager.default.contents(atPath: database)
      let plain = try home.run("--account", "ana", input: "/to cy\nline-2\n")
      #expect(plain.exitCode == 1)
      #expect(plain.outputText.contains("something else"))
      let send = try home.run("send", "cy", "line-2", "--account", "ana")
      #expect(send.exitCode == 1 && send.errorText.contains("something else"))
      let doctor = try home.run("doctor")
      #expect(doctor.outputText.contains("wrong messages"))
      #expect(FileManager.default.contents(atPath: database) == before)
      let ana = try home.open("--account", "ana")
      try ana.wait(for: "psst cannot open its messages")
      ana.press(.down)
      ana.press(.enter)
      try ana.wait(for: "Enter again")
      ana.press(.enter)
      try ana.waitForChats()
      #expect(FileManager.default.contents(atPath: database + ".broken-1") == before)
    }

    @Test func `P5 a file removed while psst runs is said, the text is kept, and all is put back`()
      throws
    {
      defer { home.close() }
      try leave("line-1", to: "echo")
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      try ana.wait(for: "line-1")
      unlink(database)
      ana.say("line-2")
      try ana.wait(for: "Nothing can be saved")
      try ana.wait(for: .failed, of: "line-2")
      let doctor = try home.run("doctor")
      #expect(doctor.exitCode == 1)
      #expect(doctor.outputText.contains("wrong messages"), "\(doctor.outputText)")
      ana.press(.alt("c"))
      try ana.waitUntilGone("Nothing can be saved")
      try ana.waitForChats()
      ana.press(.tab)
      ana.press(.enter)
      try ana.wait(for: .read, of: "line-2")
      #expect(ana.contains("line-1"))
      #expect(FileManager.default.fileExists(atPath: database))
    }

    @Test func `P5 O3 a disk that is full refuses with words, and what was there stays`() throws {
      defer { home.close() }
      try leave("line-1")
      let size = try #require(
        FileManager.default.attributesOfItem(atPath: database + "-wal")[.size] as? Int)
      let text = String(repeating: "x", count: 9_000)
      let full = try ChildProcess(
        [
          "/bin/bash", "-c", "ulimit -f \(size / 1024 + 1); exec \"$0\" \"$@\"", Repository.psst,
          "send", "cy", text, "--account", "ana",
        ], environment: home.environment)
      full.endInput()
      #expect(try full.waitForEnd() == 1)
      #expect(full.errorText.contains("the disk is full"))
      let queue = try home.run("queue", "--account", "ana")
      #expect(queue.outputText.contains("line-1") && !queue.outputText.contains("xxx"))
    }
  }
}
