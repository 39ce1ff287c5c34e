/// A group that is to be made, as soon as there is a link (XEP-0045 §10.1).
public struct NewGroup: Sendable, Equatable {
  /// Where; the next free address is taken where somebody else has this one.
  public var room: JID
  /// As people read it.
  public var name: String
  /// Anybody can find and join it; else only those who are invited.
  public var isPublic: Bool
  /// Who is invited, by bare address.
  public var people: [JID]

  public init(room: JID, name: String, isPublic: Bool = false, people: [JID] = []) {
    self.room = room
    self.name = name
    self.isPublic = isPublic
    self.people = people
  }

  /// Characters of a name.
  public static let longestName = 100
  /// So many may be invited at once.
  public static let mostPeople = 200
  /// Bytes of the part of the address that is made of a name.
  private static let longestLocal = 60

  /// The first part of the address of a group of this name: its letters and digits, in small letters, with hyphens
  /// between the words; `group` where none is left.
  public static func local(of name: String) -> String {
    var words: [String] = [""]
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        words[words.count - 1].append(character)
      } else if words.last?.isEmpty == false, !ignored.contains(character) {
        words.append("")
      }
    }
    var local = words.filter { !$0.isEmpty }.joined(separator: "-")
    while local.utf8.count > longestLocal { local.removeLast() }
    // A letter that no address may have makes all of it none.
    let known = JID(local: local, domain: "example")?.local
    return known ?? ascii(local) ?? "group"
  }

  /// They stand within a word.
  private static let ignored: Set<Character> = ["'", "’"]

  private static func ascii(_ text: String) -> String? {
    let plain = String(text.unicodeScalars.filter(\.isASCII)).split(separator: "-")
      .joined(separator: "-")
    return plain.isEmpty ? nil : plain
  }

  /// The same address with a number behind it, the one after where it has one.
  public func next() -> NewGroup? {
    guard let local = room.local else { return nil }
    let parts = local.split(separator: "-")
    let number = parts.count > 1 ? parts.last.flatMap { Int($0) } : nil
    let stem = number == nil ? local : parts.dropLast().joined(separator: "-")
    var group = self
    guard number ?? 1 < Self.mostTried,
      let room = JID(local: "\(stem)-\((number ?? 1) + 1)", domain: room.domain)
    else { return nil }
    group.room = room
    return group
  }

  /// After so many addresses that others have, nobody looks for the next.
  private static let mostTried = 30
}
