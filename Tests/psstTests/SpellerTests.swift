import Files
import Glibc
import Harness
import Scratch
import Testing
import Views

@testable import psst

/// Programs of the test's that speak as spell checkers do, and the real ones where they are installed.
@Suite struct SpellerTests {
  private let folder = ScratchFolder()

  init() { signal(SIGPIPE, SIG_IGN) }

  /// - Parameter cases: of a shell, by the line that was read.
  private func checker(_ cases: String, greeting: String = "echo '@(#) Ispell'") -> [String] {
    let script = """
      #!/bin/sh
      \(greeting)
      while read -r line; do
        printf '%s\\n' "$line" >> \(folder.path)/asked
        case "$line" in
        \(cases)
        '^'*) echo '*';;
        *) continue;;
        esac
        echo
      done
      """
    folder.write(script, to: "aspell")
    chmod(folder.file("aspell"), 0o755)
    return [folder.file("aspell")]
  }

  private func start(_ command: [String], _ language: String = "en_US") throws -> Speller {
    try Speller.start(language, by: [command]) { _ in }
  }

  private func refusal(_ commands: [[String]], _ language: String = "en_US") -> String? {
    let error = #expect(throws: Speller.Refusal.self) {
      try Speller.start(language, by: commands) { _ in }
    }
    return error?.words
  }

  @Test func `I12 words are right, or wrong with what may be meant, and none is a command`() throws
  {
    let speller = try start(
      checker("'^helo') echo '& helo 2 1: hello, help';; '^qq') echo '# qq 1';;"))
    defer { speller.close() }
    #expect(try speller.check("hello") == SpelledWord("hello", suggestions: nil))
    #expect(try speller.check("helo") == SpelledWord("helo", suggestions: ["hello", "help"]))
    #expect(try speller.check("qq") == SpelledWord("qq", suggestions: []))
    let asked = try PrivateFile.read(folder.file("asked")).map {
      String(decoding: $0, as: UTF8.self)
    }
    #expect(asked == "^hello\n^helo\n^qq\n")
  }

  @Test func `I12 a word is kept by the program, which then says so`() throws {
    let kept =
      "'*helo') touch \(folder.path)/kept; continue;; '^helo') test -e \(folder.path)/kept || echo '# helo 1';;"
    let speller = try start(checker(kept))
    defer { speller.close() }
    #expect(try speller.check("helo").suggestions == [])
    #expect(try speller.add("helo"))
    #expect(try speller.check("helo").suggestions == nil)
    let refusing = try start(checker("'^helo') echo '# helo 1';;"))
    defer { refusing.close() }
    #expect(try !refusing.add("helo"))
  }

  @Test func `I12 A4 what is missing is said, with what to do`() {
    let missing = [folder.file("none/aspell"), "-a"]
    #expect(
      refusal([missing], "de_DE") == "No spell checker was found. Install aspell and aspell-de.")
    let mute = checker("", greeting: "exit 1")
    #expect(refusal([mute], "de_DE") == "aspell knows no words of de_DE. Install aspell-de.")
    folder.write("#!/bin/sh\nexit 1\n", to: "hunspell")
    chmod(folder.file("hunspell"), 0o755)
    let other = [folder.file("hunspell")]
    #expect(
      refusal([missing, other], "pt_BR")
        == "hunspell knows no words of pt_BR. Install hunspell-pt-br.")
    #expect(
      refusal([mute, other]) == "aspell and hunspell know no words of en_US. Install aspell-en.")
  }

  @Test func `I12 the next program is taken where the first does not know the language`() throws {
    folder.write("#!/bin/sh\nexit 1\n", to: "other")
    chmod(folder.file("other"), 0o755)
    let commands = [[folder.file("other")], checker("'^helo') echo '# helo 1';;")]
    let speller = try Speller.start("en", by: commands) { _ in }
    defer { speller.close() }
    #expect(try speller.check("helo").suggestions == [])
  }

  @Test(arguments: [
    ("& helo 99 7: hel\u{1B}[2Jlo,  hello , hello, \u{202E}olleh, , a\u{7}", ["hello"]),
    ("& helo 1 1", []), ("# helo", []), ("&", nil), ("& other 1 1: word", nil),
    ("? helo 0 4294967296: hello", ["hello"]), ("& elo 1 2: ello", ["hello"]), ("@(#) helo", nil),
    ("& helo 1 1: \u{FFFD}", []), ("+ helo\n- helo\n*", nil), ("& helo 1 1: helo", []),
    ("& e\u{301}lo 1 1: x", nil),
  ])
  func `I12 Z6 nothing but words comes of what the program writes`(
    line: String, suggestions: [String]?
  ) {
    let read = SpellerAnswer.read(Array((line + "\n\n").utf8), of: "helo")
    #expect(read == SpelledWord("helo", suggestions: suggestions))
  }

  @Test func `I12 Z6 a long answer and bytes of no text are bounded`() {
    let many =
      "& helo 1 1: "
      + (1...500).map { "word\(String(repeating: "x", count: $0))" }.joined(separator: ", ")
    #expect(SpellerAnswer.read(Array(many.utf8), of: "helo").suggestions?.count == 9)
    let bytes = Array("& helo 1 1: ".utf8) + [0xFF, 0xFE, 0x2C] + Array("hello\n\n".utf8)
    #expect(SpellerAnswer.read(bytes, of: "helo").suggestions == ["hello"])
  }

  @Test func `I12 Z6 a program that ends, or writes without end, is given up`() throws {
    let ending = try start(checker("'^helo') exit 0;;"))
    defer { ending.close() }
    var error = #expect(throws: Speller.Refusal.self) { try ending.check("helo") }
    #expect(
      error?.words
        == "The spell checker aspell has ended. Spelling is not checked any more; off and on in the "
        + "settings starts it again.")
    let endless = try start(checker("'^helo') exec yes;;"))
    defer { endless.close() }
    error = #expect(throws: Speller.Refusal.self) { try endless.check("helo") }
    #expect(error?.words.contains("answers too much") == true)
  }

  @Test func `I12 what is refused is told, and of a program that hangs nothing is left at the end`()
    async throws
  {
    let without = SpellChecker("en", by: [[folder.file("none")]])
    let told = await withCheckedContinuation { done in
      without.check(["helo"]) { done.resume(returning: $0) }
    }
    guard case .refusal(let words) = told else { return #expect(Bool(false), "\(told)") }
    #expect(words == "No spell checker was found. Install aspell and aspell-en.")
    let hanging = SpellChecker(
      "en", by: [checker("'^helo') echo $$ > \(folder.path)/pid; exec sleep 1000;;")])
    hanging.check(["helo"]) { #expect(Bool(false), "\($0)") }
    var pid: pid_t?
    let hasBegun = try Pump.wait(bound: 10) {
      let bytes = try PrivateFile.read(folder.file("pid")) ?? []
      pid = pid_t(String(decoding: bytes, as: UTF8.self).filter(\.isNumber))
      return pid != nil
    }
    #expect(hasBegun)
    await withCheckedContinuation { done in hanging.end { done.resume() } }
    #expect(kill(pid ?? 0, 0) == -1 && errno == ESRCH)
  }

  private static let real = ["aspell", "hunspell"].filter { name in
    ["/usr/bin", "/usr/local/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  @Test(.enabled(if: !real.isEmpty, "neither aspell nor hunspell is installed"), arguments: real)
  func `I12 the real programs find what is wrong, and take words of all kinds`(name: String) throws
  {
    let command = try #require(Speller.commands("en_US").first { $0[0] == name })
    let speller = try start(command)
    defer { speller.close() }
    #expect(try speller.check("hello").suggestions == nil)
    #expect(try speller.check("don't").suggestions == nil)
    #expect(try speller.check("helo").suggestions?.contains("hello") == true)
    for word in ["Straße", "e\u{301}te\u{301}", "привет", "שלום", "zzz'qqq"] {
      #expect(try speller.check(word).word == word)
    }
    #expect(try speller.check("world").suggestions == nil, "each answer is that of its question")
    #expect(
      refusal([try #require(Speller.commands("xx_XX").first { $0[0] == name })], "xx_XX")?
        .hasPrefix("\(name) knows no words of xx_XX. ") == true)
  }
}
