internal import XMLStream

/// What a device with the mistake ``Sabotage/takesEqualTextForRepeat`` would not take.
extension World {
  /// The same text from the same person, under another id, within a minute.
  func isEqualText(_ stanza: XMLElement, for device: String) -> Bool {
    guard sabotage == .takesEqualTextForRepeat, stanza["type"] != "error",
      let body = stanza.child("body", ServerNamespace.client)?.text, let id = stanza["id"],
      let from = stanza["from"]
    else { return false }
    let key = "\(device) \(from) \(body)"
    defer { if equalTexts[key] == nil { equalTexts[key] = (id, now) } }
    guard let earlier = equalTexts[key] else { return false }
    return earlier.id != id && now - earlier.time < 60_000
  }
}
