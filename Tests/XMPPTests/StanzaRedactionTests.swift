import Testing

@testable import XMPP

@Suite struct StanzaRedactionTests {
  private static let sasl = "xmlns='urn:ietf:params:xml:ns:xmpp-sasl'"

  static let lines = [
    ("<message><body>hi</body></message>", "<message><body>hi</body></message>"),
    (
      "<auth \(sasl) mechanism='PLAIN'>SECRET</auth>",
      "<auth \(sasl) mechanism='PLAIN'>[removed]</auth>"
    ),
    (
      "<sasl:auth xmlns:sasl='x'>SECRET</sasl:auth><a/>",
      "<sasl:auth xmlns:sasl='x'>[removed]</auth><a/>"
    ),
    ("<challenge>SECRET</challenge>", "<challenge>[removed]</challenge>"),
    ("<response>SECRET</response >", "<response>[removed]</response>"),
    ("<success>SECRET</success><b>x</b>", "<success>[removed]</success><b>x</b>"),
    (
      "<success><![CDATA[SECRET]]></success><b>x</b>", "<success>[removed]</success><b>x</b>"
    ),
    ("<success><!-- > --><x y='>'/>SECRET</success>", "<success>[removed]</success>"),
    ("<success/><b>x</b>", "<success/><b>x</b>"),
    ("<success x='y' /><b>x</b>", "<success x='y' /><b>x</b>"),
    ("<auth a='>'>SECRET</auth>", "<auth a='>'>[removed]</auth>"),
    (
      "<query xmlns='jabber:iq:register'><password>SECRET</password></query>",
      "<query xmlns='jabber:iq:register'><password>[removed]</password></query>"
    ),
    (
      "<x jid='a@b' password='SECRET' reason='r'/><b>x</b>",
      "<x jid='a@b' password='[removed]' reason='r'/><b>x</b>"
    ),
    (
      "<authenticate mechanism='PLAIN'><initial-response>SECRET</initial-response></authenticate><a/>",
      "<authenticate mechanism='PLAIN'>[removed]</authenticate><a/>"
    ),
    (
      "<success><token xmlns='urn:xmpp:fast:0' token='SECRET'/></success><b>x</b>",
      "<success>[removed]</success><b>x</b>"
    ),
    (
      "<token xmlns='urn:xmpp:fast:0' expiry='1' token='SECRET'/><b>x</b>",
      "<token xmlns='urn:xmpp:fast:0' expiry='1' token='[removed]'/><b>x</b>"
    ),
    (
      "<x\tpassword = \"SE'CR>ET\"><b a='password'>x</b></x>",
      "<x\\u{9}password = \"[removed]\"><b a='password'>x</b></x>"
    ),
    (
      "<field var='a' type='text-private'><value>SECRET</value></field><value>x</value>",
      "<field var='a' type='text-private'><value>[removed]</value></field><value>x</value>"
    ),
    (
      "<field var='muc#roomconfig_roomsecret'><value>SECRET</value></field>",
      "<field var='muc#roomconfig_roomsecret'><value>[removed]</value></field>"
    ),
    (
      "<field label='text-private;'><value>x</value></field>",
      "<field label='text-private;'><value>x</value></field>"
    ),
    ("<b>\u{1B}[2J\n\u{7F}\u{9B}\u{202E}</b>", "<b>\\u{1b}[2J\\u{a}\\u{7f}\\u{9b}\\u{202e}</b>"),
  ]

  @Test(arguments: lines)
  func `Z3 a wire log has no secrets, and Z2 commands no terminal`(xml: String, line: String) {
    var whole = StanzaRedaction()
    #expect(whole.line(Array(xml.utf8)) == line)
    var cut = StanzaRedaction()
    let pieces = xml.unicodeScalars.map { cut.line(Array(String($0).utf8)) }
    #expect(pieces.joined() == line)
  }

  @Test func `Z3 nothing of a real sign-in is in the log`() {
    var rig = Rig()
    var log = StanzaRedaction()
    rig.signIn()
    let line = log.line(Array(rig.sent.joined().utf8))
    #expect(line.contains("<auth") && line.contains("<response"))
    for secret in ["biws", "bixhPW", "biwsbj1"] { #expect(!line.contains(secret)) }
  }
}
