/// What is to happen, by virtual time and, within a millisecond, in the order it was planned.
struct EventHeap {
  struct Event {
    /// Virtual milliseconds.
    var time: Int64
    var number: Int
    var action: () -> Void

    func isBefore(_ other: Event) -> Bool { (time, number) < (other.time, other.number) }
  }

  private var events: [Event] = []
  private var planned = 0

  var nextTime: Int64? { events.first?.time }

  mutating func push(at time: Int64, _ action: @escaping () -> Void) {
    planned += 1
    events.append(Event(time: time, number: planned, action: action))
    var child = events.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard events[child].isBefore(events[parent]) else { return }
      events.swapAt(child, parent)
      child = parent
    }
  }

  mutating func pop() -> Event? {
    guard let first = events.first, let last = events.popLast() else { return nil }
    guard !events.isEmpty else { return first }
    events[0] = last
    sink()
    return first
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < events.count {
        if events[child].isBefore(events[least]) { least = child }
      }
      guard least != parent else { return }
      events.swapAt(parent, least)
      parent = least
    }
  }
}
