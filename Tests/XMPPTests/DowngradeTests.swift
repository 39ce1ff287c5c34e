import Model
import Scram
import Testing

@testable import XMPP

/// A server, or somebody in the middle with a certificate that is trusted, offers less than the account had.
@Suite struct DowngradeTests {
  private static let bound = ChannelBinding.exporter([0, 1, 2])

  struct Offer: Sendable {
    var before: SignInMechanism?
    var offered: [String]
    var allowsPlain = false
    /// What the user is told to do.
    var remedy: String
  }

  static let offers = [
    Offer(before: .scramSHA256, offered: ["PLAIN"], remedy: "--plain-password"),
    Offer(before: nil, offered: ["PLAIN"], remedy: "--plain-password"),
    Offer(
      before: .scramSHA256, offered: ["PLAIN"], allowsPlain: true, remedy: "--plain-password"),
    Offer(before: .scramSHA256, offered: ["SCRAM-SHA-1", "PLAIN"], remedy: "--weaker-sign-in"),
    Offer(before: .scramSHA256Plus, offered: ["SCRAM-SHA-256"], remedy: "--weaker-sign-in"),
    Offer(before: .scramSHA1Plus, offered: ["SCRAM-SHA-256"], remedy: "--weaker-sign-in"),
  ]

  @Test(arguments: offers)
  func `Z3 less than the account signed in with before is told nothing, and says what to do`(
    offer: Offer
  ) {
    let terms = SignInTerms(strongest: offer.before, allowsPlain: offer.allowsPlain)
    var rig = Rig(terms: terms)
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    rig.receive(Rig.header + Rig.mechanisms(offer.offered))
    guard case .notSafe(let reason, _)? = rig.end else {
      Issue.record("\(String(describing: rig.end))")
      return
    }
    #expect(reason.contains("psst account add ana@example.org \(offer.remedy)"))
    #expect(offer.before.map { reason.contains($0.rawValue) } ?? true)
    #expect(!rig.sent.contains { $0.contains("<auth") })
    let secret = Base64.encode(Array("\0ana\0pencil".utf8))
    #expect(!rig.sent.contains { $0.contains(secret) || $0.contains("pencil") })
  }

  @Test func `Z3 PLAIN goes to a server only where the user chose it`() {
    var rig = Rig(terms: SignInTerms(allowsPlain: true))
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    rig.receive(Rig.header + Rig.mechanisms(["PLAIN"]))
    #expect(rig.sent.last?.contains("mechanism='PLAIN'") == true)
    #expect(rig.lastText == Base64.encode(Array("\0ana\0pencil".utf8)))
  }

  @Test(arguments: ["SCRAM-SHA-256", "SCRAM-SHA-1"])
  func `Z3 a server that offers no binding is told that there could have been one`(
    mechanism: String
  ) throws {
    var rig = Rig()
    rig.signIn(mechanism: mechanism, binding: Self.bound)
    #expect(rig.events.contains(.signedIn(try #require(SignInMechanism(rawValue: mechanism)))))
    let first = try #require(rig.sent.first { $0.contains("<auth") }?.unwrapped)
    #expect(first.hasPrefix("y,,n=ana,r="))
    let final = try #require(rig.sent.first { $0.contains("<response") }?.unwrapped)
    #expect(final.hasPrefix("c=\(Base64.encode(Array("y,,".utf8))),r="))
  }

  @Test func `Z3 without a binding here, and without TLS, the header says that there is none`() {
    for isSecure in [true, false] {
      var rig = Rig(requiresTLS: false)
      rig.handle(.connected(isSecure: isSecure, binding: nil))
      rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
      #expect(rig.sent.last?.unwrapped?.hasPrefix("n,,n=ana,r=") == true)
    }
  }

  @Test func `Z3 a server that binds finds out that its offer was taken away`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    // In between, -PLUS was struck from the list.
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    let server = ScramServer("SCRAM-SHA-256", password: Rig.password, exporter: "AAEC")
    #expect(server.step(rig.lastText) == nil, "the server saw nothing")
  }

  /// What follows the `y` is checked as strictly as the library does it.
  @Test(arguments: [
    "r=x,s=QSXCR+Q6sek8bf92,i=4096", "r=xNONCE,s=QSXCR+Q6sek8bf92,i=4096",
    "r=NONCE,s=QSXCR+Q6sek8bf92,i=4096",
    "r=NONCEx,s=,i=4096", "r=NONCEx,s=QSXCR+Q6sek8bf92,i=1", "r=NONCEx,i=4096",
    "m=1,r=NONCEx,s=QSXCR+Q6sek8bf92,i=4096", "",
  ])
  func `Z3 Z4 a challenge that is none ends the sign-in`(challenge: String) throws {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: Self.bound))
    rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
    let nonce = try #require(rig.sent.last?.unwrapped?.split(separator: "r=").last)
    let text = challenge.replacing("NONCE", with: nonce)
    rig.receive(Rig.sasl("challenge", text.isEmpty ? "=" : Base64.encode(Array(text.utf8))))
    #expect(rig.end != nil)
    #expect(!rig.sent.contains { $0.contains("<response") })
  }

  @Test func `Z3 a wrong proof after the y is not safe`() throws {
    for proof in ["", "v=AAAA", "e=other-error"] {
      var rig = Rig()
      rig.handle(.connected(isSecure: true, binding: Self.bound))
      rig.receive(Rig.header + Rig.mechanisms(["SCRAM-SHA-256"]))
      let server = ScramServer("SCRAM-SHA-256", password: Rig.password)
      rig.receive(Rig.sasl("challenge", try #require(server.step(rig.lastText))))
      rig.receive(Rig.sasl("success", Base64.encode(Array(proof.utf8))))
      guard case .notSafe? = rig.end else {
        Issue.record("\(String(describing: rig.end))")
        continue
      }
    }
  }

  @Test func `Z3 of two mechanisms the one that lacks what the other has is less`() {
    let order: [SignInMechanism] = [.scramSHA256Plus, .scramSHA256, .scramSHA1Plus, .scramSHA1]
    for mechanism in SignInMechanism.allCases {
      #expect(mechanism.isAtLeast(mechanism) && mechanism.isAtLeast(.plain))
      #expect(SignInMechanism.scramSHA256Plus.isAtLeast(mechanism))
    }
    #expect(SignInMechanism.allCases.prefix(4).elementsEqual(order))
    #expect(!SignInMechanism.scramSHA256.isAtLeast(.scramSHA1Plus))
    #expect(!SignInMechanism.scramSHA1Plus.isAtLeast(.scramSHA256))
    #expect(!SignInMechanism.scramSHA1.isAtLeast(.scramSHA256))
    #expect(!SignInMechanism.plain.isAtLeast(.scramSHA1))
  }
}

extension String {
  /// The words inside the element: what Base64 has as text.
  fileprivate var unwrapped: String? {
    let text = split(separator: ">", maxSplits: 1).last?.split(separator: "<").first
    return text.flatMap { Base64.decode(String($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }
}
