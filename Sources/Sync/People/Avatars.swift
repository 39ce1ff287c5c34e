internal import Localization
internal import Model
public import Storage
internal import XMPP

/// My picture, chosen while no engine runs.
public enum OwedPicture {
  /// It is told at the next connection.
  /// - Parameter bytes: none: no picture any more.
  public static func keep(_ bytes: [UInt8], in database: Database) throws(StorageError) {
    try Avatars.owe(bytes, database)
  }
}

/// Contacts' pictures (XEP-0084): noted as they are announced, fetched while somebody looks at the person, and kept by
/// their hash. My own is told when there is a link.
struct Avatars: Tracker {
  static let keyPath: any Path = \.avatars

  private static let owedKey = "picture.owed"
  /// Most people of whom one is noted (Z4).
  static let capacity = 10_000

  /// Asked for on this link.
  private var asked: Set<String> = []
  /// The same of vCards, where they could not be had otherwise.
  private var askedCards: Set<String> = []
  private var isLinked = false
  private var underWay: (id: String, text: String)?
  private var number = 0

  mutating func begin(_ turn: Turn) throws(StorageError) {
    isLinked = true
    try flush(turn)
  }

  mutating func forgetLink(_ turn: Turn) {
    (asked, askedCards, isLinked, underWay) = ([], [], false, nil)
  }

  // MARK: Theirs

  static func learned(
    _ hash: String?, of who: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard who != turn.me else { return }
    guard try turn.database.roster.contact(who) != nil, !state.blocking.holds(who) else {
      return turn.log("dropped: the picture of \(who), who is no contact")
    }
    let known = try turn.database.avatars.avatar(of: who)
    guard known?.hash != hash else { return }
    let isFull = known == nil ? try turn.database.avatars.count() >= capacity : false
    guard !isFull else { return turn.log("dropped: the picture of \(who), one too many") }
    try set(hash, of: who, turn)
  }

  /// - Parameter hash: `nil`: there is none any more.
  static func set(_ hash: String?, of who: JID, _ turn: Turn) throws(StorageError) {
    let table = turn.database.avatars
    let before = try table.avatar(of: who)
    try table.set(hash, who)
    if let before, before.isKept, try !table.isUsed(before.hash) {
      turn.keepAvatar(before.hash, nil)
    }
  }

  /// Whoever is looked at is shown as they are.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.ready != nil, let who = state.cards.shown,
      let avatar = try turn.database.avatars.avatar(of: who), !avatar.isKept,
      state.avatars.asked.insert(avatar.hash).inserted
    else { return }
    turn.command(.fetchAvatar(avatar.hash, of: who))
  }

  /// - Parameter bytes: of this hash; `nil` where they cannot be had.
  mutating func received(
    _ bytes: [UInt8]?, _ hash: String, of who: JID, _ turn: Turn
  ) throws(StorageError) {
    let table = turn.database.avatars
    guard asked.contains(hash), try table.isUsed(hash) else { return }
    guard let bytes else {
      if askedCards.insert(hash).inserted { turn.command(.fetchPhoto(hash, of: who)) }
      return
    }
    turn.keepAvatar(hash, bytes)
    try table.keep(hash)
    while let oldest = try table.oldest(beyond: Avatar.capacity) {
      try table.drop(oldest)
      turn.keepAvatar(oldest, nil)
    }
  }

  // MARK: Mine

  static func owe(_ bytes: [UInt8], _ database: Database) throws(StorageError) {
    try database.settings.set(owedKey, text(of: bytes))
  }

  /// - Parameter bytes: none: no picture any more.
  mutating func show(_ bytes: [UInt8], _ turn: Turn) throws(StorageError) {
    guard bytes.isEmpty || Avatar(own: bytes) != nil else {
      return turn.notice(.error, Self.refusal)
    }
    try Self.owe(bytes, turn.database)
    try flush(turn)
    if !isLinked { turn.notice(.information, tr("Your picture is shown when you are online")) }
  }

  static var refusal: String {
    tr(
      "The picture is not taken: a PNG or JPEG of at most \(Avatar.largestOwn / 1_024) KiB is needed"
    )
  }

  private mutating func flush(_ turn: Turn) throws(StorageError) {
    guard isLinked, underWay == nil,
      let text = try turn.database.settings.value(Self.owedKey)
    else { return }
    number += 1
    let id = "picture-\(number)"
    underWay = (id, text)
    let bytes = Self.bytes(of: text)
    turn.command(.tellAvatar(id: id, Avatar(own: bytes), bytes))
  }

  mutating func told(
    _ id: String, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard let told = underWay, told.id == id else { return }
    underWay = nil
    if let error, error.kind == "wait" { return }
    if let error {
      turn.notice(.error, tr("Your picture is not shown to others: \(Refusal.reason(error))"))
    } else {
      turn.notice(
        .information,
        told.text.isEmpty
          ? tr("Others see no picture of you any more") : tr("Others see your picture"))
    }
    if try turn.database.settings.value(Self.owedKey) == told.text {
      try turn.database.settings.set(Self.owedKey, nil)
    }
    try flush(turn)
  }

  /// Two digits a byte.
  private static func text(of bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(of text: String) -> [UInt8] {
    let digits = text.utf8.map { $0 < 0x3A ? $0 &- 0x30 : $0 &- 0x57 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
