internal import Model

/// Where each chat stands in the list: found without looking at 10,000 of them.
struct ChatPlaces: Sendable, Equatable {
  /// By the hashes of the names: those stand in the list, and would take a megabyte here.
  private var places: [Int: Int] = [:]

  /// The place of a chat in the list that was noted.
  func place(of id: ChatID, in chats: [Chat]) -> Int? {
    guard let place = places[id.hashValue] else { return nil }
    // Else two have the same hash.
    return chats[place].hasID(id) ? place : chats.indices.first { chats[$0].hasID(id) }
  }

  /// The chats of that part of the list were moved.
  mutating func note(_ chats: [Chat], in range: Range<Int>) {
    for index in range { places[chats[index].id.hashValue] = index }
  }

  mutating func noteAll(_ chats: [Chat]) {
    places.removeAll(keepingCapacity: true)
    note(chats, in: chats.indices)
  }

  /// Snapshots are the same where what they show is.
  static func == (left: ChatPlaces, right: ChatPlaces) -> Bool { true }
}
