import Model
import Screen
import Sabotage
import Simulation

@testable import Scenes

/// Something wrong with the program, put in to see whether a scene finds it: no scene that cannot fail.
enum Flaw: Sendable, Equatable {
  /// Changes of this kind (the name of the case of ``Model/Change``) never come to the store.
  case losesChange(String)
  /// Wishes of this kind (the name of the case of ``Model/Intent``) never come to the engine.
  case ignoresIntent(String)
  /// One text is drawn in place of another, as wide.
  case misdraws(String, as: String)
  /// Messages stand by the time on this computer's clock.
  case ordersByOwnClock
  /// What somebody in a group says who is called there as I am counts as mine.
  case claimsByName
  /// What is written in the name of any account is written in that of the first.
  case speaksForTheFirst
  /// It ends without saying goodbye to the server.
  case staysSignedIn
  /// A mistake of other programs, at every device.
  case sabotage(Sabotage)

  /// As it is put in.
  var interference: Interference {
    Interference(
      change: { changed($0) }, submits: { !ignores($0) },
      account: { self == .speaksForTheFirst ? .first : $0 }, surface: { misdrawn($0) },
      signsOff: self != .staysSignedIn, tampering: tampering)
  }

  private func changed(_ change: Change) -> Change? {
    switch (self, change) {
    case (.losesChange(let name), _): return Self.name(change) == name ? nil : change
    case (.ordersByOwnClock, .message(var message)):
      message.order = MessageOrder(anchor: message.writtenAt.milliseconds, sequence: message.id)
      return .message(message)
    case (.claimsByName, .message(var message)) where message.sender.resource == "ana":
      message.isMine = true
      return .message(message)
    default: return change
    }
  }

  private func ignores(_ intent: Intent) -> Bool {
    guard case .ignoresIntent(let name) = self else { return false }
    return Self.name(intent) == name
  }

  private var tampering: (@Sendable () -> any Tampering)? {
    guard case .sabotage(let kind) = self else { return nil }
    return { SabotagedWorld(kind) }
  }

  private func misdrawn(_ surface: Surface) -> Surface {
    guard case .misdraws(let old, let new) = self else { return surface }
    var surface = surface
    for y in 0..<surface.size.height {
      while let x = surface.column(of: old, inRow: y) {
        let style = surface[x, y].style
        surface.write(PrintableText(new), at: Point(x: x, y: y), style: style)
      }
    }
    return surface
  }

  /// The name of a value's case.
  private static func name(_ value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? "\(value)"
  }
}
