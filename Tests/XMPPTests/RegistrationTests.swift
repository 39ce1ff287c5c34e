import Model
import Testing

@testable import XMPP

/// An account is made before anybody signs in (XEP-0077, XEP-0445).
@Suite struct RegistrationTests {
  /// Where the server has offered to sign in, and is asked for an account instead.
  private static func begun(_ registration: Registration = Registration()) -> Rig {
    var rig = Rig(registration: registration)
    rig.handle(.connected(isSecure: true, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    return rig
  }

  private static func result(_ rig: Rig, _ inner: String = "") -> String {
    "<iq type='result' id='\(rig.lastID)'>\(inner)</iq>"
  }

  private static func query(_ inner: String) -> String {
    "<query xmlns='jabber:iq:register'>\(inner)</query>"
  }

  private static func error(_ rig: Rig, _ condition: String) -> String {
    "<iq type='error' id='\(rig.lastID)'><error type='cancel'>"
      + "<\(condition) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
  }

  private static func answer(_ rig: Rig) -> RegistrationAnswer? {
    for case .registration(let answer) in rig.events { return answer }
    return nil
  }

  @Test func `C1 a server that wants a name and a password gets them, and the account is made`() {
    var rig = Self.begun()
    #expect(rig.lastText.contains("type='get'") || rig.sent.last?.contains("type='get'") == true)
    rig.receive(
      Self.result(rig, Self.query("<instructions>x</instructions><username/><password/>")))
    #expect(rig.sent.last?.contains("<username>ana</username>") == true)
    #expect(rig.sent.last?.contains("<password>pencil</password>") == true)
    rig.receive(Self.result(rig))
    #expect(rig.events == [.registration(.made)])
  }

  @Test func `C1 a form is filled in as one, and what it hides goes back as it came`() {
    var rig = Self.begun()
    rig.receive(
      Self.result(
        rig,
        Self.query(
          "<x xmlns='jabber:x:data' type='form'><field var='FORM_TYPE' type='hidden'>"
            + "<value>jabber:iq:register</value></field><field var='username'><required/></field>"
            + "<field var='password' type='text-private'><required/></field></x>")))
    let sent = rig.sent.last ?? ""
    #expect(sent.contains("<value>jabber:iq:register</value>"))
    #expect(sent.contains("<value>ana</value>") && sent.contains("<value>pencil</value>"))
    #expect(!sent.contains("<username>"))
  }

  @Test func `C1 more than that is asked, with the place of a picture`() {
    var rig = Self.begun()
    rig.receive(
      Self.result(
        rig,
        Self.query(
          "<x xmlns='jabber:x:data' type='form'><field var='username'/><field var='password'/>"
            + "<field var='captcha-fallback-url'><value>https://example.org/web</value></field>"
            + "<field var='ocr' label='Type it'><required/><media xmlns='urn:xmpp:media-element'>"
            + "<uri type='image/png'>cid:x@bob.xmpp.org</uri>"
            + "<uri type='image/png'>https://example.org/7.png</uri></media></field></x>")))
    guard case .asks(let form)? = Self.answer(rig) else {
      Issue.record("nothing is asked")
      return
    }
    #expect(
      form.form["ocr"]?.media == ["https://example.org/7.png", "https://example.org/web"])
    #expect(form.form["captcha-fallback-url"]?.kind == .hidden)
    #expect(form.form.value("username") == "ana" && !form.isPlain)
  }

  @Test func `C1 an email address is asked for in the words of old servers, too`() {
    var rig = Self.begun()
    rig.receive(Self.result(rig, Self.query("<username/><password/><email/><key>k7</key>")))
    guard case .asks(let asked)? = Self.answer(rig) else {
      Issue.record("nothing is asked")
      return
    }
    var form = asked
    form.form.fill("email", ["ana@example.com"])
    rig = Self.begun(Registration(form: form))
    let sent = rig.sent.last ?? ""
    #expect(sent.contains("<email>ana@example.com</email>") && sent.contains("<key>k7</key>"))
  }

  @Test func `C1 an invitation is shown first, and the account asked for when it was taken`() {
    var rig = Self.begun(Registration(invitation: "to<ken"))
    #expect(rig.sent.last?.contains("<preauth xmlns='urn:xmpp:pars:0' token='to&lt;ken'/>") == true)
    rig.receive(Self.result(rig))
    #expect(rig.sent.last?.contains("jabber:iq:register") == true)
    rig = Self.begun(Registration(invitation: "token"))
    rig.receive(Self.error(rig, "item-not-found"))
    #expect(
      Self.answer(rig)
        == .refused(
          StanzaError(kind: "cancel", condition: "item-not-found"), isAboutInvitation: true))
  }

  @Test func `C1 a name that is taken is a refusal, and a website is told`() {
    var rig = Self.begun()
    rig.receive(Self.result(rig, Self.query("<username/><password/>")))
    rig.receive(Self.error(rig, "conflict"))
    #expect(
      Self.answer(rig)
        == .refused(StanzaError(kind: "cancel", condition: "conflict"), isAboutInvitation: false))
    rig = Self.begun()
    let x = "<x xmlns='jabber:x:oob'><url>https://example.org/join</url></x>"
    rig.receive(Self.result(rig, Self.query("<instructions/>" + x)))
    #expect(Self.answer(rig) == .elsewhere("https://example.org/join"))
  }

  @Test func `Z3 no account is asked for on an open line, and nothing secret goes there`() {
    var rig = Rig(registration: Registration(invitation: "token"))
    rig.handle(.connected(isSecure: false, binding: nil))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    #expect(!rig.sent.joined().contains("register") && !rig.sent.joined().contains("token"))
    guard case .ended(.notSafe)? = rig.events.last else {
      Issue.record("it goes on")
      return
    }
  }

  private static let large = [
    "<query xmlns='jabber:iq:register'><x xmlns='jabber:x:data'>"
      + String(repeating: "<field var='a'/>", count: 301) + "</x></query>",
    "<query xmlns='jabber:iq:register'><misc>" + String(repeating: "x", count: 40_000)
      + "</misc></query>",
  ]

  @Test(arguments: [0, 1])
  func `Z4 a form over a bound ends it, and is not answered`(_ number: Int) {
    var rig = Self.begun()
    rig.receive(Self.result(rig, Self.large[number]))
    guard case .ended(.protocolError)? = rig.events.last else {
      Issue.record("it goes on")
      return
    }
    #expect(rig.sent.last?.contains("submit") != true && Self.answer(rig) == nil)
  }

  @Test(arguments: [
    "", "<query xmlns='jabber:iq:register'><x xmlns='jabber:x:data' type='nonsense'/></query>",
    "<query xmlns='jabber:iq:register'><email/><email/></query>",
    "<query xmlns='urn:other'><username/></query>",
    "<query xmlns='jabber:iq:register'><misc>" + String(repeating: "x", count: 10_001)
      + "</misc></query>",
  ])
  func `Z4 a form that is none, or too large, is refused and not answered`(_ inner: String) {
    var rig = Self.begun()
    let before = rig.sent.count
    rig.receive(Self.result(rig, inner))
    #expect(Self.answer(rig) == .unreadable)
    #expect(rig.sent.count == before)
  }

  @Test func `Z1 an answer to another question, and any other word, ends it`() {
    for word in ["<iq type='result' id='other'/>", "<message/>"] {
      var rig = Self.begun()
      rig.receive(word)
      guard case .ended(.protocolError)? = rig.events.last else {
        Issue.record("it goes on after \(word)")
        continue
      }
    }
  }
}
