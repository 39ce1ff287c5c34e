import Model
import Screen
import Testing

@testable import Views

@Suite struct OnboardingTests {
  static func text(_ onboarding: Onboarding, _ width: Int = 80, _ height: Int = 24) -> String {
    let surface = onboarding.render(size: Size(width: width, height: height))
    return (0..<height).map { surface.text(row: $0).trimmedEnd }.filter { !$0.isEmpty }
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }

  static func press(_ onboarding: inout Onboarding, _ keys: Key...) -> Onboarding.Choice? {
    var choice: Onboarding.Choice?
    for key in keys { choice = onboarding.handle(.key(key)) }
    return choice
  }

  static func begin(_ name: String, taken: Set<String> = []) -> Onboarding {
    Onboarding(theme: .plain, name: name, taken: taken)
  }

  /// Behind the name.
  static func ways(_ name: String = "ana") -> Onboarding {
    var onboarding = begin(name)
    _ = press(&onboarding, Key(.enter))
    return onboarding
  }

  @Test func `C1 the first run asks for the name first, and shows the address it makes`() {
    var onboarding = Self.begin("ana")
    #expect(Self.text(onboarding).contains("▸ Your name: ana\nAddress:   ana"))
    #expect(!Self.text(onboarding).contains("Start now"))
    _ = onboarding.handle(.paste("Ana Müller"))
    #expect(Self.text(onboarding).contains("Your name: Ana Müller\nAddress:   ana.muller"))
    #expect(
      Self.press(&onboarding, Key(.enter), Key(.enter))
        == .startNow(name: "Ana Müller", local: "ana.muller"))
  }

  @Test func `C1 the first run then offers the three ways to begin, with a line for each`() {
    let rows = Self.text(Self.ways()).split(separator: "\n")
    #expect(
      rows == [
        "How do you want to begin, ana?", "▸ Start now",
        "As ana, with the people of this computer; no account needed.", "Sign in",
        "With an account of any XMPP server, or make one there.", "Take the tour",
        "A minute that shows what psst does. Nothing is kept.",
        "Up Down choose  Enter start  Esc back",
      ])
  }

  @Test func `C1 a typed name takes the place of the suggested one, an edited one stays`() {
    var typed = Self.begin("ana")
    #expect(
      Self.press(&typed, .char("b"), .char("o"), Key(.enter), Key(.enter))
        == .startNow(name: "bo", local: "bo"))
    var edited = Self.begin("ana")
    #expect(
      Self.press(&edited, Key(.backspace), .char("e"), Key(.enter), Key(.enter))
        == .startNow(name: "ane", local: "ane"))
  }

  @Test func `C1 an address of one's own stays, an empty one goes with the name again`() {
    var onboarding = Self.begin("Ana")
    _ = Self.press(&onboarding, Key(.down), .ctrl("u"), .char("X"), .char("y"), Key(.up))
    _ = Self.press(&onboarding, .char("B"), .char("o"))
    #expect(
      Self.press(&onboarding, Key(.enter), Key(.enter)) == .startNow(name: "Bo", local: "xy"))
    _ = Self.press(&onboarding, Key(.escape), Key(.down), .ctrl("u"), Key(.up), .char("b"))
    #expect(Self.text(onboarding).contains("Address:   bob"))
  }

  @Test func `C1 an address that cannot be, or is somebody's, is said and keeps what was typed`() {
    var onboarding = Self.begin("Ana", taken: ["ana", "echo"])
    #expect(Self.text(onboarding).contains("Address:   ana2"))
    _ = Self.press(&onboarding, Key(.down), .ctrl("u"))
    _ = onboarding.handle(.paste("echo"))
    #expect(Self.press(&onboarding, Key(.enter)) == nil)
    #expect(Self.text(onboarding).contains("“echo” is taken on this computer"))
    _ = onboarding.handle(.paste(" a"))
    #expect(Self.press(&onboarding, Key(.enter)) == nil)
    #expect(Self.text(onboarding).contains("echo a"))
    #expect(Self.text(onboarding).contains("no spaces"))
  }

  @Test func `C1 who was signed out goes on with the history, and is told`() {
    var onboarding = Onboarding(theme: .plain, name: "Ana", taken: ["echo"], returning: ["ana"])
    _ = Self.press(&onboarding, Key(.enter))
    #expect(Self.text(onboarding).contains("As ana again, with the history"))
    #expect(Self.press(&onboarding, Key(.enter)) == .startNow(name: "Ana", local: "ana"))
  }

  @Test func `C1 signing in is a step of its own, with the name that was said`() {
    var onboarding = Self.ways("Ana")
    #expect(Self.press(&onboarding, Key(.down), Key(.enter)) == nil)
    _ = onboarding.handle(.paste("ana@example.org"))
    _ = Self.press(&onboarding, Key(.enter))
    _ = onboarding.handle(.paste("secret"))
    let text = Self.text(onboarding)
    #expect(text.contains("ana@example.org") && text.contains("******"))
    #expect(!text.contains("secret"))
    let request = SignInRequest(address: "ana@example.org", password: "secret", name: "Ana")
    #expect(Self.press(&onboarding, Key(.enter)) == .order(.signIn(request)))
    #expect(Self.text(onboarding).contains("One moment"))
    onboarding.take(.refused(SignInProblem("the password is wrong", at: .password)))
    #expect(Self.text(onboarding).contains("The password is wrong."))
    #expect(Self.text(onboarding).contains("ana@example.org"))
  }

  @Test func `C1 Esc goes back a step, and never out`() {
    var onboarding = Self.ways()
    #expect(Self.press(&onboarding, Key(.down), Key(.enter), Key(.escape)) == nil)
    #expect(Self.text(onboarding).contains("Start now"))
    #expect(Self.press(&onboarding, Key(.escape)) == nil)
    #expect(Self.text(onboarding).contains("Your name: ana"))
    #expect(Self.press(&onboarding, Key(.escape), Key(.escape)) == nil)
    #expect(Self.text(onboarding).contains("Ctrl-C quits"))
    #expect(Self.press(&onboarding, .ctrl("c")) == .quit)
  }

  @Test func `C1 who goes back while the server is asked wants no answer`() {
    var onboarding = Self.ways()
    _ = Self.press(&onboarding, Key(.down), Key(.enter))
    _ = onboarding.handle(.paste("ana@example.org"))
    _ = Self.press(&onboarding, Key(.enter), .char("x"), Key(.enter))
    #expect(Self.press(&onboarding, Key(.escape)) == .cancelOrder)
    _ = Self.press(&onboarding, Key(.enter))
    #expect(Self.text(onboarding).contains("ana@example.org"))
    #expect(!Self.text(onboarding).contains("One moment"))
  }

  @Test func `C1 what is missing is said`() {
    var onboarding = Self.begin("")
    #expect(Self.press(&onboarding, Key(.enter)) == nil)
    #expect(Self.text(onboarding).contains("Type your name first."))
  }

  @Test func `C1 the tour`() {
    var onboarding = Self.ways()
    #expect(Self.press(&onboarding, Key(.down), Key(.down), Key(.enter)) == .tour)
  }

  @Test func `I2 on a small screen what is marked stays in sight`() {
    var onboarding = Self.ways()
    _ = Self.press(&onboarding, Key(.down), Key(.down))
    #expect(Self.text(onboarding, 30, 3).contains("Take the tour"))
    #expect(!Self.text(onboarding, 1, 1).isEmpty)
    _ = Self.press(&onboarding, Key(.up), Key(.enter))
    for rows in 1...14 {
      #expect(Self.text(onboarding, 40, rows).contains("Address") || rows == 1, "\(rows)")
    }
  }
}
