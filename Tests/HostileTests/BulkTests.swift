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

    /// What says something of one message, over and over.
    nonisolated static let amendments = [
      "<replace xmlns='urn:xmpp:message-correct:0' id='first'/><body>word NUMBER</body>",
      "<reply xmlns='urn:xmpp:reply:0' id='first'/><body>word NUMBER</body>",
      "<reactions xmlns='urn:xmpp:reactions:0' id='first'><reaction>👍</reaction></reactions>",
      "<retract xmlns='urn:xmpp:message-retract:1' id='first'/>",
    ]

    private func cost(_ count: Int, of amendment: String) throws -> Double {
      let victim = try Victim.online(roster: Victim.contact)
      victim.say(
        "<message from='\(Victim.bo)/x' type='chat' id='first'><body>first</body></message>")
      let all = (0..<count).map { number in
        "<message from='\(Victim.bo)/x' type='chat' id='m\(number)'>"
          + amendment.replacing("NUMBER", with: "\(number)") + "</message>"
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
    func `Z4 M1 M2 M3 M4 four times as much said of one message costs about four times as much`(
      amendment: String
    ) throws {
      func growth() throws -> Double {
        try cost(4_800, of: amendment) / cost(1_200, of: amendment)
      }
      // Once more where the computer was busy with something else. What is quadratic costs sixteen times as much.
      let first = try growth()
      let growth = first < 8 ? first : try growth()
      #expect(growth < 8, "\(first), \(growth)")
    }
  }
}
