import Screen
import Testing

@testable import Views

@Suite struct AccountQuestionTests {
  private func text(_ question: AccountQuestion, _ size: Size) -> String {
    let surface = question.render(size: size)
    return (0..<size.height).map { surface.text(row: $0) }.joined(separator: "\n")
  }

  private func press(_ code: Key.Code) -> Input { .key(Key(code)) }

  @Test func `C1 a name that is almost another's opens that one first, and making is chosen`() {
    var question = AccountQuestion(theme: .plain, name: "anna", alike: "ana")
    let words = text(question, Size(width: 80, height: 24))
    for part in ["There is no account anna here", "▸ Open ana", "Make anna", "Quit"] {
      #expect(words.contains(part), "\(part)")
    }
    #expect(question.handle(press(.enter)) == .open("ana"))
    _ = question.handle(press(.down))
    #expect(question.handle(press(.enter)) == .make)
    _ = question.handle(press(.down))
    #expect(question.handle(press(.enter)) == .quit)
  }

  @Test func `C1 what came of it is said until one goes on, and Esc makes nothing`() {
    var question = AccountQuestion(theme: .plain, name: "bo", alike: nil)
    #expect(text(question, Size(width: 80, height: 24)).contains("▸ Make bo"))
    question.message = "The private server does not start."
    #expect(text(question, Size(width: 40, height: 12)).contains("does not start"))
    _ = question.handle(press(.down))
    #expect(!text(question, Size(width: 40, height: 12)).contains("does not start"))
    #expect(question.handle(press(.escape)) == .quit)
    #expect(question.handle(.key(Key(.character("c"), .control))) == .quit)
  }

  @Test(arguments: [(100, 30), (40, 12), (20, 5)])
  func `I2 at any size the marked choice is seen`(width: Int, height: Int) {
    let question = AccountQuestion(theme: .plain, name: "bo", alike: "bob")
    #expect(text(question, Size(width: width, height: height)).contains("Open bob"))
    _ = text(question, Size(width: 1, height: 1))
  }
}
