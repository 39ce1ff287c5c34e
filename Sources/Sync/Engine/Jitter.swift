/// Spreads retries out, from the randomness that came with the event.
enum Jitter {
  /// Between 80 % and 120 % of `delay`.
  static func spread(_ delay: Int64, _ random: UInt64) -> Int64 {
    delay * (800 + Int64(random % 401)) / 1_000
  }
}
