public import Model

/// Pictures as they were read; the ones that were read first are forgotten first.
public struct ReadPictures: Sendable, Equatable {
  /// A picture, or that it cannot be shown.
  public enum Outcome: Sendable, Equatable { case shown(Picture), none }

  /// So many are remembered, each of at most a screen's cells; and so many bytes of what terminals draw themselves.
  static let capacity = 50
  static let mostBytes = 32 << 20

  private var outcomes: [PictureRequest: Outcome] = [:]
  private var order: [PictureRequest] = []

  public init() {}

  /// `nil` while it is not read.
  public subscript(request: PictureRequest) -> Outcome? { outcomes[request] }

  /// - Parameter picture: `nil` where it cannot be shown.
  public mutating func put(_ picture: Picture?, for request: PictureRequest) {
    if outcomes.updateValue(picture.map { .shown($0) } ?? .none, forKey: request) == nil {
      order.append(request)
    }
    while order.count > Self.capacity || order.count > 1 && bytes > Self.mostBytes {
      outcomes[order.removeFirst()] = nil
    }
  }

  private var bytes: Int {
    outcomes.values.reduce(0) { sum, outcome in
      guard case .shown(let picture) = outcome else { return sum }
      return sum + (picture.graphic?.bytes.count ?? 0)
    }
  }
}
