/// Why a stream cannot be read any further.
public struct XMLViolation: Error, Sendable, Equatable {
  /// The stream errors of RFC 6120 §4.9.3 that reading XML can lead to.
  public enum Condition: String, Sendable {
    /// DTD, processing instruction, comment, entity reference (RFC 6120 §11.1).
    case restrictedXML = "restricted-xml"
    /// A bound of ``XMLLimits`` was passed.
    case policyViolation = "policy-violation"
    /// Not XML, or not UTF-8.
    case notWellFormed = "not-well-formed"
    /// XML that is no XMPP stream: text between stanzas.
    case badFormat = "bad-format"
  }

  /// The stream error to answer with.
  public var condition: Condition
  /// What it was, in plain words.
  public var detail: String

  public init(_ condition: Condition, _ detail: String) {
    self.condition = condition
    self.detail = detail
  }
}
