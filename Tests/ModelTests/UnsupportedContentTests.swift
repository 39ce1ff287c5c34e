import Model
import Testing

/// What psst cannot show, as it is stored and told (M6).
@Suite struct UnsupportedContentTests {
  static let all: [Message.Unsupported] = [
    .encrypted(.omemo), .encrypted(.openPGP), .sticker, .invitation(to: nil),
    .invitation(to: "room@x.org"), .attention, .call,
  ]

  @Test func `M6 what cannot be shown is known again from its code`() {
    for what in Self.all { #expect(Message.Unsupported(code: what.code) == what, "\(what)") }
    #expect(Set(Self.all.map(\.code)).count == Self.all.count)
  }

  @Test(arguments: ["", " ", "encrypted", "encrypted rot13", "hologram", "Sticker"])
  func `M6 P5 a code of another program is none`(code: String) {
    #expect(Message.Unsupported(code: code) == nil)
  }
}
