import CFixedNonce
import Model
import Testing

@testable import XMPP

@Suite struct SegmentationTests {
  /// All that a server says in a session that has something of everything. The client's nonce is fixed, so
  /// that the same words sign in again.
  private static let recording: [String] = {
    var rig = Rig()
    var parts: [String] = []
    rig.signIn()
    parts = rig.parts
    return parts + [
      "<iq type='result' id='\(rig.lastID)'/>\n",
      "<presence from='bo@example.net/pc'><show>away</show></presence>"
        + "<message from='bo@example.net/pc' id='ü1'><body>hi &lt;3 👩‍👩‍👧\r\n</body>"
        + "<request xmlns='urn:xmpp:receipts'/></message>",
      "<r xmlns='urn:xmpp:sm:3'/> <iq type='get' id='9'><ping xmlns='urn:xmpp:ping'/></iq>",
      "<message from='eve@example.net'><sent xmlns='urn:xmpp:carbons:2'/></message>",
      "<a xmlns='urn:xmpp:sm:3' h='2'/></stream:stream>",
    ]
  }()

  private static func withNonce<Result>(_ body: () -> Result) -> Result {
    "rOprNGfwEbeRWgbNEkqO".withCString { nonce in
      fixed_nonce_set(nonce)
      defer { fixed_nonce_set(nil) }
      return body()
    }
  }

  /// What comes out when every part is pushed in pieces of these sizes. An engine stores after each piece.
  private func play(_ cut: ([UInt8]) -> [[UInt8]]) -> (events: [SessionEvent], sent: String) {
    Self.withNonce {
      var rig = Rig()
      rig.handle(.connected(isSecure: true, binding: nil))
      for part in Self.recording {
        for piece in cut(Array(part.utf8)) { rig.handle(.received(piece)) }
        rig.handle(.committed)
      }
      return (rig.events, rig.sent.joined())
    }
  }

  @Test func `a session is the same however its bytes are cut`() {
    _ = Self.withNonce { Self.recording }
    let whole = play { [$0] }
    #expect(whole.events.count == 7)
    guard case .ready? = whole.events.dropFirst(2).first, whole.events.last == .ended(.closed)
    else {
      Issue.record("\(whole.events)")
      return
    }
    let bytewise = play { $0.map { [$0] } }
    #expect(bytewise.events == whole.events && bytewise.sent == whole.sent)
    let longest = Self.recording.map(\.utf8.count).max() ?? 0
    for place in stride(from: 1, to: longest, by: 7) {
      let cut = play { [Array($0.prefix(place)), Array($0.dropFirst(place))] }
      #expect(cut.events == whole.events && cut.sent == whole.sent, "cut at \(place)")
    }
  }
}
