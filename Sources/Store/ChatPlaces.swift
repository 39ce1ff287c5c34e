internal import Model

/// Where each chat stands in the list: found without looking at 10,000 of them.
struct ChatPlaces: Sendable, Equatable {
  private var places: [JID: Int] = [:]

  subscript(_ jid: JID) -> Int? { places[jid] }

  /// The chats of that part of the list were moved.
  mutating func note(_ chats: [Chat], in range: Range<Int>) {
    for index in range { places[chats[index].jid] = index }
  }

  mutating func noteAll(_ chats: [Chat]) {
    places.removeAll(keepingCapacity: true)
    note(chats, in: chats.indices)
  }

  /// Snapshots are the same where what they show is.
  static func == (left: ChatPlaces, right: ChatPlaces) -> Bool { true }
}
