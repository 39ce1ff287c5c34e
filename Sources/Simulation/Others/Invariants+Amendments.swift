internal import Model
internal import Storage

/// What must hold of messages that were said in other words, deleted for everyone, or answered.
extension Invariants {
  /// What a message amends.
  func amended(by id: String?) -> String? { id.flatMap { world.ledger.entries[$0]?.amends } }

  /// Somebody deletes for everyone what may have come back: then it is gone, as is what deletes it.
  func mayBeDropped(_ id: String) -> Bool {
    guard let entry = world.ledger.entries[id], world.ledger.isRetracted(id) else { return false }
    return world.ledger.mayReturn(id) || streamErrors[entry.seat, default: 0] >= 2
  }

  /// Nobody waits for it: it failed, what it corrects was deleted, what it deletes was deleted by another, or its
  /// writer reacted otherwise since.
  func isOfNoUse(_ entry: Ledger.Entry) -> Bool {
    guard let target = entry.amends else { return false }
    if entry.reactsTo != nil, world.ledger.hasNewerReaction(than: entry) { return true }
    if entry.deletes == nil, world.ledger.isRetracted(target) { return true }
    let id = OriginID(entry.id)
    return mayBeDropped(target) || world.devices[entry.seat].hasFailed(id)
      || world.ledger.amendments(of: target).contains { $0.deletes != nil && $0.id != entry.id }
  }

  /// One of the devices that it was for has it, or nobody waits for it.
  func isAmending(_ entry: Ledger.Entry) -> Bool {
    isOfNoUse(entry)
      || world.devices.contains { device in
        device.seat.account == entry.chat
          && device.amendments(of: entry.account).contains(entry.id)
      }
  }

  /// What is shown of corrections, deletions and reactions that nobody confirms: the user may send them again.
  func noteDoubts(about message: Message, _ device: Device) {
    let all = [message.edit?.pending, message.retraction?.pending, message.myReaction?.pending]
    for pending in all.compactMap(\.self) where pending.status == .sent {
      guard world.ledger.entries[pending.originID.value]?.seat == device.number else { continue }
      world.ledger.change(pending.originID.value) {
        $0.isDoubted = world.tampering?.asksNobody != true
      }
    }
  }

  /// Each device shows what was said last in the archive, in the place of what was said first; of what was deleted
  /// for everyone nothing, however late it was said in other words.
  func checkAmendments(
    of message: Message, _ id: String, _ said: [Archive.Entry], _ device: Device
  ) {
    let place = "\(device.seat.address) with \(message.chat)"
    guard let entry = world.ledger.entries[id] else { return }
    if let target = entry.amends {
      guard entry.isOrdered, world.ledger.entries[target]?.isOrdered == true,
        said.contains(where: { $0.textID == target })
      else { return }
      return world.report(.diverged, "\(place): \(id) is shown beside what it is about", id)
    }
    guard entry.isOrdered, world.ledger.isCertain(id) else { return }
    let all = said.filter { amended(by: $0.textID) == id }
    let about = all.filter { $0.emoji == nil }
    let isDeleted = about.contains { world.ledger.entries[$0.textID ?? ""]?.deletes != nil }
    guard isDeleted == message.isErased else {
      let text = "\(place): \(id) is \(isDeleted ? "not deleted" : "deleted, by nobody")"
      return world.report(.diverged, text, id)
    }
    if isDeleted { return checkErasure(of: message, id, said, device) }
    checkReactions(to: message, id, all.filter { $0.emoji != nil }, place)
    guard let last = about.compactMap(\.textID).firstOfEach.last,
      let newest = said.first(where: { $0.textID == last })?.words, newest != message.text
    else { return }
    world.report(.diverged, "\(place): \(id) does not say what \(last) says", id)
  }

  /// Each person's newest reaction in the archive counts, where it stood first if it went twice.
  private func checkReactions(
    to message: Message, _ id: String, _ said: [Archive.Entry], _ place: String
  ) {
    var seen: Set<String> = []
    var truth: [String: Set<String>] = [:]
    for entry in said where seen.insert(entry.textID ?? "").inserted {
      truth[entry.sender] = Set(entry.emoji ?? [])
    }
    truth = truth.filter { !$0.value.isEmpty }
    var shown: [String: Set<String>] = [:]
    for reaction in message.reactions {
      let sender = reaction.sender.description
      guard shown[sender] == nil else {
        return world.report(.repeated, "\(place): \(id) has two reactions of \(sender)", id)
      }
      shown[sender] = Set(reaction.emoji.map(\.text))
    }
    guard shown != truth else { return }
    world.report(.diverged, "\(place): \(id) has the reactions \(shown) in place of \(truth)", id)
  }

  /// Neither rows nor the search have anything of what it said.
  private func checkErasure(
    of message: Message, _ id: String, _ said: [Archive.Entry], _ device: Device
  ) {
    let place = "\(device.seat.address) with \(message.chat)"
    let ids = [id] + world.ledger.amendments(of: id).filter { $0.corrects != nil }.map(\.id)
    for other in ids where !device.waits(OriginID(other)) {
      for row in device.rows(other, of: message) where row.text + row.sentText != "" {
        world.report(.undeleted, "\(place): \(other) still says “\(row.sentText)”", id)
      }
    }
    for words in Set(said.filter { ids.contains($0.textID ?? "") }.compactMap(\.words)).sorted() {
      for hit in device.found(words) where ids.contains(hit.originID?.value ?? "") {
        world.report(.undeleted, "\(place): the search finds \(id) by “\(words)”", id)
      }
    }
  }

  /// What it answers is the same message on every device that has both; of what was deleted nothing is quoted.
  func checkReply(of message: Message, _ id: String, among messages: [Message], _ place: String) {
    guard let target = world.ledger.entries[id]?.answers, !message.isDeleted else { return }
    guard let reply = message.replyTo, reply.id == target else {
      return world.report(.diverged, "\(place): \(id) does not answer \(target)", id)
    }
    let answered = messages.filter { $0.originID?.value == target }
    guard answered.count == 1, let answered = answered.first else { return }
    if reply.stored?.row != answered.id {
      world.report(.diverged, "\(place): \(id) does not find \(target), which is there", id)
    }
    if answered.isErased, !reply.quote.isEmpty {
      world.report(.undeleted, "\(place): \(id) quotes “\(reply.quote)”", id)
    }
  }
}
