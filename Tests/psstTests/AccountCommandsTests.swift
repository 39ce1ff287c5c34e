import Model
import Testing

@testable import psst

struct AccountCommandsTests {
  @Test(arguments: [
    ("--server 127.0.0.1:5222", true), ("--server localhost:5222", true),
    ("--server [::1]:5222", true), ("--server 127.1:5222", false),
    ("--server 10.0.0.1:5222", false), ("--server 127.0.0.1.evil.org:5222", false), ("", false),
  ])
  func `Z3 cleartext is for loopback only`(place: String, isAllowed: Bool) throws {
    let words = "account add a@example.org --tls off \(place)".split(separator: " ")
    let arguments = try Arguments(words.map(String.init))
    let account = try? Commands.account(from: arguments)
    #expect((account != nil) == isAllowed)
    if isAllowed { #expect(account?.security == .off) }
  }
}
