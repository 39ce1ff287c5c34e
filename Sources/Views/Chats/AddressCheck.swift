internal import Localization
internal import Model

/// What is wrong with a text that is to be an address, in plain words.
enum AddressCheck {
  /// `nil` where it could be one, or does not look like one.
  static func fault(in text: String) -> String? {
    let text = text.filter { !$0.isNewline }.drop { $0 == " " }
    guard text.contains("@") else {
      return text.contains(".") ? tr("An address has an @: name@\(text)") : nil
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count > 2, parts.contains(where: \.isEmpty) { return tr("An address has only one @") }
    if parts[0].isEmpty { return tr("Before the @ a name is missing: name@\(parts[1])") }
    if parts[1].isEmpty { return tr("Behind the @ a server is missing: \(parts[0])@example.org") }
    if text.contains(" ") { return tr("An address has no spaces") }
    return JID(String(text)) == nil ? tr("This is no valid address") : nil
  }
}
