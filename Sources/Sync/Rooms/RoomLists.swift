internal import Model

/// Who belongs to a room, there or not, as far as that was asked and is told: all of it at once.
struct RoomLists {
  private(set) var people: [Room.Person] = []
  private var gathered: [Room.Person] = []
  private var unanswered: Set<Room.Affiliation> = []

  /// These are asked for.
  mutating func expect(_ affiliations: [Room.Affiliation]) {
    (gathered, unanswered) = ([], Set(affiliations))
  }

  /// Who has this affiliation; `nil` where the room does not say. Returns whether that was the last answer.
  mutating func note(_ people: [Room.Person]?, as affiliation: Room.Affiliation) -> Bool {
    guard unanswered.remove(affiliation) != nil else { return false }
    gathered += people ?? []
    guard unanswered.isEmpty else { return false }
    self.people = gathered.sorted {
      ($1.affiliation.rank, $0.address) < ($0.affiliation.rank, $1.address)
    }
    return true
  }
}
