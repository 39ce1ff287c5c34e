import CFaultyDisk
import Glibc
import Model
import Scratch
import Storage
import Testing

@testable import Simulation
@testable import Storage

/// The same with a process of its own that truly ends: `_exit(2)` before each operation.
@Suite struct KillTests {
  @Test func `P5 O9 X4 a process that ends before any operation leaves all that it has told`()
    async throws
  {
    for isMade in [true, false] {
      var number: Int64 = isMade ? 1 : 2
      while await endsEarly(number, isMade: isMade) { number += Self.stride }
      #expect(number > 50, "\(number) operations")
    }
  }

  /// Before each single one it ends in the other tests, within one process.
  private static let stride: Int64 = 3

  private func endsEarly(_ number: Int64, isMade: Bool) async -> Bool {
    let folder = ScratchFolder(inMemory: true)
    if isMade { BlankDatabase.put(at: folder.file()) }
    let path = folder.path
    let result = await #expect(processExitsWith: .failure) {
      [path = path as String, number = number as Int64] in
      fd_register(1)
      fd_arm(FD_EXIT, number, 0)
      let story = Story(try Database(path: path + "/a.db"))
      for step in Story.steps {
        step(story)
        Told.write(story.drawn, to: path)
      }
      _exit(3)
    }
    do { try Told.check(folder, "operation \(number)") } catch { Issue.record(error) }
    return result?.exitStatus == .exitCode(9)
  }
}

/// What the process has drawn, as it said after each step.
enum Told {
  static func write(_ drawn: [String: Message], to folder: String) {
    let lines = drawn.map { "\($0.key) \($0.value.id) \($0.value.text)\n" }.sorted().joined()
    let descriptor = open(folder + "/told.new", O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    _ = lines.withCString { Glibc.write(descriptor, $0, strlen($0)) }
    close(descriptor)
    rename(folder + "/told.new", folder + "/told")
  }

  static func check(_ folder: ScratchFolder, _ place: String) throws {
    let database = try Database(path: folder.file())
    #expect(try Dump.faults(database) == [], "\(place)")
    try Invariants.check(database, place)
    guard let told = read(folder.path + "/told") else { return }
    for line in told.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      let message = try database.messages.mine(OriginID(named: String(parts[0])))
      #expect(message?.text == String(parts[2]) || isBeingChanged(message, parts), "\(place)")
    }
  }

  /// The step that was cut off may have edited or cancelled it.
  private static func isBeingChanged(_ message: Message?, _ parts: [Substring]) -> Bool {
    parts[0] == "m3" && message == nil || parts[0] == "m2" && message?.text == "two, better"
  }

  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
