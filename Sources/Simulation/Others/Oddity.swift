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
  /// Ids from a counter that begins anew, one origin ID for several messages, none at all.
  case strangeIDs
  /// Other types than `chat`, and messages without a text that have something to say.
  case strangeKinds
  /// Messages that no archive has (XEP-0334).
  case fleeting
  /// Entries that appear in the archive after newer ones, and before them.
  case lateEntries
  /// A link of 20 kbit/s, and a long history of long messages.
  case slowArchive
  /// Each question costs the server its whole archive.
  case costlyArchive
  /// For a while nothing can be stored or read.
  case brokenStorage
  /// Some messages are acknowledged and told to who is there, and stored nowhere.
  case forgetfulArchive
  /// More waits at the first sign-in than is read back at once.
  case longHistory
  /// Much is refused when it is archived already, and then deleted, with its chat or alone.
  case buriedRefusals
  /// One of those is at another server, which restarts, and the way to it loses what both acknowledged.
  case distantServer
  /// A server with neither an archive nor resumption.
  case bareServer
  /// What was said is corrected, by who wrote it and from his other devices (XEP-0308).
  case corrections
  /// What was said is deleted for everyone, while it is corrected, by who wrote it and from his other devices
  /// (XEP-0424).
  case retractions
  /// What was said is answered (XEP-0461).
  case replies
  /// People react to what was said, take it back, and react otherwise, at all their devices (XEP-0444).
  case reactions
  /// A server without stream management (XEP-0198): an archive's answer confirms what was sent, and where there
  /// is none either, the answer to a ping.
  case noAcknowledgements
  /// All are in a room as well (XEP-0045), whose service loses them now and then.
  case group
  /// Devices keep only what is a few seconds old, and three messages of each chat: the rest is read from the archive
  /// again (P4).
  case keepsLittle
  /// The server holds back what nobody needs while nobody looks (XEP-0352).
  case holdsBack
  /// The server signs in, resumes and binds in one round trip (XEP-0388, XEP-0386), and throws away then what waits for
  /// who was offline.
  case quickSignIn
  /// People send files, and where those are put (XEP-0363) refuses, breaks off and forgets.
  case files
  /// Links carry nothing for a while, in one direction or both, and go on then; what is connected meanwhile works, or does
  /// not.
  case stallingLinks
  /// People are asked about what waits, and pick from it.
  case reviews
  /// The room of a group has no archive: it tells who enters what was said (XEP-0045 §7.2.13).
  case bareGroup

  /// What every run of many seeds draws from.
  public static let usual = Set(allCases).subtracting([.group, .keepsLittle, .bareGroup])

  /// Those that somebody with another maker's client has a part in.
  static let strangers: Set<Oddity> = [
    .fullMailbox, .bouncingClient, .strangeIDs, .strangeKinds, .fleeting, .slowArchive,
    .forgetfulArchive, .longHistory,
  ]

  /// Those in which this client speaks.
  static let talkative: Set<Oddity> = [.strangeIDs, .strangeKinds, .fleeting, .forgetfulArchive]

  /// Of a hundred seeds so many have it.
  private var share: Int {
    switch self {
    case .shuffledIDs: 100
    case .slowArchive, .longHistory: 3
    default: 12
    }
  }

  /// Random numbers of this oddity in a seed.
  func numbers(seed: UInt64) -> SeededRandom {
    let place = Self.allCases.firstIndex(of: self) ?? 0
    return SeededRandom(seed: seed, stream: 1_000 + UInt64(place))
  }

  /// Those that a seed has.
  static func drawn(seed: UInt64, from all: Set<Oddity>) -> Set<Oddity> {
    let drawn = all.filter { oddity in
      var random = oddity.numbers(seed: seed)
      return random.chance(oddity.share)
    }
    // Nothing of an archive where there is none, and strangers are where all others are.
    if drawn.contains(.bareServer) {
      return drawn.intersection([.bareServer, .noAcknowledgements, .shuffledIDs])
    }
    guard drawn.contains(.distantServer) else { return drawn }
    return drawn.subtracting(strangers).subtracting([.files])
  }
}
