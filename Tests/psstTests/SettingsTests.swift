import Model
import Screen
import Scratch
import Store
import Testing

@testable import Files
@testable import Views
@testable import psst

/// The settings on the screen are those of the file (I9).
@Suite struct SettingsTests {
  private let folder = ScratchFolder()
  private var paths: Paths {
    Paths(environment: ["PSST_HOME": folder.path], currentFolder: "/", home: "/")
  }

  private static let now = Moment(
    wall: Timestamp(milliseconds: 1_778_594_520_000), uptime: 1_000, bootID: "boot", random: 7)

  private struct Seat {
    var interface = Interface(theme: .plain)
    let snapshot = Snapshot(accounts: [AccountState(JID("ana@localhost")!)])
    let size = Size(width: 100, height: 30)

    init() { _ = interface.handle(.resize(size), snapshot: snapshot, now: SettingsTests.now) }

    mutating func press(_ key: Key) -> [Action] {
      interface.handle(.key(key), snapshot: snapshot, now: SettingsTests.now)
        + interface.update(snapshot, now: SettingsTests.now)
    }

    mutating func type(_ text: String) { for one in text { _ = press(Key(.character(one))) } }

    var text: String {
      let surface = interface.render(snapshot, size: size, now: SettingsTests.now)
      return (0..<size.height).map { surface.text(row: $0) }.joined(separator: "\n")
    }
  }

  /// What one types for another value, and how that stands in the file.
  private static func other(than row: SettingRow) -> (typed: String?, written: String?) {
    switch row.kind {
    case .toggle: (nil, row.standard == "true" ? "false" : "true")
    case .choice(let all):
      (nil, all[((all.firstIndex(of: row.standard) ?? 0) + 1) % all.count])
    case .theme: (nil, nil)
    case .number: ("7", "7")
    case .word: ("de_DE", "\"de_DE\"")
    case .words(let alone): alone.isEmpty ? ("ana, bo", #"["ana", "bo"]"#) : ("bell", #"["bell"]"#)
    }
  }

  @Test(arguments: SettingTable.rows.map(\.key))
  func `I9 every setting can be seen and changed in the program, and the rest of the file stays`(
    key: String
  ) throws {
    let row = try #require(SettingTable.rows.first { $0.key == key })
    let before =
      "# my settings\n\n# how it looks\ntheme = \"mono\"  # calm\n\n[keys.anywhere]\nqueue = \"F5\"\n"
    folder.write(before, to: "config/config.toml")
    var seat = Seat()
    #expect(seat.press(.alt(",")).contains(.readSettings))
    seat.interface.take(SettingsFile(paths))
    while !seat.text.contains("▌ \(row.title) ") {
      let seen = seat.text
      _ = seat.press(.char("j"))
      try #require(seat.text != seen, "\(row.title) is not there")
    }
    let words = row.about.split(separator: " ").prefix(6).joined(separator: " ")
    #expect(seat.text.contains("─ \(key) = ") && seat.text.contains("  \(words)"))
    let (typed, written) = Self.other(than: row)
    var actions = seat.press(Key(.enter))
    if let typed {
      _ = seat.press(.ctrl("u"))
      seat.type(typed)
      actions = seat.press(Key(.enter))
    }
    guard let written else {
      _ = seat.press(Key(.down))
      #expect(seat.press(Key(.enter)).contains { if case .keepTheme = $0 { true } else { false } })
      return
    }
    #expect(actions == [.keepSetting(key, written)])
    try ConfigurationFile.keep(key, written, paths)
    let read = SettingsFile(paths).settings.first { $0.key == key }
    #expect(read?.written == written && read?.complaint == nil)
    #expect(Configuration.read(paths).complaints == [])
    let after = String(decoding: try PrivateFile.read(paths.configurationFile) ?? [], as: UTF8.self)
    #expect(after == "\(key) = \(written)\n" + before)
    try ConfigurationFile.keep(key, nil, paths)
    let back = String(decoding: try PrivateFile.read(paths.configurationFile) ?? [], as: UTF8.self)
    #expect(back == before)
  }

  @Test func `I9 a value that its reader does not take is not written`() throws {
    folder.write("idle = 3\n", to: "config/config.toml")
    let failure = #expect(throws: Failure.self) {
      try ConfigurationFile.keep("idle", "99999", paths)
    }
    #expect(failure?.text == "idle must be minutes, from 0 (never) to 1440")
    #expect(Configuration.read(paths).idleMinutes == 3)
  }

  @Test func `I9 A4 a broken file is told and not touched`() throws {
    let broken = "idle = 3\npolicy = = 1\n"
    folder.write(broken, to: "config/config.toml")
    let file = SettingsFile(paths)
    #expect(file.trouble?.hasPrefix("config.toml:2: ") == true)
    #expect(file.settings.map(\.key) == SettingTable.rows.map(\.key))
    #expect(throws: Failure.self) { try ConfigurationFile.keep("idle", "4", paths) }
    #expect(throws: Failure.self) { try ConfigurationFile.keep("idle", nil, paths) }
    let after = String(decoding: try PrivateFile.read(paths.configurationFile) ?? [], as: UTF8.self)
    #expect(after == broken)
  }

  @Test func `I9 what is wrong in the file stands beside its setting`() {
    let file = SettingsFile(toml: "idle = -1\nlist = \"compact\"\n")
    let idle = file.settings.first { $0.key == "idle" }
    #expect(idle?.complaint == "idle must be minutes, from 0 (never) to 1440")
    #expect(idle?.value == "5" && idle?.written == "-1")
    #expect(file.settings.first { $0.key == "list" }?.value == "\"compact\"")
  }

  @Test(arguments: ["idle = 3 # mine\nlist = \"compact\"\n", "list = \"compact\"\nidle = 3"])
  func `I9 a setting is taken out with its line`(text: String) throws {
    let rest = try ConfigurationFile.removing("idle", from: text)
    #expect(rest == "list = \"compact\"\n" || rest == "list = \"compact\"")
    #expect(throws: Failure.self) {
      try ConfigurationFile.removing("accounts", from: "accounts = [\n\"ana\",\n]\n")
    }
  }
}
