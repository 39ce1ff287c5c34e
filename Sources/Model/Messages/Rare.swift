/// A value that most do not have, kept beside the structure that it belongs to: there it takes the room of a reference,
/// however large it is. 10,000 chats are in memory, each with a message (I6).
@propertyWrapper public struct Rare<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Storage: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage?

  public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

  /// `nil` where there is none.
  public var wrappedValue: Value? {
    get { storage?.value }
    set { storage = newValue.map(Storage.init) }
  }

  public static func == (left: Rare, right: Rare) -> Bool {
    left.storage === right.storage || left.wrappedValue == right.wrappedValue
  }
}
