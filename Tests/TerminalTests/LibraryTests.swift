import Foundation
import Harness
import Testing

extension TerminalTests {
  /// From where the program takes its libraries: never from the folder it stands in.
  @Suite struct LibraryTests {
    /// Where the linker wrote it (ld.so(8)), there is a search beside the program.
    private func looksBesideItself(_ program: String) throws -> Bool {
      let bytes = try Data(contentsOf: URL(filePath: program))
      return bytes.range(of: Data("$ORIGIN".utf8)) != nil
    }

    /// The words of README's command that build, but for what is built.
    private func buildWords() throws -> [String] {
      let readme = try String(
        contentsOf: URL(filePath: Repository.root + "/README.md"), encoding: .utf8)
      let command = try #require(
        readme.split(separator: "\n").first { $0.contains("swift build") && $0.contains("&&") })
      let start = try #require(command.range(of: "swift build"))
      let rest = command[start.lowerBound...].split(separator: " ").map(String.init)
      return Array(rest.prefix { $0 != "--product" })
    }

    private func build(_ words: [String], in folder: String) throws -> String {
      let program = try ChildProcess(
        ["/usr/bin/env"] + words + ["--package-path", folder], environment: [:])
      program.endInput()
      #expect(try program.waitForEnd(bound: 120) == 0, "\(program.outputText)\(program.errorText)")
      return folder + "/.build/release/mini"
    }

    /// A program of one line has the same paths as psst, and is built in seconds.
    @Test func `Z6 README's command builds a program that takes no library from beside it`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "mini", targets: [.executableTarget(name: "mini")])
        """
      try home.write(manifest, to: "mini/Package.swift")
      try home.write("print(1)", to: "mini/Sources/mini/main.swift")
      let words = try buildWords()
      let folder = home.path + "/mini"
      let unsafe = words.filter { $0 != "--disable-local-rpath" }
      #expect(try looksBesideItself(try build(unsafe, in: folder)))
      #expect(try !looksBesideItself(try build(words, in: folder)))
    }

    @Test func `Z6 the doctor says whether this program does`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let doctor = try home.run("doctor")
      let line = try #require(
        doctor.outputText.split(separator: "\n").first { $0.contains("libraries") })
      let isUnsafe = try looksBesideItself(Repository.psst)
      #expect(line.hasPrefix(isUnsafe ? "note" : "ok"), "\(line)")
      home.environment["LD_LIBRARY_PATH"] =
        URL(filePath: Repository.psst)
        .deletingLastPathComponent().path
      #expect(try home.run("doctor").outputText.contains("note  libraries"))
    }
  }
}
