import Screen
import Testing

@testable import Views

@Suite struct ScreenshotTests {
  @Test(arguments: [(100, 30), (80, 24), (40, 12), (20, 5), (30, 10), (160, 20)])
  func shots(w: Int, h: Int) {
    var stage = Stage.conversation(w, h)
    print(
      "== \(w)x\(h)\n"
        + stage.text.split(separator: "\n", omittingEmptySubsequences: false).map { "|\($0)" }
        .joined(separator: "\n"))
    stage.press(.ctrl("k")); stage.type("c")
    print(stage.text)
  }
}
