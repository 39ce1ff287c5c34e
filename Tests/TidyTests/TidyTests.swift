import Foundation
import Harness
import Testing

/// The rules of the house, checked over the sources.
@Suite struct TidyTests {
  private let sources: [SourceFile]
  private let tests: [SourceFile]
  private let table: RoomTable

  init() throws {
    sources = try SourceFile.sources.get()
    tests = try SourceFile.tests.get()
    table = try RoomTable.ofRepository()
  }

  private func expectNone(_ findings: [String], _ location: SourceLocation = #_sourceLocation) {
    let text = findings.joined(separator: "\n")
    #expect(findings.isEmpty, "\(findings.count) found:\n\(text)", sourceLocation: location)
  }

  @Test func `imports follow the table of rooms`() {
    #expect(!sources.isEmpty)
    expectNone(sources.flatMap { SourceRules.imports($0, by: table) })
  }

  @Test func `the table of rooms names the rooms that exist`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/Sources")
    #expect(Set(folders) == Set(table.allowed.keys))
  }

  @Test func `the table of rooms points down only`() {
    var done: Set<String> = []
    var rest = table.allowed
    while let next = rest.first(where: {
      $0.value.intersection(rest.keys).subtracting([$0.key]).isEmpty
    }) {
      done.insert(next.key)
      rest[next.key] = nil
    }
    #expect(rest.isEmpty, "a circle through \(rest.keys.sorted())")
  }

  @Test func `no source imports Foundation`() {
    expectNone(sources.flatMap(SourceRules.foundation))
  }

  @Test func `names say something`() {
    expectNone((sources + tests).flatMap(SourceRules.names))
  }

  @Test func `nothing is left behind`() {
    expectNone((sources + tests).flatMap(SourceRules.leftovers))
  }

  @Test func `time, randomness and ids come in with events`() {
    expectNone(sources.flatMap(SourceRules.purity))
  }

  @Test func `no test sleeps`() {
    expectNone(tests.flatMap(SourceRules.sleeps))
  }

  @Test func `every public declaration has a docstring`() {
    expectNone(sources.flatMap(DocumentationRule.undocumented))
  }

  @Test func `every extension is in the list of extensions`() throws {
    let room = sources.filter { $0.room == "XMPP" }
    let list = try #require(room.first { $0.name == "Extensions.swift" })
    expectNone(SourceRules.unlistedExtensions(room, in: list))
  }

  @Test func `tests of the whole name their requirements`() {
    let named = tests.filter { ["TerminalTests", "ServerTests"].contains($0.room) }
    #expect(named.contains { $0.text.contains("@Test") })
    expectNone(named.flatMap(SourceRules.requirementIDs))
  }

  @Test func `files keep their size`() {
    let all = sources + tests
    expectNone(all.filter { $0.lineCount > 500 }.map { "\($0.path): \($0.lineCount) lines" })
    let long = all.filter { $0.lineCount > 300 }.map { "\($0.path): \($0.lineCount) lines" }
    #expect(long.count * 10 <= all.count, "more than one in ten over 300: \(long)")
  }

  /// Only the program's beginning, `main.swift`, has to be at its top.
  @Test func `a room of more than 25 files has folders`() {
    let rooms = Dictionary(grouping: sources, by: \.room).filter { $0.value.count > 25 }
    #expect(rooms.keys.contains("Views"))
    let loose = rooms.values.joined().filter { file in
      file.path.split(separator: "/").count == 3 && file.name != "main.swift"
    }
    expectNone(loose.map(\.path))
  }

  @Test func `functions keep their size`() {
    let all = (sources + tests).flatMap { file in
      FunctionShape.all(in: file).map { (place: "\(file.path):\($0.line)", length: $0.length) }
    }
    let lengths = all.map(\.length).sorted()
    expectNone(all.filter { $0.length > 60 }.map { "\($0.place): \($0.length) lines" })
    #expect(lengths[lengths.count / 2] <= 8)
    let long = all.filter { $0.length > 25 }.map { "\($0.place): \($0.length) lines" }
    #expect(long.count * 10 <= all.count, "more than one in ten over 25: \(long)")
  }

  @Test func `a call says what it hands over`() {
    expectNone(
      sources.flatMap { file in
        FunctionShape.all(in: file).filter { $0.unlabelled > 4 }.map {
          "\(file.path):\($0.line): \($0.unlabelled) parameters without a label"
        }
      })
  }

  @Test func `the top level is what it should be`() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    let visible = Set(entries.filter { !$0.hasPrefix(".") })
    #expect(visible == ["Package.swift", "Sources", "Tests", "themes", "README.md"])
  }

  @Test func `every room has its tests`() throws {
    let folders = Set(tests.filter { $0.text.contains("@Test") }.map(\.room))
    let rooms = table.swiftRooms.filter { $0 != "psst-bench" }
    expectNone(rooms.filter { !folders.contains("\($0)Tests") }.map { "\($0)Tests is missing" })
  }
}
