import Foundation
import Harness
import Testing

extension ServerTests {
  /// Accounts are made, signed in to and left against real servers (C1).
  @Suite struct RegistrationTests {
    /// It makes accounts for everybody, and takes invitations.
    private static let open = """
      modules_enabled={"register";"invites";"invites_register"}; allow_registration=true
       registration_invite_only=false
      """

    private static func server(_ further: String = open) throws -> SecureServer {
      let server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      _ = try server.signIn()
      server.further = further
      try server.restart(tls: "tlsv1_3")
      return server
    }

    private static func register(
      _ who: String, at server: SecureServer, _ options: String...
    ) throws -> ChildProcess {
      for _ in 0..<100 {
        let program = try ChildProcess(
          [
            Repository.psst, "account", "register", who, "--server", "127.0.0.1:\(server.port)",
            "--password-file", server.secret,
          ] + options, environment: server.trusting)
        program.endInput()
        try program.waitForEnd(bound: 40)
        if !program.errorText.contains("refused\n") { return program }
        _ = poll(nil, 0, 50)
      }
      throw Unmet("the server does not listen")
    }

    @Test func `C1 an account is made on Prosody, once, and by invitation where only that counts`()
      throws
    {
      let server = try Self.server()
      defer { server.close() }
      let made = try Self.register("bo@psst.test", at: server)
      #expect(made.exitCode == 0, "\(made.errorText)")
      #expect(try server.home.run("account", "list").outputText.contains("* bo@psst.test"))
      let taken = try Self.register("bo@psst.test", at: server)
      #expect(taken.exitCode == 1 && taken.errorText.contains("bo@psst.test already"))

      server.further = Self.open.replacing("only=false", with: "only=true")
      try server.restart(tls: "tlsv1_3")
      let uninvited = try Self.register("cy@psst.test", at: server)
      #expect(uninvited.exitCode == 1 && !uninvited.errorText.contains("cy@psst.test is made"))
      let wrong = try Self.register("cy@psst.test", at: server, "--invitation", "guessed")
      #expect(wrong.exitCode == 1 && wrong.errorText.contains("invitation is not taken"))
      let invite = try ChildProcess([
        "prosodyctl", "--root", "--config", server.folder + "/prosody.cfg.lua", "mod_invites",
        "generate", SecureServer.domain,
      ])
      try invite.waitForEnd()
      let link = invite.outputText.split(whereSeparator: \.isWhitespace).first {
        $0.hasPrefix("xmpp:")
      }
      let token = try #require(link?.split(separator: "preauth=").last?.split(separator: ";").first)
      let invited = try Self.register(
        "xmpp:cy@psst.test?register;preauth=\(token)", at: server)
      #expect(invited.exitCode == 0, "\(invited.errorText)")
    }

    @Test
    func `C1 Z3 one signs in, adds an account and signs out on the screen`()
      throws
    {
      let server = try Self.server()
      defer { server.close() }
      try server.home.run("account", "remove", "--yes", "ana@psst.test")
      let psst = try TerminalSession([Repository.psst], environment: server.trusting)
      try Self.signIn(as: "ana@psst.test", "wrong", at: server.port, on: psst)
      psst.press(.down, .down, .enter)
      try psst.wait(for: "refused to sign in", bound: 20)
      #expect(psst.contains("ana@psst.test") && psst.contains("127.0.0.1:\(server.port)"))
      #expect(psst.contains("Password   *****"))
      psst.press(.control("u"))
      psst.type(SecureServer.password)
      psst.press(.enter)
      try psst.wait(for: "Ctrl-K", bound: 20)
      try psst.wait(for: "online", bound: 20)

      try Self.addAnother(to: psst, at: server)
      try Self.leave(psst, of: server)
      #expect(!server.log.contains(SecureServer.password) && !server.log.contains("hunter2"))
      psst.press(.control("c"))
      #expect(try psst.waitForEnd() == 0)
    }

    /// From the first question on to the form, with all but its buttons.
    private static func signIn(
      as address: String, _ password: String, at port: UInt16, on psst: TerminalSession
    ) throws {
      try psst.wait(for: "Your name:")
      psst.press(.enter)
      try psst.wait(for: "Sign in")
      psst.press(.down, .enter)
      try fillIn(address, password, at: port, on: psst)
    }

    private static func fillIn(
      _ address: String, _ password: String, at port: UInt16, on psst: TerminalSession
    ) throws {
      try psst.wait(for: "name@example.org")
      psst.type(address)
      psst.press(.enter)
      psst.type(password)
      psst.press(.down, .enter, .down)
      psst.type("127.0.0.1:\(port)")
    }

    /// Another account, made on the way in.
    private static func addAnother(to psst: TerminalSession, at server: SecureServer) throws {
      try psst.choose("add account")
      try Self.fillIn("dee@psst.test", "hunter2", at: server.port, on: psst)
      psst.press(.down, .down, .down, .enter)
      try psst.wait(for: "dee@psst.test is open here", bound: 20)
      try psst.wait(for: "● dee", bound: 20)
      let configuration = server.home.path + "/config/config.toml"
      try psst.waitUntil("the next start to open both") { _ in
        (try? String(contentsOfFile: configuration, encoding: .utf8))?.contains("dee@psst.test")
          == true
      }

    }

    /// Out of one of them, the history stays; then the last one, with all of it.
    private static func leave(_ psst: TerminalSession, of server: SecureServer) throws {
      try psst.choose("sign out of dee")
      try psst.wait(for: "Sign out of dee@psst.test?")
      psst.press(.enter)
      try psst.wait(for: "You are signed out of dee@psst.test", bound: 20)
      let dee = server.home.path + "/data/accounts/dee@psst.test"
      #expect(FileManager.default.fileExists(atPath: dee + "/messages.sqlite"))
      #expect(!FileManager.default.fileExists(atPath: dee + "/password"))

      try psst.choose("sign out of ana")
      try psst.wait(for: "Sign out of ana@psst.test?")
      psst.type("d")
      try psst.wait(for: "Delete all messages and files of ana@psst.test")
      psst.press(.enter)
      try psst.wait(for: "Your name:", bound: 20)
      #expect(
        !FileManager.default.fileExists(atPath: server.home.path + "/data/accounts/ana@psst.test"))
    }

    /// Its server is frozen, so that the goodbye takes as long as it may; that of the other account is not.
    @Test func `C1 who quits while an account is signed out of is signed out of it`() throws {
      let server = try Self.server()
      defer { server.close() }
      #expect(try Self.register("bo@psst.test", at: server).exitCode == 0)
      #expect(try server.home.run("invite", "eve").exitCode == 0)
      let psst = try TerminalSession(
        [Repository.psst, "--account", "eve", "--account", "bo@psst.test"],
        environment: server.trusting)
      try psst.wait(for: "● bo", bound: 20)
      server.freeze()
      try psst.choose("sign out of bo")
      try psst.wait(for: "Sign out of bo@psst.test?")
      psst.press(.enter)
      try psst.waitUntil("the question to go") { !$0.contains("Sign out of bo@psst.test?") }
      psst.press(.control("c"))
      #expect(try psst.waitForEnd() == 0)
      let list = try server.home.run("account", "list").outputText
      #expect(list.contains("bo@psst.test  signed out"), "\(list)")
    }

    @Test func `C1 Z3 a password that was changed elsewhere is typed anew in the program`() throws {
      let server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      defer { server.close() }
      _ = try server.signIn()
      try server.restart(tls: "tlsv1_3") { try server.setPassword("battery staple") }
      let psst = try TerminalSession([Repository.psst], environment: server.trusting)
      try psst.wait(for: "New password", bound: 20)
      psst.press(.alt("w"))
      try psst.wait(for: "Sign in to ana@psst.test again")
      psst.type("nonsense")
      psst.press(.enter)
      try psst.wait(for: "refused to sign in", bound: 20)
      psst.press(.control("u"))
      psst.type("battery staple")
      psst.press(.enter)
      try psst.wait(for: "has its new password", bound: 20)
      try psst.wait(for: "● online", bound: 20)
      #expect(!server.log.contains("battery"))
    }

    /// As where somebody in between takes the better ways from its list.
    @Test func `C1 Z3 a server that offers less than before is taken at the user's word alone`()
      throws
    {
      let server = try SecureServer(tls: "tlsv1_2", hash: "SHA-256")
      defer { server.close() }
      _ = try server.signIn()
      try server.restart(tls: "tlsv1_3")
      let psst = try TerminalSession([Repository.psst], environment: server.trusting)
      try psst.wait(for: "which is weaker", bound: 20)
      for answer in ["[ No ]", "[ Yes, sign in all the same ]"] {
        if answer == "[ No ]" { psst.press(.alt("w")) }
        try psst.wait(for: "Sign in to ana@psst.test again")
        psst.press(.control("u"))
        psst.type(SecureServer.password)
        psst.press(.enter)
        try psst.wait(for: "offers only SCRAM-SHA-256 now", bound: 20)
        try Self.stand(on: "[ No ]", psst)
        #expect(!psst.contains("ana@psst.test has its new password"))
        if answer != "[ No ]" { try Self.stand(on: answer, psst) }
        psst.press(.enter)
      }
      try psst.wait(for: "● online", bound: 20)
      #expect(!server.log.contains(SecureServer.password))
    }

    /// The letters of the picture are those that ejabberd has its program draw.
    @Test(.enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"))
    func `C1 ejabberd's picture with letters is answered in the program`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let authority = try TestAuthority(in: home.path + "/authority")
      try home.write(
        "#!/bin/sh\nprintf %s \"$1\" > \(home.path)/letters\nprintf '\\211PNG\\r\\n\\032\\n'\n",
        to: "captcha.sh")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: home.path + "/captcha.sh")
      let server = try StockEjabberd(
        "psst.test", in: home.path + "/server", trusting: authority, hasArchive: false,
        accounts: [],
        module: "  mod_register:\n    ip_access: all\n    captcha_protected: true\n",
        further: """
          registration_timeout: infinity
          captcha_cmd: "\(home.path)/captcha.sh"
          captcha_url: "https://psst.test/captcha"

          """)
      try server.start()
      home.environment["SSL_CERT_FILE"] = authority.file
      let psst = try home.begin()
      try Self.signIn(as: "ana@psst.test", "correct horse", at: server.port, on: psst)
      psst.press(.down, .down, .down, .enter)
      try psst.wait(for: "Look at https://psst.test/captcha", bound: 20)
      var letters = try String(contentsOfFile: home.path + "/letters", encoding: .utf8)
      for attempt in 0...1 {
        try Self.stand(on: "Enter the text you see", psst)
        psst.press(.control("u"))
        psst.type(attempt == 0 ? "nonsense" : letters)
        try Self.stand(on: "[ Create the account ]", psst)
        psst.press(.enter)
        if attempt == 1 { break }
        try psst.wait(for: "does not take this", bound: 20)
        letters = try String(contentsOfFile: home.path + "/letters", encoding: .utf8)
      }
      try psst.wait(for: "Ctrl-K", bound: 20)
      try psst.wait(for: "online", bound: 20)

      // The same in lines.
      try home.write("battery staple\n", to: "password")
      let lines = try home.begin(
        "account", "register", "bo@psst.test", "--server", "127.0.0.1:\(server.port)",
        "--password-file", home.path + "/password")
      try lines.wait(for: "Enter the text you see:", bound: 20)
      #expect(lines.contains("Look at https://psst.test/captcha"))
      lines.type(try String(contentsOfFile: home.path + "/letters", encoding: .utf8))
      lines.press(.enter)
      try lines.wait(for: "bo@psst.test is made and signed in", bound: 20)
      try server.killHard()
    }

    private static func stand(on row: String, _ psst: TerminalSession) throws {
      for key in [Key.up, .down] {
        for _ in 0..<12 {
          if psst.lines.contains(where: { $0.contains("▸") && $0.contains(row) }) { return }
          psst.press(key)
          _ = Pump.wait(bound: 0.1) { psst.lines.contains { $0.contains("▸") && $0.contains(row) } }
        }
      }
      throw Unmet("cannot stand on \(row): \(psst.lines)")
    }
  }
}
