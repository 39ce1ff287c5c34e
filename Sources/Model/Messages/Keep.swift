/// How long messages are kept on this computer (P4). What is older is removed here; the server's archive has it.
public struct Keep: Sendable, Equatable {
  /// Milliseconds; `nil` is for ever.
  public var age: Int64?
  /// So many of each chat stay, however old they are.
  public var newest: Int

  public init(age: Int64?, newest: Int = 100) {
    self.age = age
    self.newest = newest
  }

  /// Milliseconds.
  public static let day: Int64 = 86_400_000

  /// - Parameter days: 0 is for ever.
  public init(days: Int64) { self.init(age: days == 0 ? nil : days * Self.day) }

  /// Nothing is ever removed.
  public static let forever = Keep(age: nil)
  /// What counts where the user decided nothing.
  public static let standard = Keep(days: 30)

  /// Whole days; 0 is for ever.
  public var days: Int64 { (age ?? 0) / Self.day }

  /// As it is stored.
  public var code: String { "\(age ?? 0) \(newest)" }

  /// `nil` where it is none.
  public init?(code: String) {
    let parts = code.split(separator: " ").compactMap { Int64($0) }
    guard parts.count == 2, parts[0] >= 0, parts[1] >= 0 else { return nil }
    self.init(age: parts[0] == 0 ? nil : parts[0], newest: Int(parts[1]))
  }
}

/// What would be removed for the first time, which nobody has agreed to yet.
public struct KeepQuestion: Sendable, Equatable {
  public var messages: Int
  /// The server's time of the oldest.
  public var oldest: Timestamp
  /// What is older is meant.
  public var days: Int64

  public init(messages: Int, oldest: Timestamp, days: Int64) {
    (self.messages, self.oldest, self.days) = (messages, oldest, days)
  }
}
