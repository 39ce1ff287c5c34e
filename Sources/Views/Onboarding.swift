public import Screen

/// The first run: a name and the three ways to begin.
public struct Onboarding {
  public enum Choice: Sendable, Equatable {
    /// On the private server of this computer, under this name.
    case startNow(name: String)
    case signIn(address: String, password: String)
    case tour
    case quit
  }

  /// - Parameter name: what stands in the name field at first.
  public init(theme: Theme, name: String) {}

  /// An error to show, for example that the sign-in was refused.
  public var message: String?

  public mutating func handle(_ input: Input) -> Choice? { nil }

  public func render(size: Size) -> Surface { Surface(size: size) }
}
