import Harness
import Testing

extension TerminalTests {
  @Suite struct PlainModeTests {
    @Test func `P6 I5 what was written is found, also when the input ends at once`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let first = try home.run("--account", "ana", input: "/to me\nmarmalade on toast\nno\n")
      #expect(first.exitCode == 0)
      let search = try home.run("--account", "ana", input: "/search marm\n/search nothing\n")
      #expect(search.exitCode == 0)
      #expect(search.outputText.contains(" [me] me: marmalade on toast ("))
      #expect(search.outputText.contains("found 1 message with \"marm\"\n"))
      let narrowed = try home.run(
        "--account", "ana", input: "/search marm from:me after:yesterday\n/search marm from:bo\n")
      #expect(
        narrowed.outputText.contains("found 1 message with \"marm from:me after:yesterday\"\n"))
      #expect(narrowed.outputText.contains("found 0 messages with \"marm from:bo\"\n"))
      #expect(search.outputText.contains("found 0 messages with \"nothing\"\n"))
    }

    @Test func `I5 a pipe is read no faster than its lines are carried out`() throws {
      let home = try PsstHome()
      defer { home.close() }
      // The last line is answered as soon as it is read, the others when the disk has them.
      let names = (1...300).map { "/name N\($0)\n" }.joined()
      let ana = try home.run("--account", "ana", input: names + "/nothing\n", bound: 60)
      let lines = ana.outputText.split(separator: "\n")
      let read = try #require(lines.firstIndex { $0.contains("unknown command /nothing") })
      #expect(lines.count { $0.hasPrefix("your name: N") } == 300)
      #expect(lines[..<read].count { $0.hasPrefix("your name: N") } > 250, "all are read first")
    }

    @Test func `I5 lines in a pipe reach the other person and the program exits 0`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      let ana = try home.run("--account", "ana", input: "/to bo\nmarmalade\n")
      #expect(ana.exitCode == 0, "\(ana.errorText)")
      #expect(!ana.output.contains(0x1B), "plain mode writes no escape sequence")
      try bo.openChat("ana")
      try bo.wait(for: "marmalade")
    }

    @Test func `I5 what others write comes out as one line in words`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let bo = try home.start("--account", "bo")
      try home.run("--account", "ana", bound: Bound.start)
      try home.run("--account", "ana", "send", "bo", "marmalade")
      try bo.waitUntil("the message", bound: Bound.start) { bo in
        bo.outputText.split(separator: "\n").contains {
          $0.contains("ana") && $0.contains("marmalade")
        }
      }
      bo.endInput()
      #expect(try bo.waitForEnd() == 0)
      #expect(!bo.output.contains(0x1B))
    }

    @Test func `O3 what cannot go out stays queued, is listed, and makes the exit code 75`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "bo", bound: Bound.start)
      try home.run("--account", "ana", bound: Bound.start)
      #expect(try home.run("server", "stop").exitCode == 0)
      let send = try home.run("--account", "ana", "send", "bo", "line-1", bound: 60)
      #expect(send.exitCode == 75, "\(send.errorText)")
      let queue = try home.run("--account", "ana", "queue")
      #expect(queue.exitCode == 0 && queue.outputText.contains("line-1"))
      #expect(queue.outputText.contains("bo"))

      #expect(try home.run("server", "start").exitCode == 0)
      let next = try home.run("--account", "ana", "send", "bo", "line-2")
      #expect(next.exitCode == 0, "\(next.errorText)")
      #expect(try !home.run("--account", "ana", "queue").outputText.contains("line-"))
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try bo.openChat("ana")
      try bo.wait(for: "line-2")
      #expect(bo.messages(beginning: "line-") == ["line-1", "line-2"])
    }

    @Test func `O3 a text on standard input is sent whole`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try home.run("--account", "ana", bound: Bound.start)
      let send = try home.run("--account", "ana", "send", "bo", "-", input: "two\nlines\n")
      #expect(send.exitCode == 0, "\(send.errorText)")
      try bo.openChat("ana")
      try bo.wait(for: "two")
      try bo.wait(for: "lines")
    }

    @Test(arguments: [
      ["--nonsense"], ["nonsense"], ["send"], ["send", "bo"], ["server", "nonsense"],
    ])
    func `I5 a wrong command says so and exits 2`(_ arguments: [String]) throws {
      let home = try PsstHome()
      defer { home.close() }
      let program = try ChildProcess(
        [Repository.psst] + arguments, environment: home.environment)
      program.endInput()
      #expect(try program.waitForEnd() == 2)
      #expect(!program.errorText.isEmpty && program.outputText.isEmpty)
    }

    @Test(arguments: ["--help", "--version"])
    func `I5 help and version answer at once and exit 0`(_ option: String) throws {
      let home = try PsstHome()
      defer { home.close() }
      let program = try home.run(option)
      #expect(program.exitCode == 0 && program.outputText.contains("psst"))
      #expect(home.serverProcess() == nil)
    }

    @Test func `Z5 the private server's folder is for its owner alone`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      #expect(home.serverProcess() != nil)
      let list = try ChildProcess([
        "find", home.path, "-not", "-type", "s", "-not", "-type", "l", "-perm", "/077",
      ])
      try list.waitForEnd()
      #expect(list.outputText.isEmpty, "readable by others: \(list.outputText)")
    }

    @Test func `C1 programs that start at once share one server`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let names = ["ana", "bo", "cy", "dan"]
      let programs = try names.map { try home.start("--account", $0) }
      programs.forEach { $0.endInput() }
      for program in programs {
        #expect(try program.waitForEnd(bound: 60) == 0, "\(program.errorText)")
      }
      #expect(home.serverProcesses().count == 1)
    }

    @Test func `Z3 cleartext to another computer is refused`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let file = home.path + "/password"
      try ChildProcess(["sh", "-c", "umask 077; echo secret > \(file)"]).waitForEnd()
      let add = try home.run(
        "account", "add", "ana@example.org", "--server", "192.0.2.1:5222", "--tls", "off",
        "--password-file", file)
      #expect(add.exitCode != 0 && add.errorText.contains("this computer only"))
      #expect(try !home.run("account", "list").outputText.contains("example.org"))
    }

    @Test func `C1 server status, doctor and account list answer in words`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      #expect(try home.run("server", "status").outputText.contains("running"))
      #expect(try home.run("account", "list").outputText.contains("ana@localhost"))
      #expect(try home.run("doctor").exitCode == 0)
      #expect(try home.run("server", "stop").exitCode == 0)
      #expect(try home.run("server", "status").outputText.contains("stopped"))
    }
  }
}
