internal import Model

/// XEP-0082: `2002-09-10T23:08:25.123Z`, or with an offset in the place of `Z`.
enum XEP0082DateTime: Extension {
  /// `nil` where it is no date and time of that form.
  static func parse(_ text: String) -> Timestamp? { Timestamp(dateTime: text) }
}
