/// What a test waited for and did not get, with what was there instead.
public struct Unmet: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
