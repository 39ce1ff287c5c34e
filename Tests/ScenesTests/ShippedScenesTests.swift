import Foundation
import Harness
import Scenes
import Scratch
import Testing

@MainActor @Suite struct ShippedScenesTests {
  @Test(arguments: ShippedScenes.names)
  func `I7 what a shipped scene expects is so`(name: String) throws {
    let scene = try ShippedScenes.load(name)
    #expect(!scene.title.isEmpty)
    #expect(!scene.proves.isEmpty)
    let folder = ScratchFolder()
    try Performance.play(scene, .init(folder: folder.path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `I7 every scene of the folder is shipped`() throws {
    let folder = Repository.root + "/Sources/Scenes/Shipped"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(files.map { $0.replacing(".scene", with: "") }) == Set(ShippedScenes.names))
  }
}
