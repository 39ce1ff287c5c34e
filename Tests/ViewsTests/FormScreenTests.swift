import Model
import Screen
import Store
import Testing

@testable import Views

/// A group's form as a screen (XEP-0004).
@Suite struct FormScreenTests {
  private static let form = DataForm(
    .form, title: "Configuration", instructions: "Complete and submit this form",
    fields: [
      .init(name: "FORM_TYPE", kind: .hidden, values: ["muc#roomconfig"]),
      .init(name: nil, kind: .fixed, values: ["What it is called"]),
      .init(name: "name", label: "Name", values: ["team"], isRequired: true),
      .init(name: "secret", kind: .secret, label: "Password", values: ["pass"]),
      .init(name: "text", kind: .lines, label: "Description", values: ["one", "two"]),
      .init(name: "only", kind: .boolean, label: "Members only", values: ["0"]),
      .init(
        name: "whois", kind: .choice, label: "Who sees addresses", values: ["moderators"],
        options: [
          .init(label: "Moderators", value: "moderators"), .init(label: "Anyone", value: "anyone"),
        ]),
      .init(
        name: "tell", kind: .choices, label: "Whose presence is told", values: ["m"],
        options: [.init(label: "Moderators", value: "m"), .init(label: "Visitors", value: "v")]),
      .init(name: "owners", kind: .addresses, label: "Owners", values: ["ana@localhost"]),
    ])

  private static func stage(_ width: Int = 100, _ height: Int = 30, _ form: DataForm = form)
    -> Stage
  {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: .joined, nick: "ana",
      occupants: [.init(nick: "ana", role: .moderator, affiliation: .owner)])
    stage.press(.ctrl("k"))
    stage.type("configure")
    stage.press(Key(.enter))
    stage.snapshot[.first].roomForm = OpenRoomForm(Stage.bo, .open(form))
    stage.update()
    return stage
  }

  private static func submitted(_ actions: [Action]) -> DataForm? {
    for case .intent(.moderate(Stage.bo, .submit(let form)), _) in actions { return form }
    return nil
  }

  private static func down(_ stage: inout Stage, _ times: Int) {
    for _ in 0..<times { stage.press(Key(.down)) }
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `G6 each kind of field is drawn and filled in, and all of it goes back`(
    width: Int, height: Int
  ) {
    var stage = Self.stage(width, height)
    #expect(stage.actions.contains(.intent(.moderate(Stage.bo, .configure))))
    #expect(stage.text.contains("Name *: team"))
    #expect(!stage.text.contains("FORM_TYPE") && !stage.text.contains("pass"))
    stage.type("s")
    Self.down(&stage, 1)
    stage.press(.ctrl("u"))
    stage.type("word")
    Self.down(&stage, 1)
    stage.press(Key(.enter))
    stage.type("three")
    Self.down(&stage, 1)
    stage.type(" ")
    Self.down(&stage, 1)
    stage.press(Key(.enter))
    #expect(stage.text.contains("‹ Anyone ›"))
    Self.down(&stage, 2)
    stage.type(" ")
    Self.down(&stage, 1)
    stage.press(Key(.enter))
    stage.type("bo@localhost")
    Self.down(&stage, 1)
    let form = Self.submitted(stage.press(Key(.enter)))
    #expect(form?.kind == .submit)
    #expect(form?.value("FORM_TYPE") == "muc#roomconfig")
    #expect(form?["name"]?.values == ["teams"] && form?["secret"]?.values == ["word"])
    #expect(form?["text"]?.values == ["one", "two", "three"] && form?["only"]?.values == ["1"])
    #expect(form?["whois"]?.values == ["anyone"] && form?["tell"]?.values == ["m", "v"])
    #expect(form?["owners"]?.values == ["ana@localhost", "bo@localhost"])
  }

  @Test func `G6 A4 what is refused says why and keeps what was typed; what is taken closes`() {
    var stage = Self.stage()
    stage.type(" of ours")
    Self.down(&stage, 20)
    stage.press(Key(.up), Key(.enter))
    stage.snapshot[.first].roomForm = OpenRoomForm(
      Stage.bo, .refused("The group was not changed: why"))
    stage.update()
    #expect(stage.text.contains("The group was not changed: why"))
    #expect(stage.text.contains("team of ours"))
    #expect(Self.submitted(stage.press(Key(.enter)))?["name"]?.values == ["team of ours"])
    stage.snapshot[.first].roomForm = OpenRoomForm(Stage.bo, .saved)
    stage.update()
    #expect(!stage.text.contains("Configure the group"))
  }

  @Test func `G6 what must be filled in is asked for before anything is sent`() {
    var stage = Self.stage()
    stage.press(.ctrl("u"))
    Self.down(&stage, 20)
    #expect(Self.submitted(stage.press(Key(.up), Key(.enter))) == nil)
    #expect(stage.text.contains("“Name” must be filled in"))
  }

  @Test func `G6 Esc goes back, and the group is told that nothing changes`() {
    var stage = Self.stage()
    #expect(
      stage.press(Key(.escape)).contains(.intent(.moderate(Stage.bo, .cancelConfiguration))))
    #expect(!stage.text.contains("Configure the group"))
  }

  @Test func `Z2 Z4 G6 a hostile form is drawn harmlessly, however large`() {
    let long = String(repeating: "long\n\u{1B}[2J\u{202E}", count: 500)
    let fields = (0..<300).map { number in
      DataForm.Field(
        name: "f\(number)", kind: number % 2 == 0 ? .line : .lines, label: long, values: [long])
    }
    var stage = Self.stage(80, 24, DataForm(.form, instructions: long, fields: fields))
    for _ in 0..<40 { stage.press(Key(.pageDown)) }
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
    #expect(stage.text.contains("[ Cancel ]"))
    _ = stage.press(Key(.escape))
  }
}
