import Testing

/// Each rule finds what it forbids, and lets pass what looks like it.
@Suite struct RuleTests {
  private let table = RoomTable(
    page: """
      | Room | One purpose | May import |
      |---|---|---|
      | `CLow` `CLower` | C | – |
      | `Model` | values | – |
      | `Sync` | the engine | Model, CLow |
      | `psst` | all | all Swift rooms, CLow |
      """)

  private func source(_ text: String, _ path: String = "Sources/Sync/Some.swift") -> SourceFile {
    SourceFile(path: path, text: text)
  }

  @Test func `the table is read from Markdown`() {
    #expect(table.allowed["Sync"] == ["Model", "CLow"])
    #expect(table.allowed["CLower"] == [])
    #expect(table.allowed["psst"] == ["Model", "Sync", "psst", "CLow"])
    #expect(table.swiftRooms == ["Model", "Sync", "psst"])
  }

  @Test(arguments: [
    ("public import Model", 0), ("internal import Glibc", 0), ("// import psst", 0),
    ("let a = \"\"\"\nimport psst\n\"\"\"", 0), ("import psst", 1), ("internal import CLower", 1),
    ("@preconcurrency internal import psst", 1), ("import struct Views.Toast", 1),
  ])
  func `imports outside the table are found`(_ text: String, _ count: Int) {
    #expect(SourceRules.imports(source(text), by: table).count == count)
  }

  @Test func `a room that is not in the table is found`() {
    #expect(!SourceRules.imports(source("", "Sources/Attic/Some.swift"), by: table).isEmpty)
  }

  @Test(arguments: [("import Foundation", 1), ("internal import FoundationEssentials", 0)])
  func `Foundation is found`(_ text: String, _ count: Int) {
    #expect(SourceRules.foundation(source(text)).count == count)
  }

  @Test(arguments: [
    ("final class OutboxManager {}", 1), ("enum StringUtils {}", 1), ("struct Helpers {}", 1),
    ("struct Commons {}", 1), ("extension ServiceName {}", 1), ("struct Manage {}", 0),
    ("struct Outbox {}", 0), ("let manager = 1", 0),
  ])
  func `names that say nothing are found`(_ text: String, _ count: Int) {
    #expect(SourceRules.names(source(text)).count == count)
  }

  @Test func `a file name that says nothing is found`() {
    #expect(SourceRules.names(source("", "Sources/Sync/SyncHelpers.swift")).count == 1)
  }

  @Test(arguments: [
    ("// TO" + "DO: later", 1), ("// FIX" + "ME", 1), ("let a = 1 // X" + "XX", 1),
    ("fatal" + "Error(\"no\")", 1), ("let template = \"X" + "XXXXX\"", 0),
    ("precondition(true)", 0),
  ])
  func `what is left behind is found`(_ text: String, _ count: Int) {
    #expect(SourceRules.leftovers(source(text)).count == count)
  }

  @Test(arguments: [
    ("Date()", 1), ("ContinuousClock().now", 1), ("clock_gettime(CLOCK_REALTIME, &t)", 1),
    ("UUID()", 1), ("Int.random(in: 0..<4)", 1), ("list.shuffled()", 1), ("time(nil)", 1),
    ("// Date()", 0), ("\"UUID()\"", 0), ("\"\\(UUID())\"", 1), ("updateDate(now)", 0),
  ])
  func `time, randomness and ids are found`(_ text: String, _ count: Int) {
    #expect(SourceRules.purity(source(text)).count == count)
    #expect(SourceRules.purity(source(text, "Sources/Network/Some.swift")).isEmpty)
    #expect(SourceRules.purity(source(text, "Sources/Sync/SyncRunner.swift")).isEmpty)
  }

  @Test(arguments: [
    ("Thread" + ".sleep(1)", 1), ("us" + "leep(3)", 1), ("try await Task" + ".sleep(for: x)", 1),
    ("asleep(3)", 0),
  ])
  func `sleeps are found`(_ text: String, _ count: Int) {
    #expect(SourceRules.sleeps(source(text, "Tests/SyncTests/Some.swift")).count == count)
  }

  @Test(arguments: [
    ("Sources/XMPP/XEP0001Known.swift", "enum XEP0001Known: Extension {}", 0),
    ("Sources/XMPP/XEP0002New.swift", "", 1), ("Sources/XMPP/Own.swift", "struct Own {}", 0),
    ("Sources/XMPP/Own.swift", "extension Own: Equatable, Extension {}", 1),
    ("Sources/XMPP/Extension.swift", "protocol Extension: Sendable {}\nextension Extension {}", 0),
  ])
  func `an extension that is not in the list is found`(
    _ path: String, _ text: String, _ count: Int
  ) {
    let list = source("let all = [XEP0001Known.self,]", "Sources/XMPP/Extensions.swift")
    #expect(SourceRules.unlistedExtensions([source(text, path)], in: list).count == count)
  }

  @Test(arguments: [
    ("@Test func `S4 a status rises`() {}", 0), ("@Test func `a status rises`() {}", 1),
    ("@Test(arguments: [1])\nfunc works(_ a: Int) {}", 1), ("@Test\nfunc `O9 once`() {}", 0),
    ("@Test func `S4 a`() {\n}\nfunc other() {}", 0),
  ])
  func `tests without a requirement are found`(_ text: String, _ count: Int) {
    #expect(SourceRules.requirementIDs(source(text, "Tests/ServerTests/Some.swift")).count == count)
  }

  @Test(arguments: [
    ("public struct A {}", 1), ("/// What it is.\npublic struct A {}", 0),
    ("/// Two.\npublic var a: Int\npublic var b: Int", 0),
    ("/// One.\npublic var a: Int\n\npublic var b: Int", 1), ("public import Model", 0),
    ("public var description: String", 0), ("@MainActor public func go() {}", 1),
    ("/// One.\n@MainActor public func go() {}", 0), ("public init(a: Int) {}", 0),
  ])
  func `public declarations without words are found`(_ text: String, _ count: Int) {
    #expect(DocumentationRule.undocumented(source(text)).count == count)
  }

  @Test func `the length of functions is measured`() {
    let text = """
      protocol P {
        func required() -> Int
        init(a: Int)
      }
      func one() { 1 }
      func three(
        a: Int
      ) -> Int
      {
        let b = "}"
        // }
        return a
      }
      let a = A.init(b: 1)
      init() {
        if true {
        }
      }
      """
    let found = FunctionShape.all(in: source(text)).map { "\($0.line):\($0.length)" }
    #expect(found == ["5:0", "6:3", "15:2"])
  }

  @Test(arguments: [
    ("func f(_ a: Int, _ b: Int) {}", 2), ("func f(of a: Int, _ b: Int) {}", 1),
    ("func f(\n  _ a: Int,\n  b _: Int, _c: Int\n) {}", 1), ("init(_ a: (_ b: Int) -> Int) {}", 1),
    ("func f<A>(_ a: [A], b: A) where A: B {}", 1), ("func f() {}", 0),
  ])
  func `parameters without a label are counted`(_ text: String, _ count: Int) {
    #expect(FunctionShape.all(in: source(text)).map(\.unlabelled) == [count])
  }

  @Test(arguments: [
    ("a // b\nc", "a     \nc"), ("a /* b /* c */ d */ e", "a                   e"),
    (##"a #"b"c"# d"##, "a         d"), (#"a "\(b("c")) d" e"#, "a    b(   )     e"),
    (#"a "\"" b"#, "a      b"), ("a \"\"\"\n\" b\n\"\"\" c", "a    \n   \n    c"),
  ])
  func `only code is looked at`(_ text: String, _ code: String) {
    #expect(SourceFile(path: "", text: text).code == code)
  }
}
