import Foundation
import Harness
import Testing

/// README is the front door: short, with a way to every page of the manual, and a licence.
@Suite struct ReadmeTests {
  private static let manual = "Sources/psst/psst.docc"
  private let readme: String

  init() throws { readme = try Self.text("README.md") }

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: Repository.root + "/" + path, encoding: .utf8)
  }

  /// The manual's pages by name, without its index.
  private static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.root + "/" + manual).sorted()
      .filter { $0.hasSuffix(".md") && $0 != "psst.md" }.map { String($0.dropLast(3)) }
  }

  @Test func `README is at most 200 lines and 9 KB`() {
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    #expect(lines <= 200)
    #expect(readme.utf8.count <= 9_000)
  }

  @Test func `README and the manual's index lead to every page`() throws {
    let pages = try Self.pages()
    let index = try Self.text(Self.manual + "/psst.md")
    #expect(pages.count > 20)
    #expect(pages.filter { !readme.contains("(\(Self.manual)/\($0).md)") } == [])
    #expect(pages.filter { !index.contains("<doc:\($0)>") } == [])
  }

  @Test func `what README and the manual refer to is there`() throws {
    var missing: [String] = []
    func check(_ page: String, _ text: String, in folder: String) {
      let paths =
        text.matches(of: /\]\(([^)#:\s]+)\)/).map { String($0.1) }
        + text.matches(of: /src="([^":]+)"/).map { String($0.1) }
      let pages = text.matches(of: /<doc:(\w+)>/).map { "\($0.1).md" }
      let resources = folder == "/" ? "" : "Resources/"
      for path in paths + pages {
        let places = [folder + path, folder + resources + path].map { Repository.root + $0 }
        if !places.contains(where: FileManager.default.fileExists) {
          missing.append("\(page): \(path)")
        }
      }
    }
    check("README", readme, in: "/")
    for page in try Self.pages() + ["psst"] {
      let path = Self.manual + "/" + page + ".md"
      check(page, try Self.text(path), in: "/" + Self.manual + "/")
    }
    #expect(missing == [])
  }

  @Test func `every file that is used by itself says whose it is and its licence`() throws {
    let modules = "Sources/LocalServer/Prosody"
    let scripts = try FileManager.default
      .contentsOfDirectory(atPath: Repository.root + "/" + modules)
      .filter { $0.hasSuffix(".lua") }.map { modules + "/" + $0 }
    #expect(scripts.count > 9)
    let bare = try (["Package.swift", ".ci/package"] + scripts).filter { path in
      let head = try Self.text(path).split(separator: "\n").prefix(4)
      return !["FileCopyrightText: 2026 The psst authors", "License-Identifier: GPL-3.0-or-later"]
        .allSatisfy { line in head.contains { $0.hasSuffix("SPDX-" + line) } }
    }
    #expect(bare == [])
    #expect(readme.contains("[GPL-3.0-or-later](https://www.gnu.org/licenses/gpl-3.0.html)"))
  }
}
