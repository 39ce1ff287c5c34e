/// Who is in a room, by name. To tell that one person came or went costs the same however many are there; they are put
/// in order for who looks at them.
public struct Occupants: Sendable, Equatable {
  private typealias Bucket = [String: Room.Occupant]

  private static let bucketCount: UInt64 = 64
  /// In parts: who changes one while others hold the whole as it was copies a part.
  private var buckets = [Bucket](repeating: [:], count: Int(bucketCount))
  /// Those of whom something is kept.
  public private(set) var named = 0
  /// Those who are there as well, of whom nothing is kept but that.
  public var unnamed = 0

  public init(_ all: [Room.Occupant] = []) { for one in all { self[one.nick] = one } }

  /// All who are there.
  public var count: Int { named + unnamed }

  /// Who is called so.
  public subscript(_ nick: String) -> Room.Occupant? {
    get { buckets[Self.bucket(of: nick)][nick] }
    set {
      let bucket = Self.bucket(of: nick)
      named -= buckets[bucket].count
      buckets[bucket][nick] = newValue
      named += buckets[bucket].count
    }
  }

  private static func bucket(of nick: String) -> Int { Int(hash(of: nick) % bucketCount) }

  /// The same each time (FNV-1a).
  public static func hash(of nick: String) -> UInt64 {
    nick.utf8.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
  }

  /// By name.
  public var sorted: [Room.Occupant] {
    buckets.flatMap(\.values).sorted { $0.nick < $1.nick }
  }

  /// The longest name that words begin with, and the rest of them.
  public func named(atStartOf words: String) -> (nick: String, rest: String)? {
    let names = buckets.flatMap(\.keys).filter { words == $0 || words.hasPrefix($0 + " ") }
    return names.max { $0.count < $1.count }.map { ($0, String(words.dropFirst($0.count))) }
  }

  /// Puts what changed in the place of what was known.
  public mutating func apply(_ changes: Changes) {
    for (nick, occupant) in changes.occupants { self[nick] = occupant }
    unnamed = changes.unnamed
  }

  /// Who came, changed, or went: the newest of each.
  public struct Changes: Sendable, Equatable {
    /// By name; `nil` is gone.
    fileprivate var occupants: [String: Room.Occupant?] = [:]
    /// ``Occupants/unnamed`` after it.
    public var unnamed: Int

    public init(unnamed: Int = 0) { self.unnamed = unnamed }

    /// How many names it is about.
    public var count: Int { occupants.count }

    /// - Parameter occupant: as they are now; `nil` where nobody is called so any more.
    public mutating func note(_ nick: String, _ occupant: Room.Occupant?) {
      occupants[nick] = .some(occupant)
    }

    /// What changed later counts.
    public mutating func precede(_ later: Changes) {
      occupants.merge(later.occupants) { $1 }
      unnamed = later.unnamed
    }
  }
}
