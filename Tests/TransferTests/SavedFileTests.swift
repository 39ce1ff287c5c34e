import Foundation
import Model
import Scratch
import Testing

@testable import Transfer

/// Files of others in a folder of the user's.
@Suite struct SavedFileTests {
  @Test(arguments: [
    ("a plan.pdf", "a plan.pdf"), (".bashrc", "bashrc"), ("..", "file"), ("-rf", "rf"),
    ("a/b\\c", "a_b_c"), ("x:y|z?.txt", "x_y_z_.txt"), ("con. ", "con"), ("", "file"),
    (".tar.gz", "tar.gz"), ("a\nb", "a_b"),
  ])
  func `F3 Z2 no name of somebody else's leads out of the folder, or hides in it`(
    told: String, name: String
  ) {
    #expect(SavedFile.name(for: told) == name)
  }

  @Test func `F3 a long name is cut, and keeps its end`() {
    let name = SavedFile.name(for: String(repeating: "ü", count: 300) + ".pdf")
    #expect(name.utf8.count <= 200 && name.hasSuffix("ü.pdf"))
  }

  @Test func `F3 nothing of that name is overwritten, nor written through a link`() throws {
    let folder = ScratchFolder()
    let saved = folder.file("saved")
    func part(_ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(filePath: folder.file("part")))
      return folder.file("part")
    }
    #expect(try SavedFile.move(part("one"), to: saved, as: "a.txt") == saved + "/a.txt")
    #expect(try SavedFile.move(part("two"), to: saved, as: "a.txt") == saved + "/a (2).txt")
    #expect(symlink(folder.file("elsewhere"), saved + "/b.txt") == 0)
    #expect(try SavedFile.move(part("three"), to: saved, as: "b.txt") == saved + "/b (2).txt")
    #expect(try String(contentsOfFile: saved + "/a.txt", encoding: .utf8) == "one")
    #expect(try String(contentsOfFile: saved + "/a (2).txt", encoding: .utf8) == "two")
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
  }

  @Test(arguments: [
    ("192.0.2.1", false), ("10.1.2.3", false), ("172.16.0.1", false), ("172.32.0.1", true),
    ("192.168.1.1", false), ("127.0.0.1", false), ("169.254.169.254", false), ("0.0.0.0", false),
    ("100.64.0.1", false), ("224.0.0.1", false), ("255.255.255.255", false), ("8.8.8.8", true),
    ("::1", false), ("::", false), ("fe80::1", false), ("fd00::1", false), ("ff02::1", false),
    ("::ffff:10.0.0.1", false), ("::ffff:8.8.8.8", true), ("2001:db8::1", false),
    ("2002:0a00:0001::1", false), ("2606:4700::1111", true), ("64:ff9b::a00:1", false),
    ("example.org", false), ("", false),
  ])
  func `F3 Z3 what somebody names reaches nothing in my own house`(
    address: String, isPublic: Bool
  ) {
    #expect(WebAddress.isPublic(address) == isPublic)
  }
}
