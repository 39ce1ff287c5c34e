import Model
import Store
import Testing

extension HostileTests {
  /// Removing 40,000 contacts froze psst for over a minute.
  @MainActor @Suite struct BulkTests {
    private nonisolated static func items(_ count: Int, _ more: String = "subscription='both'")
      -> [String]
    {
      (0..<count).map { "<item jid='p\($0)@psst.test' name='P \($0)' \(more)/>" }
    }

    private nonisolated static func pushes(_ items: [String]) -> String {
      items.map { "<iq type='set' id='p'><query xmlns='jabber:iq:roster'>\($0)</query></iq>" }
        .joined()
    }

    /// Nanoseconds to take all of them away again, pushed by the server or left out of its next roster.
    private func cost(_ count: Int, isPushed: Bool) throws -> Double {
      let victim = try Victim.online(roster: Victim.contact + Self.items(count).joined())
      #expect(victim.store.snapshot.chats.count >= count)
      let pushes = Self.pushes(Self.items(count, "subscription='remove'"))
      victim.server.roster = Victim.contact
      let cost = CPUTime.least(of: 1) {
        if isPushed {
          victim.say(pushes)
        } else {
          victim.cut()
          victim.pass(5_000)
        }
        _ = victim.surface
      }
      #expect(victim.contacts == 1)
      #expect(victim.store.snapshot.chats.count <= 2)
      return cost
    }

    @Test(arguments: [true, false])
    func `Z4 taking four times as many contacts away costs about four times as much`(
      isPushed: Bool
    ) throws {
      let few = try cost(5_000, isPushed: isPushed)
      let many = try cost(20_000, isPushed: isPushed)
      // What is quadratic costs sixteen times as much.
      #expect(many < few * 10, "\(few), \(many)")
    }

    nonisolated private static func text(_ id: String) -> String {
      "<message ID='\(id)'><body>word NUMBER</body></message>"
    }

    nonisolated private static func correction(_ id: String, of target: String) -> String {
      "<message ID='\(id)'><replace xmlns='urn:xmpp:message-correct:0' id='\(target)'/><body>word NUMBER</body></message>"
    }

    nonisolated private static func reply(_ id: String, to target: String) -> String {
      "<message ID='\(id)'><reply xmlns='urn:xmpp:reply:0' id='\(target)'/><body>word NUMBER</body></message>"
    }

    nonisolated private static func reaction(_ id: String, to target: String) -> String {
      "<message ID='\(id)'><reactions xmlns='urn:xmpp:reactions:0' id='\(target)'><reaction>👍</reaction></reactions></message>"
    }

    nonisolated private static func retraction(_ id: String, of target: String) -> String {
      "<message ID='\(id)'><retract xmlns='urn:xmpp:message-retract:1' id='\(target)'/></message>"
    }

    /// What says something of messages, over and over, with how often it is said at first. `first` is there, `NEXT` will
    /// be, `none` never is.
    nonisolated static let amendments: [(stanzas: String, count: Int)] = [
      (correction("mNUMBER", of: "first"), 200), (reply("mNUMBER", to: "first"), 200),
      (reaction("mNUMBER", to: "first"), 200), (retraction("mNUMBER", of: "first"), 200),
      (correction("mNUMBER", of: "none"), 100), (reply("mNUMBER", to: "none"), 200),
      (reaction("mNUMBER", to: "none"), 200), (retraction("mNUMBER", of: "none"), 200),
      (correction("mNUMBER", of: "mNEXT"), 100), (correction("mNUMBER", of: "mLAST"), 100),
      (retraction("mNUMBER", of: "mNEXT"), 200), (reply("mNUMBER", to: "mNEXT"), 200),
      (correction("one", of: "one"), 100), (text("one"), 200),
      (text("one") + correction("mNUMBER", of: "one"), 100),
      (text("one") + reply("mNUMBER", to: "one"), 100),
      (text("one") + reaction("mNUMBER", to: "one"), 100),
      (text("one") + retraction("mNUMBER", of: "one"), 100),
    ]

    private func cost(_ count: Int, of amendment: String) throws -> Double {
      let victim = try Victim.online(roster: Victim.contact)
      victim.say(
        "<message from='\(Victim.bo)/x' type='chat' id='first'><body>first</body></message>")
      let all = (0..<count).map { number in
        amendment.replacing("ID=", with: "from='\(Victim.bo)/x' type='chat' id=")
          .replacing("NUMBER", with: "\(number)").replacing("NEXT", with: "\(number + 1)")
          .replacing("LAST", with: "\(number - 1)")
      }
      return CPUTime.least(of: 1) {
        // As many at once as a read brings.
        for start in stride(from: 0, to: count, by: 20) {
          victim.say(all[start..<min(count, start + 20)].joined())
        }
        _ = victim.surface
      }
    }

    @Test(arguments: amendments)
    func `Z4 M1 M2 M3 M4 four times as much said of messages costs about four times as much`(
      stanzas: String, count: Int
    ) throws {
      func growth() throws -> Double {
        try cost(count * 4, of: stanzas) / cost(count, of: stanzas)
      }
      // Once more where the computer was busy with something else. What is quadratic costs sixteen times as much.
      let first = try growth()
      let growth = first < 8 ? first : try growth()
      #expect(growth < 8, "\(first), \(growth)")
    }
  }
}
