/// How the names of an account's people and groups look at a glance: nobody may be taken for another by what they, or
/// their group, are called. All counts are by hash; the names are elsewhere.
public struct NameLooks: Sendable, Equatable {
  /// Of contacts, whatever their case.
  private var namesakes: [Int: Int] = [:]
  /// The same by what they look like.
  private var names: [Int: Int] = [:]
  private var nicks: [Int: Int] = [:]
  private var groups: [Int: Int] = [:]

  public init() {}

  /// Some contact has a name.
  public var hasContacts: Bool { !names.isEmpty }

  /// A contact is called otherwise by me, or by their address.
  public mutating func count(name: String?, insteadOf old: String?) {
    guard name != old else { return }
    Self.count(name, insteadOf: old, in: &names) { Self.look(of: $0) }
    Self.count(name, insteadOf: old, in: &namesakes) { $0.lowercased().hashValue }
  }

  /// A contact calls themselves otherwise.
  public mutating func count(nick: String?, insteadOf old: String?) {
    guard nick != old else { return }
    Self.count(nick, insteadOf: old, in: &nicks) { Self.look(of: $0) }
  }

  /// A group is called otherwise.
  public mutating func count(group: String?, insteadOf old: String?) {
    guard group != old else { return }
    Self.count(group, insteadOf: old, in: &groups) { Self.look(of: $0, withSigns: true) }
  }

  /// A person's name says who they are: no other contact has it, nobody takes it for a word of psst's, and all of it is
  /// seen.
  /// - Parameter isCounted: they are a contact.
  public func isPlain(name: String, isCounted: Bool = true) -> Bool {
    namesakes[name.lowercased().hashValue, default: 0] <= (isCounted ? 1 : 0)
      && !ShownName.hasHidden(name) && !ShownName.isReserved(name)
  }

  /// A group's name says which it is: besides, it is no person's, and no address of something else.
  public func isPlain(group name: String) -> Bool {
    let look = Self.look(of: name)
    let others = groups[Self.look(of: name, withSigns: true), default: 0]
    return names[look] == nil && nicks[look] == nil && others <= 1 && !name.contains("@")
      && !ShownName.isDoubtful(name)
  }

  /// Nobody else is called so, or nearly so.
  /// - Parameter name: what they are called without it.
  public func isFree(_ nick: String, of name: String?) -> Bool {
    let look = Self.look(of: nick)
    let own = name.map { Self.look(of: $0) == look } == true ? 1 : 0
    return names[look, default: 0] <= own && nicks[look, default: 0] <= 1
  }

  private static func count(
    _ name: String?, insteadOf old: String?, in all: inout [Int: Int], by hash: (String) -> Int
  ) {
    if let name { all[hash(name), default: 0] += 1 }
    guard let gone = old.map(hash), let others = all[gone] else { return }
    all[gone] = others > 1 ? others - 1 : nil
  }

  /// The base letters from U+00C0 on.
  private static let letters = Array(
    ("aaaaaaaceeeeiiiidnoooooxouuuuypsaaaaaaaceeeeiiiidnooooo-ouuuuypy"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
      + "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)

  /// Without case, accents, spaces, signs and what is not seen, and with one letter for those that look alike: `B0 Reyes`
  /// is `boreyes`, too. Look-alikes of other scripts are no names at all (``Nickname/isName(_:)``).
  /// - Parameter withSigns: a sign or a blank makes another: two groups of mine may be called nearly the same.
  static func look(of name: String, withSigns: Bool = false) -> Int {
    var hasher = Hasher()
    for scalar in name.lowercased().unicodeScalars {
      switch scalar.value {
      case 0xC0..<0x180: hasher.combine(folded(letters[Int(scalar.value) - 0xC0]))
      case 0x30...0x39, 0x61...0x7A: hasher.combine(folded(UInt8(scalar.value)))
      case 0x20..<0x7F where withSigns: hasher.combine(scalar.value)
      case 0..<0x80, 0xA0, 0x300..<0x370, 0x2800: continue
      default:
        let isSeen =
          !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isWhitespace
        if isSeen { hasher.combine(scalar.value) }
      }
    }
    return hasher.finalize()
  }

  private static func folded(_ letter: UInt8) -> UInt32 {
    switch letter {
    case UInt8(ascii: "0"): UInt32(UInt8(ascii: "o"))
    case UInt8(ascii: "1"), UInt8(ascii: "i"): UInt32(UInt8(ascii: "l"))
    case UInt8(ascii: "5"): UInt32(UInt8(ascii: "s"))
    default: UInt32(letter)
    }
  }
}
