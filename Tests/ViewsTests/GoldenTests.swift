import Harness
import Testing

@testable import Views

/// Whole screens as text, with the blanks at the ends of rows taken away, in five sizes. They are kept in
/// `Pictures`; `PSST_UPDATE=1` rewrites them, and a changed one needs its reason in the commit.
@Suite struct GoldenTests {
  struct Scene: CustomTestStringConvertible {
    let name: String
    /// What its pictures prove.
    let title: String
    let stage: @Sendable (Int, Int) -> Stage

    var testDescription: String { title }
  }

  static let scenes = [
    Scene(
      name: "conversation", title: "I2 S5 S7 T3: a conversation", stage: GoldenScenes.conversation),
    Scene(
      name: "offline", title: "I2 N4 O2 O13 S5: the same offline with a queue",
      stage: GoldenScenes.offline),
    Scene(
      name: "quitting", title: "I2 O18: the question before quitting", stage: GoldenScenes.quitting),
    Scene(
      name: "asking", title: "I2 O5: the toast over a conversation", stage: GoldenScenes.asking),
    Scene(name: "queue", title: "I2 O6 O15: the queue review", stage: GoldenScenes.queue),
    Scene(
      name: "settings", title: "I2 I9: the settings, one of them selected",
      stage: GoldenScenes.settings),
    Scene(name: "styling", title: "M5: what is marked in texts", stage: GoldenScenes.styling),
    Scene(
      name: "deleted", title: "M2: what was deleted for everyone, and what asks before",
      stage: GoldenScenes.deleted),
    Scene(
      name: "reply", title: "M3: answers, and one that is written", stage: GoldenScenes.reply),
    Scene(
      name: "reactions", title: "M4: reactions, and one that is chosen",
      stage: GoldenScenes.reactions),
    Scene(
      name: "group", title: "D4 G4: a group, who has read there, and who came and went",
      stage: GoldenScenes.group),
    Scene(
      name: "spelling", title: "I12: what may be meant by a misspelt word",
      stage: GoldenScenes.spelling),
    Scene(name: "life", title: "I2: the life of a message", stage: GoldenScenes.life),
  ]

  @Test(arguments: scenes)
  func `I2 a screen looks as it does in its pictures`(scene: Scene) throws {
    var file = PictureFile("Tests/ViewsTests/Pictures/\(scene.name).txt", title: scene.title)
    for (width, height) in [(140, 45), (100, 30), (80, 24), (60, 20), (40, 12)] {
      let size = "\(width)×\(height)"
      let rows = scene.stage(width, height).rows
      if PictureFile.isUpdating {
        file[size] = rows
        try file.write()
      }
      let difference = PictureFile.difference(expected: file[size] ?? [], seen: rows)
      #expect(difference.isEmpty, "\(size)\n\(difference)")
    }
  }
}
