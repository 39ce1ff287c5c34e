import Model
import Screen
import Store
import Testing

@testable import Views

/// Signing in, making an account and signing out over the chats (C1).
@Suite struct SignInScreenTests {
  private static func form(rows: Int = 24) -> Stage {
    var stage = Stage.conversation(80, rows)
    stage.press(.ctrl("k"))
    stage.type("add account")
    stage.press(Key(.enter))
    return stage
  }

  private static func filled() -> Stage {
    var stage = form()
    stage.type("bo@example.org")
    stage.press(Key(.enter))
    stage.type("secret")
    return stage
  }

  private static let request = SignInRequest(address: "bo@example.org", password: "secret")

  private static func order(_ actions: [Action]) -> SignInOrder? {
    for case .account(.order(let order)) in actions { return order }
    return nil
  }

  @Test func `C1 another account is signed in to over the chats, and the password is not shown`() {
    var stage = Self.filled()
    #expect(stage.text.contains("Password   ******") && !stage.text.contains("secret"))
    stage.press(.ctrl("r"))
    #expect(stage.text.contains("Password   secret"))
    stage.press(.ctrl("r"))
    #expect(Self.order(stage.press(Key(.enter))) == .signIn(Self.request))
    #expect(stage.text.contains("One moment"))
    #expect(stage.press(Key(.enter)).isEmpty, "it is asked once")
    stage.snapshot.signIn = .done(JID("bo@example.org")!)
    stage.update()
    #expect(stage.text.contains("Write to"))
  }

  @Test func `C1 what was refused is said, and everything that was typed stays`() {
    var stage = Self.filled()
    stage.press(Key(.enter))
    let problem = SignInProblem("the name or the password is wrong", at: .password, advice: "Check")
    stage.snapshot.signIn = .refused(problem)
    stage.update()
    #expect(stage.text.contains("The name or the password is wrong. Check."))
    #expect(stage.text.contains("bo@example.org") && stage.text.contains("******"))
    stage.type("!")
    #expect(!stage.text.contains("is wrong"))
    stage.snapshot.signIn = nil
    let order = Self.order(stage.press(Key(.enter)))
    #expect(order?.request.password == "secret!")
  }

  @Test
  func `Z3 whether less than before will do is asked, and the answer is no unless one says yes`() {
    let less = SignInConcession(mechanism: .scramSHA1, before: .scramSHA256)
    for says in [false, true] {
      var stage = Self.filled()
      stage.press(Key(.enter))
      stage.snapshot.signIn = .refused(SignInProblem("not safe", at: .server, concession: less))
      stage.update()
      #expect(stage.text.contains("offers only SCRAM-SHA-1 now, which is weaker"))
      #expect(stage.text.contains("SCRAM-SHA-256"))
      #expect(stage.text.contains("▸ [ No ]"))
      stage.type("y")
      stage.press(.ctrl("u"))
      #expect(stage.text.contains("Sign in all the same?"), "what is typed is no answer")
      stage.snapshot.signIn = nil
      if says { stage.press(Key(.down)) }
      let order = Self.order(stage.press(Key(.enter)))
      #expect(order?.request.concession == (says ? less : nil))
      #expect(order?.request.password == (says ? "secret" : nil))
      #expect(stage.text.contains("Password   ******") && !stage.text.contains("[ No ]"))
    }
    var stage = Self.filled()
    stage.press(Key(.enter))
    let plain = SignInConcession(mechanism: .plain, before: nil)
    stage.snapshot.signIn = .refused(SignInProblem("not safe", at: .server, concession: plain))
    stage.update()
    #expect(stage.text.contains("wants the password itself (PLAIN)."))
    stage.press(Key(.escape))
    #expect(stage.text.contains("[ Back ]") && !stage.text.contains("PLAIN"))
  }

  @Test func `C1 a server that is not found leads to the place where one says where it is`() {
    var stage = Self.filled()
    #expect(!stage.text.contains("Encryption"))
    stage.press(Key(.enter))
    stage.snapshot.signIn = .refused(SignInProblem("no connection", at: .server))
    stage.update()
    stage.type("127.0.0.1:5222")
    stage.press(Key(.down), .char(" "))
    stage.snapshot.signIn = nil
    stage.press(Key(.down))
    let request = Self.order(stage.press(Key(.enter)))?.request
    #expect(request?.server == "127.0.0.1:5222" && request?.security == .direct)
  }

  @Test func `C1 what is missing is said before anybody is asked`() {
    var stage = Self.form()
    stage.press(Key(.up), Key(.up), Key(.up))
    #expect(Self.order(stage.press(Key(.enter))) == nil)
    #expect(stage.text.contains("Type an address like name@example.org"))
    stage.type("bo@example.org")
    stage.press(Key(.up), Key(.up))
    #expect(Self.order(stage.press(Key(.enter))) == nil)
    #expect(stage.text.contains("Choose a password for the new account"))
  }

  @Test func `C1 Esc leaves, and wants no answer of what was ordered`() {
    var stage = Self.filled()
    stage.press(Key(.enter))
    #expect(stage.press(Key(.escape)).contains(.account(.cancelOrder)))
    #expect(stage.text.contains("Write to"))
  }

  @Test func `C1 what looks like a button is one, and a click leads to a field`() throws {
    var stage = Self.filled()
    func click(_ words: String) throws -> [Action] {
      let row = try #require(stage.row(containing: words))
      return stage.send(.mouse(Mouse(.press, at: Point(x: 5, y: row))))
    }
    _ = try click("Address")
    stage.type(".uk")
    #expect(stage.text.contains("bo@example.org.uk"))
    let order = Self.order(try click("[ Sign in ]"))
    #expect(order?.request.address == "bo@example.org.uk")
    #expect(try click("[ Sign in ]").isEmpty, "it is asked once")
    #expect(try click("[ Back ]").contains(.account(.cancelOrder)))
    #expect(stage.text.contains("Write to"))
  }

  @Test func `C1 what a server asks of a newcomer is asked, with the address of its picture`() {
    var stage = Self.filled()
    stage.press(Key(.down), Key(.down), Key(.down))
    #expect(Self.order(stage.press(Key(.enter))) == .register(Self.request, nil))
    let picture = "https://example.org/captcha/7.png"
    let asked = DataForm(
      .form, instructions: "Who are you?\u{1B}[31m",
      fields: [
        .init(name: "username", kind: .hidden, values: ["bo"]),
        .init(
          name: "ocr", label: "Type what you see", isRequired: true, media: [picture]),
      ])
    stage.snapshot.signIn = .asks(RegistrationForm(asked, isPlain: false))
    stage.update()
    #expect(stage.text.contains("Look at \(picture)") && stage.text.contains("Type what you see *"))
    #expect(!stage.text.contains("\u{1B}"))
    stage.press(Key(.down))
    #expect(Self.order(stage.press(Key(.enter))) == nil)
    #expect(stage.text.contains("must be filled in"))
    stage.press(Key(.up))
    stage.type("xyzzy")
    stage.press(Key(.enter))
    stage.snapshot.signIn = nil
    guard case .register(_, let form?)? = Self.order(stage.press(Key(.enter))) else {
      Issue.record("nothing was ordered")
      return
    }
    #expect(form.form.kind == .submit && form.form.value("ocr") == "xyzzy")
    #expect(form.form.value("username") == "bo")
    stage.snapshot.signIn = .refused(SignInProblem("wrong letters", at: .form))
    stage.update()
    #expect(stage.text.contains("Wrong letters.") && stage.text.contains("xyzzy"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("bo@example.org"))
  }

  @Test func `C1 a link of an invitation leaves its address, and its token goes with the order`() {
    var stage = Self.form()
    stage.send(.paste("xmpp:example.org?register;preauth=a%2Fb"))
    stage.type("bo")
    stage.press(Key(.enter))
    stage.type("secret")
    stage.press(Key(.down), Key(.down), Key(.down))
    let request = Self.order(stage.press(Key(.enter)))?.request
    #expect(request?.address == "bo@example.org" && request?.invitation == "a/b")
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (1, 1)])
  func `I2 the form is usable on any size`(_ width: Int, _ height: Int) {
    var stage = Self.form()
    stage.resize(width, height)
    stage.type("a@b")
    #expect(height < 5 || stage.text.contains("a@b"))
    for _ in 0..<12 {
      stage.press(Key(.down))
      #expect(height < 5 || stage.text.contains("▸"))
    }
  }

  // MARK: A password that is refused

  @Test func `C1 an account whose password was refused takes another by a key`() {
    var stage = Stage.conversation(100, 24)
    stage.snapshot[.first].connection = .paused(reason: "the name or the password is wrong")
    stage.update()
    stage.wait(200)
    #expect(stage.text.contains("Alt-W New password"))
    stage.press(.alt("w"))
    #expect(stage.text.contains("Sign in to ana@localhost again"))
    stage.type("new")
    let order = Self.order(stage.press(Key(.enter)))
    #expect(order == .signIn(SignInRequest(address: "ana@localhost", password: "new")))
  }

  @Test func `C1 an account that is not refused is asked for no password`() {
    var stage = Stage.conversation()
    stage.press(.alt("w"))
    #expect(stage.text.contains("No account waits for a password."))
    stage.snapshot[.first].isPrivate = true
    stage.snapshot[.first].connection = .paused(reason: "refused")
    stage.press(.alt("w"))
    #expect(stage.text.contains("No account waits for a password."))
  }

  // MARK: Signing out

  private static func leaving() -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, failed: 1)
    stage.press(.ctrl("k"))
    stage.type("sign out")
    stage.press(Key(.enter))
    return stage
  }

  @Test func `C1 signing out asks first, and says what waits and what stays`() {
    var stage = Self.leaving()
    #expect(stage.text.contains("Sign out of ana@localhost?"))
    #expect(stage.text.contains("3 messages not sent yet: kept with the history."))
    #expect(stage.press(Key(.escape)).isEmpty)
    stage = Self.leaving()
    let leave = Action.account(.signOut(.first, keepsHistory: true))
    #expect(stage.press(Key(.enter)).contains(leave))
  }

  @Test func `C1 deleting everything is asked once more, with what would be lost`() {
    var stage = Self.leaving()
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("3 messages will never be sent."))
    let leave = Action.account(.signOut(.first, keepsHistory: false))
    #expect(stage.press(Key(.enter)).contains(leave))
  }

  @Test func `C1 what was typed is kept before one signs out`() {
    var stage = Stage.conversation()
    stage.type("half a thou")
    stage.press(.ctrl("k"))
    stage.type("sign out")
    stage.press(Key(.enter))
    let actions = stage.press(Key(.enter))
    let draft = Action.intent(.saveDraft(chat: Stage.bo, text: "half a thou", replyTo: nil))
    let leave = Action.account(.signOut(.first, keepsHistory: true))
    #expect(actions.firstIndex(of: draft) ?? .max < actions.firstIndex(of: leave) ?? .min)
  }

  @Test
  func `C1 nothing of an account that was left is shown, and the title names who is still there`() {
    var stage = Stage.conversation()
    stage.snapshot.accounts.append(AccountState(JID("work@example.org")!, name: "Ana Müller"))
    stage.snapshot.accounts[1].connection = .online(roundTrip: nil)
    stage.update()
    #expect(stage.rows[0].contains("work"))
    stage.snapshot.accounts[0] = AccountState(Stage.me)
    stage.snapshot.accounts[0].isSignedOut = true
    stage.snapshot.chats.removeAll { $0.account == .first }
    stage.snapshot.pane = nil
    stage.update()
    #expect(stage.rows[0].contains("Ana Müller") && !stage.text.contains("Bo Reyes"))
    #expect(stage.interface.navigation.openChat == nil)
  }
}
