import Model
import Testing

/// Addresses of groups that are made of their names.
@Suite struct NewGroupTests {
  @Test(arguments: [
    ("Team", "team"), ("Lunch & club!", "lunch-club"), ("Ana's  flat", "anas-flat"),
    ("Über uns", "über-uns"), ("日本語", "日本語"), ("🎉", "group"), ("", "group"), (" - ", "group"),
    ("a@b/c", "a-b-c"), ("ﬁne ﬁsh", "ne-sh"), ("ⅷ abc", "abc"),
  ])
  func `any name makes an address`(name: String, local: String) {
    #expect(NewGroup.local(of: name) == local)
    #expect(JID(local: NewGroup.local(of: name), domain: "rooms.example.org") != nil)
  }

  @Test func `a long name makes a short address`() {
    let local = NewGroup.local(of: String(repeating: "ü", count: 5_000))
    #expect(local.utf8.count <= 60 && local.hasPrefix("üü"))
  }

  @Test func `addresses that others have are counted on, to a bound`() {
    var group: NewGroup? = NewGroup(room: JID("lunch@rooms.example.org")!, name: "Lunch")
    var seen: [String] = []
    while let next = group?.next(), seen.count < 100 {
      seen.append(next.room.local ?? "")
      group = next
    }
    #expect(seen.prefix(2) == ["lunch-2", "lunch-3"])
    #expect(seen.count == 29)
  }
}
