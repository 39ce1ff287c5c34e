import Foundation
import Harness
import Scenes
import Scratch
import Testing

/// What the manual shows is played again: it cannot go stale.
@MainActor @Suite struct ManualTests {
  private let folder = ScratchFolder()

  private func recording(_ name: String) throws -> Recording {
    try Recording(of: ShippedScenes.load(name), .init(folder: folder.path))
  }

  @Test func `I7 the recordings in the manual are made from scenes`() throws {
    let tour = try recording("tour")
    try ManualPage.checkFile("Resources/tour.svg", tour.movie())
    for (file, caption) in [
      ("chat", "Bo types"), ("offline", "Go on writing"), ("queue", "Alt-Q reviews"),
      ("search", "Alt-G finds"),
    ] {
      try ManualPage.checkFile("Resources/\(file).svg", try #require(tour.still(at: caption)))
    }
    let pictures = try recording("pictures")
    for (file, caption) in [
      ("conversation", "Two people talk"), ("group", "Groups"), ("tunnel", "Without a network"),
      ("review", "The offline queue"), ("found", "Everything is found"),
    ] {
      try ManualPage.checkFile(
        "Resources/\(file).svg", try #require(pictures.still(at: caption)))
    }
  }

  @Test func `I7 the manual's words for scenes are the table that parses them`() throws {
    var page = try ManualPage("Scenes.md")
    try page.check("words", SceneManual.markdown)
    let list = try ShippedScenes.names.map { name in
      let scene = try ShippedScenes.load(name)
      return "| `\(name)` | \(scene.title) | \(scene.proves.joined(separator: ", ")) |"
    }
    let head = ["| Scene | What it shows | Proves |", "|---|---|---|"]
    try page.check("list", (head + list).joined(separator: "\n") + "\n")
  }

  @Test func `X1 X2 X3 X4 X5 X6 X7 X8 README lists the scenarios with their last results`() throws {
    var lines = ["| Scenario | What happens | Steps | Took | Result |", "|---|---|---|---|---|"]
    for name in (1...8).map({ "x\($0)" }) {
      let scene = try ShippedScenes.load(name)
      let recording = try recording(name)
      let time = (recording.frames.last?.time ?? 0) / 1_000
      lines.append(
        "| X\(name.dropFirst()) | \(scene.title) "
          + "| [\(scene.steps.count)](Sources/Scenes/Shipped/\(name).scene) | \(time) s | as expected |"
      )
    }
    var readme = try ManualPage("README.md")
    try readme.check("scenarios", lines.joined(separator: "\n") + "\n")
  }
}
