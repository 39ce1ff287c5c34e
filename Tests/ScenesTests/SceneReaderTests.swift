import Scenes
import Screen
import Testing

@Suite struct SceneReaderTests {
  private func scene(_ text: String) throws(SceneError) -> Scene {
    try Scene.parse(text, name: "play") { $0 == "cast" ? "me ana\nfriend bo Bo Reyes" : nil }
  }

  @Test func `I7 C1 another account of mine has people of its own`() throws {
    let scene = try scene(
      """
      me ana
      account work
      colleague dee Dee Okafor
      dee says hello
      other server stops
      """)
    #expect(scene.account == "work" && scene.colleagues.map(\.fullName) == ["Dee Okafor"])
    #expect(scene.steps.map(\.kind) == [.says("dee", "hello"), .otherServer(isUp: false)])
    for (text, problem) in [
      ("me ana\ncolleague dee\nwait 1 s", "play:2:11: whose colleague is said first: account NAME"),
      (
        "me ana\naccount work\ncolleague dee\naccount home\nwait 1 s",
        "play:4:9: colleagues come after the account that they are of"
      ),
    ] {
      let error = #expect(throws: SceneError.self) { try self.scene(text) }
      #expect(error.map { "\($0)" }?.contains(problem) == true, "\(String(describing: error))")
    }
  }

  @Test func `I7 a scene is read line by line`() throws {
    let scene = try scene(
      """
      # who is there
      title Two people
      proves S1 X1
      include cast
      screen 80x24

      type hello "bo"
      press Alt-Q Enter
      bo says 5" is enough
      until row "a" "b" within 300 ms
      expect not screen "c\\nd"
      network slow 400 kbit/s 400 ms 5 % loss
      """)
    #expect(scene.title == "Two people")
    #expect(scene.proves == ["S1", "X1"])
    #expect(scene.me.name == "ana")
    #expect(scene.friends.map(\.fullName) == ["Bo Reyes"])
    #expect(scene.screen.width == 80)
    let kinds = scene.steps.map(\.kind)
    #expect(kinds[0] == .type("hello \"bo\""))
    #expect(kinds[2] == .says("bo", "5\" is enough"))
    #expect(kinds[3] == .until(.row(["a", "b"]), isTrue: true, within: 300))
    #expect(kinds[4] == .expect(.screen(["c\nd"]), isTrue: false))
    #expect(kinds[5] == .network("", .slow(rate: 400_000, delay: 400, loss: 5)))
    #expect("\(scene.steps[0].place)" == "play:7:1")
  }

  @Test(arguments: [
    ("netwrk off", "play:1:1: \"netwrk\" is not understood; did you mean \"network\"?"),
    ("  network of", "play:1:11: \"of\" is not understood; did you mean \"off\"?"),
    ("friend bo\nbob says hi", "play:2:1: \"bob\" is not understood; did you mean \"bo\"?"),
    ("wait 3 secs", "play:1:8: \"secs\" is not understood; expected ms, s, min, h or days"),
    ("wait", "play:1:5: the line ends here; expected a time such as 2 s"),
    ("press Entr", "play:1:7: \"Entr\" is not understood; did you mean \"Enter\"?"),
    ("expect screen hello", "play:1:15: \"hello\" is not understood; expected a text in"),
    ("expect scren \"a\"", "play:1:8: \"scren\" is not understood; did you mean \"screen\"?"),
    ("expect color \"a\" titel", "play:1:18: \"titel\" is not understood; did you mean \"title\"?"),
    ("expect color \"a\" status.qeued", "did you mean \"status.queued\"?"),
    ("until screen \"a\" within 5", "play:1:26: the line ends here; expected ms, s"),
    ("theme nrod", "play:1:7: there is no theme \"nrod\"; did you mean \"nord\"?"),
    ("policy atuo", "play:1:8: there is no policy \"atuo\"; did you mean \"auto\"?"),
    ("friend a@b", "play:1:8: \"a@b\" cannot be a name in an address"),
    ("friend bo\nfriend bo", "play:2:8: bo is there already"),
    ("wait 1 s\nscreen 80x24", "\"screen\" can only stand before the first step"),
    ("expct screen \"a\"", "play:1:1: \"expct\" is not understood; did you mean \"expect\"?"),
    ("frend bo", "play:1:1: \"frend\" is not understood; did you mean \"friend\"?"),
    ("expect screen \"a", "play:1:15: the quotation mark is not closed"),
    ("me ana\nme bo", "play:2:1: who I am is said already"),
    ("friend me", "play:1:8: \"me\" is who sits at the screen"),
    ("friend bo\nbo lokos away", "play:2:4: \"lokos\" is not understood; did you mean \"looks\"?"),
    ("me ana\nana dies", "play:2:5: \"dies\" is not understood; expected \"says\", \"sends\""),
    ("friend bo\nbo agrees about bo", "play:2:4: \"agrees\" is not understood"),
    (
      "friend bo\nexpect bo agrees about bo",
      "play:2:24: \"bo\" is not understood; expected \"the\""
    ),
    (
      "friend bo\nbo enters the group team",
      "play:2:21: \"team\" is not understood; expected a group, of which the scene names none"
    ),
    (
      "friend bo\ngroup team\nbo leaves the group taem",
      "play:3:21: \"taem\" is not understood; did you mean \"team\"?"
    ),
    ("group team\ngroup team", "play:2:7: team is there already"),
    ("group te@m", "play:1:7: \"te@m\" cannot be a name in an address"),
    (
      "server refuses \"a\" because forbiden",
      "play:1:28: \"forbiden\" is not understood; did you mean \"forbidden\"?"
    ),
    ("friend bo\nbo sends -1 within 1 s", "play:2:10: \"-1\" is not understood; expected a number"),
    ("title Nothing", "play:1:1: nothing happens in this scene"),
    ("", "play:1:1: nothing happens in this scene"),
    ("screen 80", "play:1:8: \"80\" is not understood; expected a size such as 80x24"),
    ("include crast", "play:1:9: there is no scene \"crast\""),
    ("disk ful", "play:1:6: \"ful\" is not understood; did you mean \"full\"?"),
    ("wait 2 s more", "play:1:10: \"more\" is not understood; expected the end of the line"),
  ])
  func `I7 what is wrong with a line is told with its place and the nearest word`(
    text: String, told: String
  ) {
    let error = #expect(throws: SceneError.self) { try scene(text) }
    #expect("\(error!)".contains(told), "\(error!)")
  }

  @Test func `I7 I am spoken of by my name or as me`() throws {
    let scene = try scene("me ana\nme says hello\nana sends 3 within 1 s\nexpect me has 0 unread")
    #expect(scene.steps.map(\.kind)[0] == .says("ana", "hello"))
    #expect(scene.steps.map(\.kind)[1] == .sends("ana", 3, within: 1_000))
    #expect(scene.steps.map(\.kind)[2] == .expect(.unread("ana", 0), isTrue: true))
    #expect(scene.steps.map(\.line)[1] == "ana sends 3 within 1 s")
  }

  @Test func `I7 scenes that include each other end with an error`() {
    let error = #expect(throws: SceneError.self) {
      try Scene.parse("include a", name: "a") { _ in "include a" }
    }
    #expect("\(error!)".contains("end nowhere"))
  }

  @Test func `I7 Z4 whatever is written, it is a scene or an error with its place`() {
    var random = SeededText(seed: 7)
    for _ in 0..<3_000 {
      let text = random.scene()
      do {
        _ = try Scene.parse(text, name: "any") { _ in nil }
      } catch {
        guard case .unreadable(let place, _) = error else {
          Issue.record("\(error) for \(text)")
          continue
        }
        #expect(place.line >= 1 && place.column >= 1)
      }
    }
  }
}

/// Texts made of the words of scenes, and of others.
private struct SeededText {
  private static let words =
    SceneManual.lines.flatMap { $0.split(separator: " ").map(String.init) } + [
      "\"", "\"a", "b\"", "\"a b\"", "#", "\\", "9999999999999999999", "-1", "0x0", "é", "👨‍👩‍👧",
      "\u{1B}[2J",
      "\u{0}", "\t", "within", "not", "include", "any",
    ]
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  mutating func scene() -> String {
    (0..<(1 + below(4))).map { _ in
      (0..<below(7)).map { _ in Self.words[below(Self.words.count)] }.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
