/// Something that other people's servers, clients and disks do, and a private server never would.
///
/// A seed has some of them. Each is drawn from random numbers of its own, so that one more changes nothing
/// about what a seed does with the others.
public enum Oddity: String, Sendable, CaseIterable {
  /// Ids of messages say nothing about their order.
  case shuffledIDs
  /// The box of who is away is full: what comes bounces after it was acknowledged (XEP-0160).
  case fullMailbox
  /// A client bounces what comes to it, a few times or often.
  case bouncingClient

  /// What every run of many seeds draws from.
  public static let usual: Set<Oddity> = [.shuffledIDs]

  /// Those that somebody with another maker's client has a part in.
  static let strangers: Set<Oddity> = [.fullMailbox, .bouncingClient]

  /// Of a hundred seeds so many have it.
  private var share: Int {
    switch self {
    case .shuffledIDs: 100
    case .fullMailbox, .bouncingClient: 12
    }
  }

  /// Random numbers of this oddity in a seed.
  func random(seed: UInt64) -> SeededRandom {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    return SeededRandom(seed: seed, stream: 1_000 + UInt64(place))
  }

  /// Those that a seed has.
  static func drawn(seed: UInt64, from all: Set<Oddity>) -> Set<Oddity> {
    all.filter { oddity in
      var random = oddity.random(seed: seed)
      return random.chance(oddity.share)
    }
  }
}
