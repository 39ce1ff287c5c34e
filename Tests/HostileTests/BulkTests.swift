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
      #expect(victim.store.snapshot.contacts.count == 1)
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
  }
}
