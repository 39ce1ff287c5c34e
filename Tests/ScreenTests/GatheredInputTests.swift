import Screen
import Testing

@Suite struct GatheredInputTests {
  private func keys(_ text: String) -> [Input] { text.map { .key(Key(.character($0))) } }

  @Test func `Z4 many characters at once are one input, and everything between them stays`() {
    let long = String(repeating: "aé漢", count: 10)
    let enter = Input.key(Key(.enter))
    #expect(Input.gathered(keys(long)) == [.typed(long)])
    #expect(Input.gathered(keys("a word")) == keys("a word"), "as somebody types")
    #expect(
      Input.gathered(keys(long) + [enter] + keys("a") + [.focus(true)] + keys(long))
        == [.typed(long), enter] + keys("a") + [.focus(true), .typed(long)])
    let held = Input.key(Key(.character("x"), .alt))
    #expect(Input.gathered(keys(long) + [held]) == [.typed(long), held])
    #expect(Input.gathered([]) == [])
  }
}
