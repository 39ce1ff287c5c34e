import Screen
import Testing

@testable import Views

@Suite struct OnboardingTests {
  static func text(_ onboarding: Onboarding, _ width: Int = 80, _ height: Int = 24) -> String {
    let surface = onboarding.render(size: Size(width: width, height: height))
    return (0..<height).map { surface.text(row: $0).trimmedEnd }.filter { !$0.isEmpty }
      .map { String($0.trimmingPrefix(" ")) }.joined(separator: "\n")
  }

  static func press(_ onboarding: inout Onboarding, _ keys: Key...) -> Onboarding.Choice? {
    var choice: Onboarding.Choice?
    for key in keys { choice = onboarding.handle(.key(key)) }
    return choice
  }

  @Test func `C1 the first run offers the three ways to begin`() {
    let onboarding = Onboarding(theme: .plain, name: "ana")
    let rows = Self.text(onboarding).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      rows == [
        "psst: messages that do not get lost", "Your name: ana",
        "▸ Start now (private server on this computer, no account)",
        "Sign in with an XMPP account", "Watch the 60-second tour",
        "Up Down choose  Enter start  Esc quit",
      ])
  }

  @Test func `C1 Enter starts at once with the name that stands there`() {
    var onboarding = Onboarding(theme: .plain, name: "ana")
    #expect(Self.press(&onboarding, Key(.enter)) == .startNow(name: "ana"))
  }

  @Test func `C1 a typed name takes the place of the suggested one, an edited one stays`() {
    var typed = Onboarding(theme: .plain, name: "ana")
    #expect(Self.press(&typed, .char("b"), .char("o"), Key(.enter)) == .startNow(name: "bo"))
    var edited = Onboarding(theme: .plain, name: "ana")
    #expect(
      Self.press(&edited, Key(.backspace), .char("e"), Key(.enter)) == .startNow(name: "ane"))
  }

  @Test func `C1 signing in asks for address and password, which is not shown`() {
    var onboarding = Onboarding(theme: .plain, name: "ana")
    #expect(Self.press(&onboarding, Key(.down), Key(.enter)) == nil)
    _ = onboarding.handle(.paste("ana@example.org"))
    _ = Self.press(&onboarding, Key(.tab))
    _ = onboarding.handle(.paste("secret"))
    let text = Self.text(onboarding)
    #expect(text.contains("ana@example.org"))
    #expect(text.contains("Password: ******"))
    #expect(!text.contains("secret"))
    #expect(
      Self.press(&onboarding, Key(.enter))
        == .signIn(address: "ana@example.org", password: "secret"))
  }

  @Test func `what is missing is said`() {
    var onboarding = Onboarding(theme: .plain, name: "")
    #expect(Self.press(&onboarding, Key(.enter)) == nil)
    #expect(Self.text(onboarding).contains("Type your name first."))
    onboarding.message = "The password is wrong."
    #expect(Self.text(onboarding).contains("The password is wrong."))
  }

  @Test func `the tour, and leaving`() {
    var onboarding = Onboarding(theme: .plain, name: "ana")
    #expect(Self.press(&onboarding, Key(.down), Key(.down), Key(.enter)) == .tour)
    #expect(Self.press(&onboarding, Key(.escape)) == .quit)
    #expect(Self.press(&onboarding, .ctrl("c")) == .quit)
  }

  @Test func `I2 on a small screen what is marked stays in sight`() {
    var onboarding = Onboarding(theme: .plain, name: "ana")
    _ = Self.press(&onboarding, Key(.down), Key(.down))
    #expect(Self.text(onboarding, 30, 3).contains("Watch"))
    #expect(!Self.text(onboarding, 1, 1).isEmpty)
  }
}
