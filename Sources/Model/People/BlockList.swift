/// Whom I want to have nothing to do with (XEP-0191).
public struct BlockList: Sendable, Equatable {
  /// Most entries that are kept (Z4).
  public static let capacity = 10_000

  /// Addresses of people, of their devices, or of whole servers.
  public var entries: Set<JID>
  /// Those among them, or taken back, of which the server has not heard.
  public var waiting: Set<JID>
  /// The server takes reports (XEP-0377).
  public var takesReports: Bool

  public init(entries: Set<JID> = [], waiting: Set<JID> = [], takesReports: Bool = false) {
    (self.entries, self.waiting, self.takesReports) = (entries, waiting, takesReports)
  }

  /// The entry by which somebody is blocked: their bare address, or their whole server; `nil` where there is none.
  public func entry(of person: JID) -> JID? {
    if entries.contains(person.bare) { return person.bare }
    guard !entries.isEmpty, let server = JID(person.domain), entries.contains(server) else {
      return nil
    }
    return server
  }
}

/// Why somebody is blocked, as far as the server is told (XEP-0377 §3).
public enum BlockReport: String, Sendable, CaseIterable {
  case spam, abuse
}
