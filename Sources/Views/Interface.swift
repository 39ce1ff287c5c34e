public import Model
public import Screen
public import Store

/// What the program must do for the views.
public enum Action: Sendable, Equatable {
  case intent(Intent)
  case quit
  case suspend
  /// Draw everything again (Ctrl-L).
  case redraw
  /// Edit this text in $EDITOR and give the result back as ``Interface/replaceComposer(_:)``.
  case externalEditor(String)
}

/// The whole screen: components in layers, the interface's own state (focus, selection, scroll, composer).
public struct Interface {
  public init(theme: Theme) {}

  /// One input to the topmost layer that takes it. New origin ids are made from `now`.
  public mutating func handle(_ input: Input, snapshot: Snapshot, now: Moment) -> [Action] { [] }

  /// Takes over what changed in the snapshot (a chat opened, a draft given back). Call before `render`.
  public mutating func update(_ snapshot: Snapshot, now: Moment) -> [Action] { [] }

  /// The screen as it should be now.
  public func render(_ snapshot: Snapshot, size: Size, now: Moment) -> Surface {
    Surface(size: size)
  }

  /// Uptime in milliseconds when something moves by itself next; `nil` when all is still.
  public var nextWake: Int64? { nil }

  public mutating func replaceComposer(_ text: String) {}
}
