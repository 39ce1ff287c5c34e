import Harness
import Testing
import Views

/// The tables of keys are made from the key map.
@Suite struct ManualTests {
  /// The keys that README names: enough for a first day.
  private static let first: [Command] = [
    .goTo, .newChat, .nextUnread, .search, .queue, .sendAll, .sendFile, .browse, .reply, .react,
    .settings, .help,
  ]

  @Test func `I1 the manual's keys are the key map's`() throws {
    var page = try ManualPage("Keys.md")
    try page.check("keys", Keymap.standard.markdown)
  }

  @Test func `I1 README has twelve keys of the key map`() throws {
    let rows = try Self.first.map { command in
      let binding = try #require(
        Keymap.standard.bindings.first { $0.command == command }, "\(command)")
      return "| \(binding.keyLabels[0]) | \(binding.text) |"
    }
    #expect(rows.count == 12)
    var readme = try ManualPage("README.md")
    let table = ["| Key | What |", "|---|---|"] + rows
    try readme.check("keys", table.joined(separator: "\n") + "\n")
  }
}
