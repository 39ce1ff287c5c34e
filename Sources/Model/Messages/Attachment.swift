internal import Localization

/// A file that a message carries: where it lies, and what its sender says of it. All of it is as it came.
public struct Attachment: Sendable, Hashable {
  /// Without a path; for people, and never the name of a file here.
  public var name: String
  /// Bytes, at most ``mostBytes``; `nil` where nobody said.
  public var size: Int64?
  /// As RFC 6838 writes it: `application/pdf`.
  public var mediaType: String?
  /// SHA-256 in base64 (XEP-0300).
  public var hash: String?
  /// From where it can be fetched, blanks in it encoded; `nil` while it is not uploaded, and where that was not told.
  public var address: String?
  /// What was written to go with it; may be empty.
  public var caption: String
  /// The path at which it was saved on this computer.
  public var savedAs: String?

  /// A file that is told to be larger has no size: nobody has one, and sums of such sizes stay numbers (1 PiB).
  public static let mostBytes: Int64 = 1 << 50

  /// Characters of a name and bytes of the other words that are kept (Z4).
  public static let longestName = 200
  private static let longestWord = 4_096

  public init(
    name: String?, size: Int64? = nil, mediaType: String? = nil, hash: String? = nil,
    address: String? = nil, caption: String = ""
  ) {
    self.address = Self.word(address?.replacing(" ", with: "%20"))
    self.name = Self.line(name) ?? Self.name(ofAddress: self.address ?? "") ?? "file"
    self.size = size.flatMap { (0...Self.mostBytes).contains($0) ? $0 : nil }
    self.mediaType = Self.word(mediaType).flatMap { $0.utf8.count <= 100 ? $0 : nil }
    self.hash = Self.word(hash)
    self.caption = String(caption.prefix(Message.longestText))
  }

  /// `1.2 MB`, by thousands.
  public static func words(ofSize bytes: Int64) -> String {
    var (value, units) = (Double(bytes), ["kB", "MB", "GB", "TB"])
    guard bytes >= 1_000 else { return "\(bytes) B" }
    var unit = units.removeFirst()
    value /= 1_000
    while value >= 999.5, !units.isEmpty {
      unit = units.removeFirst()
      value /= 1_000
    }
    let tenths = Int64((value * 10).rounded())
    if tenths >= 100 || tenths % 10 == 0 { return "\(Int64(value.rounded())) \(unit)" }
    let point = tr(".", as: "before tenths")
    return "\(tenths / 10)\(point)\(tenths % 10) \(unit)"
  }

  /// It is an address of the web.
  public static func isWeb(_ address: String) -> Bool {
    ["https://", "http://"].contains { address.lowercased().hasPrefix($0) }
  }

  /// It is the address of a file of the web, by its name, and not that of a page.
  public static func isFile(_ address: String) -> Bool {
    guard isWeb(address), let name = name(ofAddress: address), let dot = name.lastIndex(of: "."),
      dot != name.startIndex
    else { return false }
    let kind = name[name.index(after: dot)...].lowercased()
    return !kind.isEmpty && !pages.contains(kind)
  }

  private static let pages: Set<String> = [
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "cgi",
  ]

  /// For people and their searches, the caption below.
  public var words: String {
    let size = size.map { ", \(Self.words(ofSize: $0))" } ?? ""
    return tr("(a file) \(name)\(size)") + (caption.isEmpty ? "" : "\n\(caption)")
  }

  /// The last part of a path, in one line and without what is no letter for people.
  private static func line(_ text: String?) -> String? {
    let last = text?.split { $0 == "/" || $0 == "\\" }.last ?? ""
    let scalars = last.unicodeScalars.filter { !$0.properties.isControl }
    let name = String(String.UnicodeScalarView(scalars)).prefix(longestName)
    return name.allSatisfy(\.isWhitespace) ? nil : String(name)
  }

  /// What stands last in an address, before its question.
  private static func name(ofAddress address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let path = address[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return line(PercentCoding.decoded(String(path[path.index(after: slash)...])))
  }

  private static func word(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.utf8.count <= longestWord,
      text.unicodeScalars.allSatisfy({
        !$0.properties.isWhitespace && !$0.properties.isControl
      })
    else { return nil }
    return text
  }

  // MARK: Its code

  private static let codeName = "file"

  /// For files of ours: `file`, then a line for each that is known, and the caption last.
  public var code: String {
    let lines = [
      Self.codeName, "name \(name)", size.map { "size \($0)" }, mediaType.map { "type \($0)" },
      hash.map { "hash \($0)" }, address.map { "at \($0)" }, savedAs.map { "saved \($0)" },
      caption.isEmpty ? nil : "caption \(caption)",
    ]
    return lines.compactMap(\.self).joined(separator: "\n")
  }

  /// What ``code`` wrote, also before it had lines: `file https://…`. `nil` where it did not.
  public init?(code: String) {
    guard code == Self.codeName || code.hasPrefix(Self.codeName + "\n") else {
      guard code.hasPrefix(Self.codeName + " ") else { return nil }
      self.init(name: nil, address: String(code.dropFirst(Self.codeName.count + 1)))
      return
    }
    var words: [Substring: String] = [:]
    var rest = code.dropFirst(Self.codeName.count + 1)
    while !rest.isEmpty {
      let key = rest.prefix { $0 != " " }
      let value = rest.dropFirst(key.count + 1)
      let end = key == "caption" ? value.endIndex : value.firstIndex(of: "\n") ?? value.endIndex
      words[key] = String(value[..<end])
      rest = value[end...].dropFirst()
    }
    self.init(
      name: words["name"], size: words["size"].flatMap { Int64($0) }, mediaType: words["type"],
      hash: words["hash"], address: words["at"], caption: words["caption"] ?? "")
    savedAs = words["saved"]
  }
}

extension Unicode.Scalar.Properties {
  /// It draws nothing, or something else than it is: also what turns the direction of a line.
  fileprivate var isControl: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }
}

/// Bytes of an address in hexadecimal (RFC 3986 §2.1).
enum PercentCoding {
  /// Where it is no UTF-8 afterwards, as it was.
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}

extension Message.Content {
  /// The file that it carries.
  public var attachment: Attachment? { if case .file(let file) = self { file } else { nil } }
}

extension Message {
  /// The file that it carries.
  public var attachment: Attachment? { content.attachment }
}
