/// Bounds on what comes from outside (Z4). Over one of them the stream ends with a clear error, or goes on without what
/// was too much: see ``leavesOut``.
public struct XMLLimits: Sendable, Equatable {
  /// Elements inside each other, the stream element included.
  public var depth: Int
  /// Attributes and namespace declarations of one element.
  public var attributes: Int
  /// Bytes of one attribute's value or one name, in UTF-8.
  public var attributeBytes: Int
  /// Bytes of one tag as written.
  public var tagBytes: Int
  /// Bytes of one stanza as written, also of the stream's header.
  public var stanzaBytes: Int
  /// Elements in one stanza, itself included.
  public var elements: Int
  /// An element over a bound is left out of its stanza with all that is inside it, a stanza over one is told as its tag
  /// alone, and the stream goes on: a stranger's message must not end it, for the server would hand the message out
  /// again. A tag of more than ``tagBytes`` ends the stream even so.
  public var leavesOut: Bool

  public init(
    depth: Int, attributes: Int, attributeBytes: Int, tagBytes: Int, stanzaBytes: Int,
    elements: Int, leavesOut: Bool = false
  ) {
    self.depth = depth
    self.attributes = attributes
    self.attributeBytes = attributeBytes
    self.tagBytes = tagBytes
    self.stanzaBytes = stanzaBytes
    self.elements = elements
    self.leavesOut = leavesOut
  }

  /// For a server that has not proved yet who it is: features and SASL need no more.
  public static let beforeAuthentication = XMLLimits(
    depth: 8, attributes: 16, attributeBytes: 2048, tagBytes: 8192, stanzaBytes: 32_768,
    elements: 256)

  /// For the account's own server: the largest thing it sends is a roster of a hundred thousand. What servers let
  /// strangers say is at most half a megabyte as they come.
  public static let afterAuthentication = XMLLimits(
    depth: 32, attributes: 64, attributeBytes: 16_384, tagBytes: 1_048_576,
    stanzaBytes: 16_777_216, elements: 262_144, leavesOut: true)
}
