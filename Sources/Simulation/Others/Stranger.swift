internal import XMLStream

/// A person at a client of another maker: nothing of psst's, only what this client is told to do.
package final class Stranger {
  package static let account = "dee@sim.example"

  /// How a client treats what comes.
  struct Manners {
    /// How often it bounces one message before it takes it; drawn for each.
    var bounces = [0]
    /// Milliseconds until it answers.
    var delay: ClosedRange<Int64> = 1...50
    /// It tells that a message came (XEP-0184).
    var sendsReceipts = false
  }

  let account = Stranger.account
  private unowned let world: World
  private let manners: Manners
  private var random: SeededRandom
  /// Bounces still to come, by message.
  private var remaining: [String: Int] = [:]
  private(set) var isOnline = false

  var address: String { account + "/other" }

  init(_ manners: Manners, world: World) {
    self.manners = manners
    self.world = world
    random = SeededRandom(seed: world.scenario.seed, stream: 300)
  }

  /// The client starts, or signs in again.
  func comeOnline() {
    guard world.server.isUp else { return world.after(1_000) { [self] in comeOnline() } }
    isOnline = true
    world.tell("\(address) is online")
    world.server.seat(self)
  }

  /// Nothing bounces any more.
  func calmDown() { remaining = remaining.mapValues { _ in 0 } }

  /// A stanza arrived at the client.
  func hear(_ stanza: XMLElement) {
    guard stanza.name == "message", stanza["type"] != "error", let from = stanza["from"],
      let id = stanza["id"], stanza.child("body", ServerNamespace.client) != nil
    else { return }
    world.after(random.within(manners.delay)) { [self] in answer(id, to: from) }
  }

  private func answer(_ id: String, to sender: String) {
    let left = remaining[id] ?? (world.isFaulty ? random.pick(manners.bounces) : 0)
    remaining[id] = max(0, left - 1)
    guard left == 0 || !world.isFaulty else { return bounce(id, to: sender) }
    world.tell("\(address) has \(id)")
    world.ledger.reached(id)
    guard manners.sendsReceipts else { return }
    let received = XMLElement("received", "urn:xmpp:receipts", ["id": id])
    world.server.pass(message(to: sender, type: "chat", id: nil, [received]), from: account)
  }

  private func bounce(_ id: String, to sender: String) {
    world.tell("\(address) bounces \(id)")
    world.ledger.bounced(id)
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": "wait"],
      [XMLElement("resource-constraint", ServerNamespace.stanzaErrors)])
    world.server.returnError(message(to: sender, type: "error", id: id, [error]))
  }

  func message(
    to: String, type: String?, id: String?, _ children: [XMLElement]
  ) -> XMLElement {
    XMLElement(
      "message", ServerNamespace.client, ["type": type, "from": address, "to": to, "id": id],
      children)
  }
}
