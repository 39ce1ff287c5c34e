import Files
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
    ("a/\u{300}b", "a_\u{300}b"), (".\u{300}a", "\u{300}a"),
  ])
  func `F3 Z2 no name of somebody else's leads out of the folder, or hides in it`(
    told: String, name: String
  ) {
    #expect(SafeName.of(told) == name)
  }

  @Test func `F3 a long name is cut, and keeps its end`() {
    let name = SafeName.of(String(repeating: "ü", count: 300) + ".pdf")
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

  @Test func `F3 Z6 no name at all leads out of the folder, hides in it, or cannot be made there`()
  {
    let folder = ScratchFolder()
    var random = SeededGenerator(seed: 11)
    let odd: [Unicode.Scalar] = [
      "/", "\\", ".", " ", "-", "\0", "\n", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{202E}",
      "\u{2028}", ":", "~",
      "%", "$", "*", "\u{300}", "\u{FEFF}", "\u{10FFFF}", "é", "漢", "👍",
    ]
    for _ in 0..<2_000 {
      var told = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &random)) ?? "x"
        told.append(Bool.random(using: &random) ? odd.randomElement(using: &random)! : any)
      }
      let name = SafeName.of(Model.Attachment(name: String(told)).name)
      #expect(!name.isEmpty && name.utf8.count <= 200)
      #expect(!name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "/")))
      let (first, last) = (name.unicodeScalars.first, name.unicodeScalars.last)
      #expect(first != "." && first != "-" && last != "." && last != " ")
      let file = open(folder.path + "/" + name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      #expect(file >= 0, "\(name.debugDescription)")
      close(file)
      unlink(folder.path + "/" + name)
    }
  }

  @Test func `F3 a file is saved where the user says, and never over another`() throws {
    let folder = ScratchFolder()
    func part(_ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(filePath: folder.file("part")))
      return folder.file("part")
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("trip"), withIntermediateDirectories: false)
    let named = folder.file("trip/sea view.png")
    #expect(try SavedFile.move(part("one"), chosen: named, as: "a.png") == named)
    let inside = folder.file("trip/a.png")
    #expect(try SavedFile.move(part("two"), chosen: folder.file("trip/"), as: "a.png") == inside)
    #expect(throws: Failure("there is one of that name: choose another")) {
      try SavedFile.move(part("three"), chosen: named, as: "a.png")
    }
    #expect(symlink(folder.file("elsewhere"), folder.file("link")) == 0)
    for (path, reason) in [
      ("sea.png", "begin with / or ~/"), ("", "begin with / or ~/"),
      (folder.file("nowhere/sea.png"), "there is no folder \(folder.path)/nowhere/"),
      (folder.file("link"), "there is one of that name: choose another"),
      (named + "/x", "Not a directory"),
    ] {
      #expect(throws: Failure(reason), "\(path)") {
        try SavedFile.move(part("four"), chosen: path, as: "a.png")
      }
    }
    #expect(try String(contentsOfFile: named, encoding: .utf8) == "one")
    #expect(!FileManager.default.fileExists(atPath: folder.file("elsewhere")))
    #expect(try String(contentsOfFile: folder.file("part"), encoding: .utf8) == "four", "kept")
  }

  private func fetch(told: Int64, size: Int64? = nil) -> String? {
    let folder = ScratchFolder()
    let host = AnsweringHost(.file(told: told))
    let file = Attachment(name: "a", size: size, address: "http://127.0.0.1:\(host.port)/a")
    var uptime: Int64 = 0
    let home = FileHome(known: "http://localhost:\(host.port)/", domain: "localhost")
    let download = Download(file, path: folder.file("a"), home: home) {
      uptime += 1_000
      return uptime
    }
    return download.run {
      _ = $0?.left; return true
    }
  }

  @Test(
    arguments: [
      ("https://files.example.org/a", nil, true), ("https://example.org:5443/a", nil, true),
      ("https://files.example.org:8443/a", nil, false), ("http://example.org/a", nil, false),
      ("https://files.example.org.evil.test/a", nil, false), ("https://evil.test/a", nil, false),
      ("https://up.example.net:5281/a", "https://up.example.net:5281/x/y", true),
      ("https://up.example.net/a", "https://up.example.net:5281/x/y", false),
      ("https://files.example.org/a", "https://up.example.net/x", false),
      ("http://127.0.0.1:8099/a", "http://localhost:20001/", false),
      ("http://127.0.0.1:20001/a", "http://localhost:20001/", true),
      ("http://[::1]:20001/a", "http://localhost:20001/", true),
      ("http://10.9.9.9:20001/a", "http://localhost:20001/", false),
    ] as [(String, String?, Bool)])
  func `F3 Z9 my own server is where it keeps files, and no other port or host`(
    address: String, known: String?, isHome: Bool
  ) throws {
    let home = FileHome(known: known, domain: "example.org")
    #expect(home.has(try #require(WebAddress(address))) == isHome)
  }

  @Test(arguments: [Int64.max, Int64.max - 1, 4_000_000_001] as [Int64])
  func `F3 Z4 a host that tells of more than anybody has stops the transfer, and not psst`(
    told: Int64
  ) {
    #expect(fetch(told: told) == "it is larger than psst fetches (4 GB)")
    #expect(fetch(told: 3, size: 5_000_000_000) == "it is larger than psst fetches (4 GB)")
    #expect(fetch(told: 3) == nil)
  }

  @Test func `F3 Z4 no number of a host's makes one that cannot be`() {
    let counts: [(Int64, Int64)] = [(0, .max), (.max, 0), (.min, .max), (.max, .max), (0, -1)]
    for (done, total) in counts {
      for rate in [0, 1, .max, .min] as [Int64] {
        let progress = FileProgress(done: done, total: total, rate: rate)
        #expect((0...100).contains(progress.percent) && progress.left ?? 0 >= 0)
      }
    }
    #expect(Attachment(name: "a", size: .max).size == nil)
    #expect(Attachment(name: "a", size: -1).size == nil)
  }

  @Test func `F3 Tab completes folders, and nothing else`() throws {
    let folder = ScratchFolder()
    for name in ["trip", "tripod.txt", "music"] {
      if name.contains(".") {
        try Data().write(to: URL(filePath: folder.file(name)))
      } else {
        try FileManager.default.createDirectory(
          atPath: folder.file(name), withIntermediateDirectories: false)
      }
    }
    let found = FileInspection.look(at: folder.file("tr"))
    #expect(found.folder == folder.file("trip/") && found.completion == folder.file("trip"))
    #expect(found.target == .free)
    #expect(FileInspection.look(at: folder.file("trip")).target == .folder)
    #expect(FileInspection.look(at: folder.file("tripod")).folder == nil)
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
