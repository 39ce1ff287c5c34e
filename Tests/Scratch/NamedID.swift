public import Model

/// Ids of tests have short names that count up: "m1", "m2", … The ids themselves, like those of other programs and
/// servers, say nothing about when they were made: what is sorted by them is in no order at all.
public enum NamedID {
  public static func id(of name: String) -> String {
    let prefix = String(mixed(name), radix: 16)
    return String(repeating: "0", count: 4 - prefix.count) + prefix + "-" + name
  }

  /// The whole id where it has no name.
  public static func name(of id: String) -> String {
    guard let dash = id.firstIndex(of: "-") else { return id }
    let name = String(id[id.index(after: dash)...])
    return self.id(of: name) == id ? name : id
  }

  /// FNV-1a, stirred; from a beginning with which the second of a kind comes before the first.
  private static func mixed(_ name: String) -> UInt16 {
    var bits = name.utf8.reduce(0xC65 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    bits = (bits ^ bits >> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 13) &* 0xC2B2_AE35
    return UInt16(truncatingIfNeeded: bits ^ bits >> 16)
  }
}

extension OriginID {
  public init(named name: String) { self.init(NamedID.id(of: name)) }

  public var name: String { NamedID.name(of: value) }
}

extension ArchiveID {
  public init(named name: String) { self.init(NamedID.id(of: name)) }

  public var name: String { NamedID.name(of: value) }
}
