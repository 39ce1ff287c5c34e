/// How the names of an account's people look at a glance: what somebody calls themselves may not be taken for another's
/// name. All counts are by hash; the names are elsewhere.
public struct NameLooks: Sendable, Equatable {
  private var names: [Int: Int] = [:]
  private var nicks: [Int: Int] = [:]

  public init() {}

  /// Somebody is called otherwise by me, or by their address.
  public mutating func count(name: String?, insteadOf old: String?) {
    Self.count(name, insteadOf: old, in: &names)
  }

  /// Somebody calls themselves otherwise.
  public mutating func count(nick: String?, insteadOf old: String?) {
    Self.count(nick, insteadOf: old, in: &nicks)
  }

  /// Nobody else is called so, or nearly so.
  /// - Parameter name: what they are called without it.
  public func isFree(_ nick: String, of name: String?) -> Bool {
    let look = Self.look(of: nick)
    let own = name.map { Self.look(of: $0) == look } == true ? 1 : 0
    return names[look, default: 0] <= own && nicks[look, default: 0] <= 1
  }

  private static func count(_ name: String?, insteadOf old: String?, in all: inout [Int: Int]) {
    guard name != old else { return }
    if let name { all[look(of: name), default: 0] += 1 }
    guard let gone = old.map(look(of:)), let others = all[gone] else { return }
    all[gone] = others > 1 ? others - 1 : nil
  }

  /// The base letters from U+00C0 on.
  private static let letters = Array(
    ("aaaaaaaceeeeiiiidnoooooxouuuuypsaaaaaaaceeeeiiiidnooooo-ouuuuypy"
      + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
      + "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs").utf8)

  /// Without case, accents, spaces and signs, and with one letter for those that look alike: `B0 Reyes` is `boreyes`,
  /// too. Look-alikes of other scripts are no names at all (``Nickname/isName(_:)``).
  private static func look(of name: String) -> Int {
    var hasher = Hasher()
    for scalar in name.lowercased().unicodeScalars {
      switch scalar.value {
      case 0xC0..<0x180: hasher.combine(folded(letters[Int(scalar.value) - 0xC0]))
      case 0x30...0x39, 0x61...0x7A: hasher.combine(folded(UInt8(scalar.value)))
      case 0..<0x80, 0x300..<0x370: continue
      default: hasher.combine(scalar.value)
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
