import Model
import Screen
import Store
import Testing

@testable import Views

extension HostileTests {
  /// What a stranger writes, in every field that he can write: from the wire to the cells.
  @MainActor @Suite struct FieldTests {
    nonisolated static let texts = [
      "&#9;&#13;&#10;&#133;", "\u{9B}31m\u{9D}0;owned\u{9C}", "\u{90}q\u{9C}",
      "a\u{202E}b\u{2066}c\u{202D}",
      "\u{7F}\u{2028}\u{2029}", "x" + String(repeating: "\u{301}", count: 3_000),
      "\u{200D}\u{FE0F}\u{E0041}",
      "\u{FFF9}\u{FFFB}\u{FEFF}\u{200B}", "🏴" + String(repeating: "\u{E0067}", count: 500),
      String(repeating: "\u{1100}", count: 2_000), "\u{1160}\u{3164}\u{FFA0}\u{AD}",
      "\u{61C}\u{200F}שלום",
    ]

    private nonisolated static func isSafe(_ cluster: String) -> Bool {
      cluster.unicodeScalars.count <= 20
        && cluster.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
            && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
            && $0.value != 0x2028 && $0.value != 0x2029
        }
    }

    /// Stanzas with the text in each field that has one. Some addresses are none with it: they are dropped.
    private nonisolated static func stanzas(_ text: String) -> [String] {
      let attribute = text.replacing("'", with: "&apos;")
      let error =
        "<error type='cancel'><forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
        + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>\(text)</text></error>"
      return [
        "<iq type='set' id='p'><query xmlns='jabber:iq:roster'>"
          + "<item jid='bo@psst.test' name='\(attribute)' subscription='both'/></query></iq>",
        "<message from='bo@psst.test/\(attribute)' type='chat' id='\(attribute)'>"
          + "<subject>\(text)</subject><body>\(text)</body></message>",
        "<message from='\(attribute)@psst.test' type='chat'><body>\(text)</body></message>",
        "<message from='eve@\(attribute)' type='chat'><body>\(text)</body></message>",
        "<message from='bo@psst.test/\(attribute)'><composing"
          + " xmlns='http://jabber.org/protocol/chatstates'/></message>",
        "<message from='bo@psst.test/\(attribute)'><received xmlns='urn:xmpp:receipts' id='o1'/></message>",
        "<presence from='bo@psst.test/\(attribute)'><show>\(text)</show><status>\(text)</status></presence>",
        "<presence type='subscribe' from='\(attribute)@psst.test'><status>\(text)</status></presence>",
        "<message type='error' from='bo@psst.test' id='o2'>\(error)</message>",
        "<iq type='\(attribute)' id='\(attribute)' from='\(attribute)'><x xmlns='\(attribute)'/></iq>",
        "<\(attribute.allSatisfy(\.isLetter) ? attribute : "x") xmlns='\(attribute)'/>",
        "<error xmlns='http://etherx.jabber.org/streams'><host-gone"
          + " xmlns='urn:ietf:params:xml:ns:xmpp-streams'/><text"
          + " xmlns='urn:ietf:params:xml:ns:xmpp-streams'>\(text)</text></error>",
      ]
    }

    private func check(_ victim: Victim, _ what: String) {
      let surface = victim.surface
      for y in 0..<victim.size.height {
        for x in 0..<victim.size.width where !Self.isSafe(surface[x, y].cluster) {
          Issue.record(
            "\(what): \(surface[x, y].cluster.unicodeScalars.map(\.value)) at \(x), \(y)")
          return
        }
      }
    }

    @Test(arguments: texts)
    func `Z2 nothing from the wire reaches a cell as a command, whatever its field`(text: String)
      throws
    {
      let victim = try Victim.online()
      victim.send("one", "o1")
      victim.send("two", "o2")
      for xml in Self.stanzas(text) {
        victim.say(xml)
        check(victim, xml)
      }
      // The list, what is found, a message's life, the queue, who can be written to, a narrow screen.
      let ways: [[Key]] = [
        [Key(.escape)], [.char("k")], [.char(" ")], [Key(.escape)], [.alt("q")], [Key(.escape)],
        [.ctrl("k")], [Key(.escape)], [.alt("n")], [Key(.escape)], [.alt("a")],
      ]
      for keys in ways {
        for key in keys { victim.press(key) }
        check(victim, "\(keys)")
      }
      for (width, height) in [(60, 20), (30, 10), (5, 3), (1, 1)] {
        victim.resize(width, height)
        check(victim, "\(width)×\(height)")
      }
    }
  }
}
