internal import CPlatform
internal import CToml

/// Columns and rows.
public struct Size: Hashable, Sendable {
  public var width: Int
  public var height: Int
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A cell's place: column and row from 0 at the top left.
public struct Point: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

public struct Rect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// A grid of cells that views draw on; whatever lies outside is dropped. No terminal behind it.
public struct Surface: Sendable, Equatable {
  /// One column of one row. A cluster two columns wide stands in its first cell; the second is empty (`""`).
  public struct Cell: Sendable, Equatable {
    public var cluster: String
    public var style: Style
    public init(cluster: String, style: Style) {
      self.cluster = cluster
      self.style = style
    }
  }

  public let size: Size
  /// Where the terminal's cursor stands; hidden when `nil`.
  public var cursor: Point?
  private var cells: [Cell]

  public init(size: Size, style: Style = Style()) {
    self.size = size
    cells = Array(repeating: Cell(cluster: " ", style: style), count: size.width * size.height)
  }

  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// Writes text from a place to the right, within `width` columns (to the surface's edge where `nil`);
  /// a wide cluster that does not fit whole is left out. Returns the columns used.
  @discardableResult
  public mutating func write(
    _ text: PrintableText, at point: Point, width: Int? = nil, style: Style
  ) -> Int { 0 }

  /// Gives every cell of the area this cluster (one column wide) and style.
  public mutating func fill(_ area: Rect, cluster: String = " ", style: Style) {}
}
