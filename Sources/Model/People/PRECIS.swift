internal import CICU

/// The parts of an address in the one form in which they are compared (RFC 7622), where they are not ASCII. The tables are
/// ICU's, which is loaded for the first of them.
enum PRECIS {
  /// The longest part of an address, in bytes (RFC 7622 §3).
  static let longest = 1023

  private typealias Profile = (UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, Int) -> Int

  /// UsernameCaseMapped (RFC 8265 §3.3); `nil` where it is no name.
  static func username(_ text: String) -> String? { apply(psst_username, text) }

  /// OpaqueString (RFC 8265 §4.2).
  static func opaque(_ text: String) -> String? { apply(psst_opaque, text) }

  /// A domain as people read it: U-labels (IDNA 2008, UTS 46).
  static func domain(_ text: String) -> String? { apply(psst_domain, text) }

  /// A domain as DNS and certificates have it: A-labels.
  static func asciiDomain(_ text: String) -> String? { apply(psst_domain_ascii, text) }

  /// The scripts of a word that mixes more than one language has together; empty for all others.
  static func mixedScripts(_ text: String) -> [String] {
    apply(psst_mixed_scripts, text)?.split(separator: " ").map(String.init) ?? []
  }

  /// What looks like this and is in ASCII; `nil` where nothing does.
  static func asciiLookalike(_ text: String) -> String? {
    apply(psst_skeleton, text).flatMap { $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
  }

  /// A name in the letters of ASCII and in lower case, where there are such.
  static func latin(_ text: String) -> String? { apply(psst_latin, text) }

  /// How letters that are written together stand with their neighbours (Unicode's Joining_Type).
  enum Joining: Int32 { case none, dual, left, right, transparent }

  static func joining(_ scalar: Unicode.Scalar) -> Joining {
    Joining(rawValue: psst_joining(scalar.value)) ?? .none
  }

  private static func apply(_ profile: Profile, _ text: String) -> String? {
    var output = [CChar](repeating: 0, count: longest)
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    let count = profile(bytes, bytes.count, &output, output.count)
    guard count >= 0 else { return nil }
    return String(decoding: output.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
