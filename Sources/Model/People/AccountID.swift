/// Tells the accounts of one program apart, in one byte: each of 10,000 chats in memory has it (I6).
///
/// An engine has one account and knows addresses alone: what it tells is of the ``first``, until the store says
/// whose it is.
public struct AccountID: Hashable, Sendable, Comparable {
  private let place: UInt8

  /// - Parameter index: the account's place among those of the program, of which there are at most ``capacity``.
  public init(_ index: Int) {
    precondition(
      (0..<Self.capacity).contains(index), "an account's place is under \(Self.capacity)")
    place = UInt8(index)
  }

  /// So many accounts one program may have.
  public static let capacity = 256

  /// The only one where there is no second.
  public static let first = AccountID(0)

  /// The place among the accounts of the program.
  public var index: Int { Int(place) }

  public static func < (left: AccountID, right: AccountID) -> Bool { left.place < right.place }
}
