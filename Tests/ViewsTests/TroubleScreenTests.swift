import Model
import Screen
import Testing

@testable import Views

@Suite struct TroubleScreenTests {
  private func trouble(_ remedies: [DiskTrouble.Remedy]) -> DiskTrouble {
    DiskTrouble(
      state: .closed, reason: "the file of the messages is damaged",
      advice: "What can be read is shown.", path: "/home/ana/messages.sqlite", remedies: remedies)
  }

  private func screen(_ remedies: [DiskTrouble.Remedy]) -> TroubleScreen {
    TroubleScreen(theme: .plain, trouble: trouble(remedies))
  }

  private func text(_ screen: TroubleScreen, _ size: Size) -> [String] {
    let surface = screen.render(size: size)
    return (0..<size.height).map { surface.text(row: $0) }
  }

  private func press(_ code: Key.Code) -> Input { .key(Key(code)) }

  @Test func `P5 it says what is wrong, what to do, and which file it is`() {
    let lines = text(screen([.read, .setAside]), Size(width: 80, height: 24))
    let all = lines.joined(separator: "\n")
    for words in [
      "psst cannot open its messages", "The file of the messages is damaged.",
      "What can be read is shown.", "/home/ana/messages.sqlite", "Try again", "Read what",
      "Set the file aside", "Quit",
    ] {
      #expect(all.contains(words), "\(words)")
    }
  }

  @Test func `P5 nothing is set aside before it is asked for twice`() {
    var screen = screen([.read, .setAside])
    #expect(screen.handle(press(.enter)) == .tryAgain)
    _ = screen.handle(press(.down))
    #expect(screen.handle(press(.enter)) == .remedy(.read))
    _ = screen.handle(press(.down))
    #expect(screen.handle(press(.enter)) == nil)
    #expect(text(screen, Size(width: 80, height: 24)).joined().contains("Enter again"))
    #expect(screen.handle(press(.enter)) == .remedy(.setAside))
    _ = screen.handle(press(.escape))
    #expect(screen.handle(press(.escape)) == .quit)
  }

  @Test(arguments: [(20, 5), (40, 8), (1, 1), (0, 0), (200, 60)])
  func `P5 I2 the marked choice is in view at any size`(width: Int, height: Int) {
    var screen = screen([.read, .setAside])
    for _ in 0..<4 {
      let lines = text(screen, Size(width: width, height: height))
      if width >= 20 { #expect(lines.contains { $0.contains("▸") }) }
      _ = screen.handle(press(.down))
    }
  }
}
