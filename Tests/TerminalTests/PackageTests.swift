import Foundation
import Harness
import Testing

extension TerminalTests {
  /// What comes with the program, made by it: the manual, completions and a Debian package.
  @Suite struct PackageTests {
    private static func has(_ program: String) -> Bool {
      ["/usr/bin", "/bin", "/usr/local/bin"].contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
      }
    }

    @Test(
      .enabled(if: has("man"), "man(1) is not installed"),
      arguments: ["psst.1", "psst-scenes.5", "psst-config.5"])
    func `I11 man reads the manual pages without a complaint`(page: String) throws {
      let home = try PsstHome()
      defer { home.close() }
      let made = try home.run("help", "--man", page)
      #expect(made.exitCode == 0)
      try home.write(made.outputText, to: page)
      let man = try ChildProcess(
        ["man", "--warnings", "-E", "UTF-8", "-l", home.path + "/" + page],
        environment: ["MANWIDTH": "80", "MANROFFOPT": "", "PAGER": "cat"])
      try man.waitForEnd()
      #expect(man.errorText == "" && man.exitCode == 0)
      #expect(man.outputText.contains("psst") && man.output.count > 2_000)
    }

    @Test(arguments: [
      ("psst se", "send server"), ("psst account ", "add list picture register remove"),
      ("psst export --js", "--json"),
      ("psst help --m", ""), ("psst --account a", "ana"), ("psst send a", "ana"),
      ("psst server config prosody x --mod", "--modules"), ("psst demo x5", "x5"),
      ("psst account add a@b.c --tls ", "direct off starttls"), ("psst account remove ", "ana bo"),
    ])
    func `I11 bash completes commands, options, accounts and scenes`(line: String, found: String)
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      for name in ["ana", "bo"] { try home.run("--account", name, bound: Bound.start) }
      try home.run("--account", "bo", "send", "ana", "x")
      let folder = (Repository.psst as NSString).deletingLastPathComponent
      let bash = try ChildProcess(
        [
          "bash", "-c",
          """
          PATH="\(folder):$PATH"; source <(psst help --completion bash)
          words=($1); [[ $1 == *' ' ]] && words+=('')
          COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1)); _psst_words
          printf '%s\\n' "${COMPREPLY[@]}" | sort | tr '\\n' ' '
          """, "bash", line,
        ], environment: home.environment)
      bash.endInput()
      try bash.waitForEnd()
      #expect(bash.errorText == "")
      let words = bash.outputText.split(separator: " ").joined(separator: " ")
      #expect(words == found)
    }

    @Test(
      .enabled(if: has("fish"), "fish is not installed"),
      arguments: [
        ("psst se", "send server"), ("psst account ", "add list picture register remove"),
        ("psst export --js", "--json"), ("psst demo x5", "x5"), ("psst --account a", "ana"),
      ])
    func `I11 fish completes commands, options, accounts and scenes`(line: String, found: String)
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      let folder = (Repository.psst as NSString).deletingLastPathComponent
      let fish = try ChildProcess(
        [
          "fish", "--no-config", "-c",
          """
          set PATH '\(folder)' $PATH; psst help --completion fish | source
          complete -C '\(line)' | string split -f1 \\t | sort | string join ' '
          """,
        ], environment: home.environment)
      fish.endInput()
      try fish.waitForEnd()
      #expect(fish.outputText.split(separator: "\n").joined() == found, "\(fish.errorText)")
    }

    @Test(.enabled(if: has("zsh"), "zsh is not installed"))
    func `I11 zsh reads its completions`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write(home.run("help", "--completion", "zsh").outputText, to: "_psst")
      let zsh = try ChildProcess(["zsh", "-n", home.path + "/_psst"])
      try zsh.waitForEnd()
      #expect(zsh.exitCode == 0 && zsh.errorText == "")
    }

    @Test(.enabled(if: has("dpkg-deb"), "dpkg-deb is not installed"))
    func `I11 the package has the program, its manual, completions, a desktop entry and a unit`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let package = try package(in: home)
      let list = try ChildProcess(["dpkg-deb", "--contents", package])
      try list.waitForEnd()
      for file in [
        "usr/bin/psst", "usr/share/man/man1/psst.1.gz", "usr/share/man/man5/psst-scenes.5.gz",
        "usr/share/man/man5/psst-config.5.gz", "usr/share/bash-completion/completions/psst",
        "usr/share/zsh/vendor-completions/_psst", "usr/share/fish/vendor_completions.d/psst.fish",
        "usr/share/applications/psst.desktop", "usr/lib/systemd/user/psst.service",
      ] {
        #expect(list.outputText.contains("./\(file)\n"), "\(file)")
      }
      let script = try ChildProcess(
        [
          "sh", "-c",
          "dpkg-deb -x \(package) \(home.path)/root && \(home.path)/root/usr/bin/psst --version",
        ])
      try script.waitForEnd()
      #expect(script.outputText.hasPrefix("psst "), "\(script.errorText)")
    }

    @Test func `I11 --version says which version this is, whose, and under which licence`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let lines = try home.run("--version").outputText.split(separator: "\n")
      #expect(lines.count == 3 && lines[0].wholeMatch(of: /psst \d+\.\d+\.\d+/) != nil)
      #expect(lines[1].contains("The psst authors"))
      #expect(lines[2].contains("GPL-3.0-or-later") && lines[2].contains("gpl-3.0.html"))
    }

    @Test(.enabled(if: has("dpkg-deb"), "dpkg-deb is not installed"))
    func `I11 the package has the program's version, and its licence as Debian has it`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let script = try ChildProcess(
        [
          "sh", "-c",
          """
          dpkg-deb -x "$1" "$2" && echo "psst $(dpkg-deb -f "$1" Version)" && "$2/usr/bin/psst" --version
          cat "$2/usr/share/doc/psst/copyright"
          """, "sh", try package(in: home), home.path + "/root",
        ])
      try script.waitForEnd()
      let lines = script.outputText.split(separator: "\n")
      #expect(lines.count > 9 && lines[0] == lines[1], "\(script.errorText)")
      #expect(lines.contains("License: GPL-3+"))
      #expect(lines.contains("Copyright: 2026 The psst authors"))
      #expect(script.outputText.contains("/usr/share/common-licenses/GPL-3"))
    }

    @Test(.enabled(if: has("lintian") && has("dpkg-deb"), "lintian is not installed"))
    func `I11 lintian finds no error in the package`() throws {
      let home = try PsstHome()
      defer { home.close() }
      // The build of the tests loads the toolchain's libraries; a release has Swift's inside.
      let lintian = try ChildProcess([
        "lintian", "--allow-root", "--fail-on", "error", "--suppress-tags",
        "custom-library-search-path",
        try package(in: home),
      ])
      try lintian.waitForEnd(bound: 120)
      #expect(lintian.exitCode == 0, "\(lintian.outputText)\(lintian.errorText)")
    }

    private func package(in home: PsstHome) throws -> String {
      let made = try ChildProcess(
        [Repository.root + "/.ci/package", home.path],
        environment: ["PSST_BINARY": Repository.psst, "PSST_DEPENDS": "libc6"])
      made.endInput()
      try made.waitForEnd(bound: 120)
      try #require(made.exitCode == 0, "\(made.errorText)")
      return String(try #require(made.outputText.split(separator: "\n").last))
    }
  }
}
