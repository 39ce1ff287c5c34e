import Foundation
import Harness
import Testing

@testable import Views
@testable import psst

struct ManualTests {
  @Test func `I11 the manual's table of commands is made from the one that parses them`() throws {
    var page = try ManualPage("CommandLine.md")
    try page.check("commands", HelpText.markdown)
  }

  @Test func `I11 the newest entry of the manual's changes is this version`() throws {
    let path = Repository.root + "/Sources/psst/psst.docc/Changes.md"
    let newest = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("## ") }
    #expect(newest == "## \(HelpText.version)")
  }

  @Test func `I11 the manual page has every command, option, key and exit code`() {
    let text = ManPage.psst.text
    func has(_ words: String) -> Bool {
      text.contains(words.replacing("-", with: "\\-").replacing("~", with: "\\(ti"))
    }
    for row in CommandTable.commands {
      #expect(has(row.synopsis))
      for option in row.options where !option.isHidden { #expect(has(option.synopsis)) }
    }
    for option in CommandTable.everywhere { #expect(has(option.synopsis)) }
    for binding in Keymap.standard.bindings {
      #expect(has(binding.keyLabels.joined(separator: ", ").replacing("\\", with: "\\e")))
    }
    #expect(text.contains(".TH PSST 1 ") && !text.contains("completion SHELL"))
  }

  @Test func `I11 the page of settings has every key that the file can have`() {
    let text = ManPage.configuration.text
    for key in SettingTable.rows.map(\.key) {
      #expect(text.contains("\\fB\(key.replacing("-", with: "\\-")) = "))
      let complaints = Configuration(toml: "\(key) = -7", file: "f").complaints
      #expect(complaints.count == 1 && !complaints[0].contains("unknown"), "\(key)")
    }
    for row in SettingTable.rows {
      let configuration = Configuration(toml: "\(row.key) = \(row.standard)", file: "f")
      #expect(configuration.complaints == [], "the default of \(row.key)")
    }
  }

  @Test func `I11 the page of scenes has every step`() {
    let text = ManPage.scenes.text
    #expect(text.contains("x5") && text.contains("expect"))
  }

  @Test(arguments: Completion.allCases)
  func `I11 completions know every command and option, and none that is hidden`(shell: Completion) {
    let text = shell.text
    // Where options are offered, and not where the shell asks psst for names.
    let offers = text.split(separator: "\n").filter {
      $0.contains("options=") || $0.contains(" -l ")
    }
    .joined(separator: "\n")
    for row in CommandTable.commands {
      for word in row.words { #expect(text.contains(word)) }
      for option in row.options {
        let isOffered = offers.contains(
          shell == .fish ? " -l \(option.name) " : "--\(option.name)")
        #expect(isOffered != option.isHidden, "\(option.name)")
      }
    }
  }

  @Test(arguments: [
    ("bo", true), ("ana.müller@example.org", true), ("-rf", false), ("$(reboot)@a.b", false),
    ("a b", false), ("`x`", false), ("a;b", false), ("", false), ("a*", false),
  ])
  func `Z2 what a shell might expand is not given to it`(name: String, isSafe: Bool) {
    #expect(NameKind.isSafe(name) == isSafe)
  }
}
