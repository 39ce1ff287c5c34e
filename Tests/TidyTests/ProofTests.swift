import Harness
import Testing

@Suite struct ProofTests {
  @Test func `I7 every delivered line has a proof, and every line that can be played a scene`()
    throws
  {
    let proofs = try Proofs()
    for id in proofs.ids where !Proofs.open.contains(id) {
      #expect(proofs.isProven(id), "\(id) has no scene, test or benchmark")
      let isPlayed = proofs.scenes[id] != nil || Proofs.unplayed.contains(id)
      #expect(isPlayed, "\(id) has no scene")
    }
    for id in Proofs.open {
      #expect(!proofs.isProven(id), "\(id) is proven, and listed as open")
    }
    let known = Set(proofs.ids)
    for (id, scenes) in proofs.scenes {
      #expect(known.contains(id), "\(scenes) prove \(id), which is no line of the requirements")
    }
  }

  @Test func `I7 the manual's table of proofs is made from the sources`() throws {
    var page = try ManualPage("Proofs.md")
    try page.check("proofs", try Proofs().markdown)
  }
}
