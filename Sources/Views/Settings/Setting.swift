internal import Localization

/// One setting of the configuration file, as the program shows and changes it (I9).
public struct Setting: Sendable, Equatable {
  /// How it is changed.
  public enum Kind: Sendable, Equatable {
    /// `true` or `false`.
    case toggle
    /// One of these, as they are written.
    case choice([String])
    /// A theme: it has a screen of its own to choose from.
    case theme
    /// A whole number, in a unit for people; what 0 means.
    case number(ClosedRange<Int64>, unit: String, zero: String)
    /// Words between commas, which are written as a list; each of these alone as a string.
    case words(alone: [String])
    /// One word, which is written as a string: one of these, or another; what that is, for people.
    case word(usual: [String], other: String)
  }

  /// Its name in the file.
  public var key: String
  /// What it is called.
  public var title: String
  /// In sentences.
  public var about: String
  public var kind: Kind
  /// What counts without it, as it is written.
  public var standard: String
  /// What the file says, as it is written; `nil` where it says nothing.
  public var written: String?
  /// What counts where the file says nothing, as it is written; `nil`: the default.
  var current: String?
  /// Why that does not count.
  public var complaint: String?
  /// A change is not seen before psst starts again.
  public var waitsForStart: Bool

  public init(
    key: String, title: String, about: String, kind: Kind, standard: String, written: String?,
    complaint: String?, waitsForStart: Bool
  ) {
    (self.key, self.title, self.about, self.kind) = (key, title, about, kind)
    (self.standard, self.written, self.complaint) = (standard, written, complaint)
    self.waitsForStart = waitsForStart
  }

  /// What counts, as it is written.
  public var value: String { complaint == nil ? written ?? current ?? standard : standard }

  var isStandard: Bool { value == standard }

  // MARK: For people

  /// What counts, in words.
  var words: String { words(for: value) }

  /// The same of any value.
  func words(for value: String) -> String {
    switch kind {
    case .toggle: tr(value == "true" ? "on" : "off")
    case .choice: value == "false" ? tr("off") : Self.bare(value)
    case .theme: Self.bare(value)
    case .number(_, let unit, let zero):
      value == "0" ? tr(entry: zero) : "\(value) \(tr(entry: unit))"
    case .words: value == "[]" ? tr("none") : typed(value)
    case .word: value == "\"off\"" ? tr("off") : Self.bare(value)
    }
  }

  /// A value as one types it.
  func typed(_ value: String) -> String {
    switch kind {
    case .words where value.hasPrefix("["):
      value.dropFirst().dropLast().split(separator: ",")
        .map { Self.bare($0.trimming(" ")) }.joined(separator: ", ")
    case .words, .word: Self.bare(value)
    default: value
    }
  }

  /// What is typed as it is written; `nil` where that is no value.
  func value(of typed: String) -> String? {
    switch kind {
    case .number(let range, _, _):
      return Int64(typed.trimming(" ")).flatMap { range.contains($0) ? String($0) : nil }
    case .words(let alone):
      let words = typed.split(separator: ",").map { $0.trimming(" ") }.filter { !$0.isEmpty }
      if words.count == 1, alone.contains(words[0]) { return Self.quoted(words[0]) }
      return "[\(words.map(Self.quoted).joined(separator: ", "))]"
    case .word:
      let word = typed.trimming(" ")
      return word.isEmpty ? nil : Self.quoted(word)
    default: return nil
    }
  }

  /// The next of the values there are, or the one before; `nil` where that is no question.
  func value(after steps: Int) -> String? {
    switch kind {
    case .toggle: return value == "true" ? "false" : "true"
    case .choice(let all):
      let place = all.firstIndex(of: value) ?? 0
      return all[(place + steps + all.count) % all.count]
    default: return nil
    }
  }

  /// What can be typed.
  var range: String {
    switch kind {
    case .toggle: return tr("on or off")
    case .choice(let all): return all.map { words(for: $0) }.joined(separator: ", ")
    case .theme: return tr("a theme")
    case .number(let range, let unit, let zero):
      let (what, nothing) = (tr(entry: unit), tr(entry: zero))
      return tr("\(what), from 0 (\(nothing)) to \(Grouped.number(Int(range.upperBound)))")
    case .words(let alone):
      return tr(alone.isEmpty ? "names between commas" : "words between commas")
    case .word(let usual, let other):
      return (usual + [tr(entry: other)]).joined(separator: ", ")
    }
  }

  private static func bare(_ value: String) -> String {
    guard value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 else { return value }
    return String(value.dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing(
      "\\\\", with: "\\")
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

/// The settings as they are on disk.
public struct SettingsFile: Sendable, Equatable {
  /// In the order of the manual.
  public var settings: [Setting]
  /// Why none of them can be changed; `nil` where they can.
  public var trouble: String?

  /// - Parameter trouble: why none of them can be changed.
  public init(_ settings: [Setting] = [], trouble: String? = nil) {
    (self.settings, self.trouble) = (settings, trouble)
  }
}

/// What of the settings the views follow at once.
public struct Preferences: Sendable, Equatable {
  /// Things may move by themselves for looks alone (S6).
  public var animates: Bool
  /// What is marked in messages is drawn, and links (XEP-0393).
  public var drawsStyling: Bool
  /// Who comes to groups and goes is shown (G4).
  public var showsJoins: Bool
  /// Pictures that are here are drawn (F4).
  public var showsPictures: Bool
  /// How many rows a chat takes in the list.
  public var listStyle: ListStyle
  /// Without a key for so long I am away (N3); 0: never by that.
  public var idleMinutes: Int64
  /// In which language the spelling of what is written is checked; `nil`: in none.
  public var spelling: String?

  public init(
    animates: Bool = true, drawsStyling: Bool = true, showsJoins: Bool = true,
    showsPictures: Bool = true, listStyle: ListStyle = .auto, idleMinutes: Int64 = 5,
    spelling: String? = nil
  ) {
    (self.animates, self.drawsStyling, self.showsJoins) = (animates, drawsStyling, showsJoins)
    (self.showsPictures, self.listStyle) = (showsPictures, listStyle)
    (self.idleMinutes, self.spelling) = (idleMinutes, spelling)
  }
}

extension Interface {
  /// Another state of the configuration file.
  public mutating func take(_ settings: SettingsFile) { self.settings = settings }

  /// Follows other settings from the next ``render(_:size:now:)`` on.
  public mutating func follow(_ preferences: Preferences) {
    self.preferences = preferences
    appearance.follow(preferences)
    attention.idle = preferences.idle
    spelling.follow(preferences.spelling)
  }

  /// The first key of a command, for people; `nil` where it has none.
  public func label(of command: Command) -> String? { setup.keymap.label(of: command) }

  /// Other keys from now on (I1).
  public mutating func follow(_ keymap: Keymap) {
    setup.keymap = keymap
    // What is drawn names keys.
    appearance.follow(preferences)
  }

  /// Whether messages are told of from now on (A1).
  public mutating func disturb(_ isWanted: Bool) { alerts.isQuiet = !isWanted }
}

extension Preferences {
  /// In milliseconds; `nil`: never.
  var idle: Int64? { idleMinutes > 0 ? idleMinutes * 60_000 : nil }
}

extension StringProtocol {
  /// Without what stands at both ends.
  fileprivate func trimming(_ character: Character) -> String {
    var text = self[...]
    while text.first == character { text.removeFirst() }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
