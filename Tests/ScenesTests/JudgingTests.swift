import Scenes
import Scratch
import Testing

/// What a scene is told when something does not hold, and that what does not hold is found.
@MainActor @Suite struct JudgingTests {
  private static let cast = """
    me ana
    friend bo Bo Reyes
    friend cy Cy
    device phone
    me says hello
    until bo has "hello"
    until row "hello" "✓✓"

    """

  /// Plays; returns what did not hold.
  private func shortfall(_ lines: String) throws -> String? {
    let scene = try Scene.parse(Self.cast + lines, name: "play") { _ in nil }
    let folder = ScratchFolder()
    do {
      try Performance.play(scene, .init(folder: folder.path))
      return nil
    } catch SceneError.failed(let shortfall) {
      #expect("\(shortfall.place)" == "play:\(lines.split(separator: "\n").count + 7):1")
      #expect(shortfall.line == lines.split(separator: "\n").last.map(String.init))
      return shortfall.what
    }
  }

  @Test(arguments: [
    "expect bo has only \"hello\"",
    "me sends 3 within 1 s\nuntil bo has only \"hello\" \"1\" \"2\" \"3\"",
    "until color \"✓\" status.delivered in \"hello\"",
    "expect cursor after \"❯ \"",
    "bo looks away\nuntil row \"◐\" \"Bo Reyes\"\nbo looks back\nuntil row \"●\" \"Bo Reyes\"",
    "bo says hi\nuntil bo sees \"hi\" read",
    "until phone has only \"hello\"\nexpect phone agrees about bo",
  ])
  func `I7 what holds is no shortfall`(lines: String) throws {
    #expect(try shortfall(lines) == nil)
  }

  @Test(arguments: [
    ("bo says x\nexpect bo has only \"hello\" \"x\"", "bo has \"hello\""),
    ("type abc\nexpect cursor after \"❯ \"", "the cursor is in row 29, column 38, behind"),
    ("expect not bo lacks \"x\"", "it is so, and was expected not to be"),
    ("expect color \"✓\" status.failed in \"hello\"", "\"✓\" is not drawn as status.failed"),
    (
      "expect color \"hello\" title in \"Write to\"",
      "no \"hello\" on the screen in a row with \"Write to\""
    ),
    ("until screen \"qq\" within 1 s", "not within 1.0 s: no \"qq\" on the screen"),
    ("click \"nowhere\"", "\"nowhere\" is not on the screen to be clicked"),
    ("wait 1000000 days", "a scene lasts 31 days at most"),
    ("until screen \"qq\" within 32 days", "a scene lasts 31 days at most"),
    ("kill\ntype a", "my program does not run"),
    ("bo goes\nexpect bo sees \"hello\" read", "\"hello\" is not on the disk"),
    ("expect outbox 1 waiting", "0 and not 1 waiting"),
    ("expect me has 1 unread", "0 and not 1 unread at ana"),
  ])
  func `I7 what does not hold is told with its line and in plain words`(
    lines: String, told: String
  ) throws {
    let found = try #require(try shortfall(lines))
    #expect(found.contains(told), "\(found)")
  }
}
