internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// The forms of rooms that I lead, while I fill them in (XEP-0045 §10.2).
struct RoomForms {
  private enum Phase {
    /// With what the room is, as it said itself.
    case open(DataForm), submitted(DataForm)
    case asked, cancelled
  }

  private var phases: [JID: Phase] = [:]

  /// - Parameter isThere: I am in the room now.
  mutating func ask(_ room: JID, isThere: Bool, _ turn: Turn) {
    guard isThere else { return turn.change(.roomForm(room, .refused(Self.absent))) }
    phases[room] = .asked
    turn.change(.roomForm(room, .loading))
    turn.command(.fetchRoomForm(room))
  }

  private static var absent: String { tr("You are not in the group now") }

  mutating func submit(_ form: DataForm, to room: JID, isThere: Bool, _ turn: Turn) {
    guard case .open(let offered) = phases[room] else { return }
    guard isThere else { return turn.change(.roomForm(room, .refused(Self.absent))) }
    phases[room] = .submitted(offered)
    turn.command(.configureRoom(room, form.lockedByItsPassword(unlike: offered)))
  }

  /// The room goes on as it was, and is told (XEP-0045 §10.2).
  mutating func cancel(_ room: JID, isThere: Bool, _ turn: Turn) {
    switch phases[room] {
    case .open where isThere:
      phases[room] = .cancelled
      turn.command(.configureRoom(room, DataForm(.cancel)))
    case .open, .asked: phases[room] = nil
    case .submitted, .cancelled, nil: break
    }
  }

  /// Returns whether it was asked for here.
  mutating func received(
    _ form: DataForm?, of room: JID, _ error: StanzaError?, _ turn: Turn
  ) -> Bool {
    guard case .asked = phases[room] else { return false }
    if let form {
      phases[room] = .open(form)
      turn.change(.roomForm(room, .open(form)))
    } else {
      phases[room] = nil
      let why = Self.words(error ?? .timeout)
      turn.change(.roomForm(room, .refused(tr("The group cannot be configured: \(why)"))))
    }
    return true
  }

  /// Returns whether it was sent here.
  mutating func configured(_ room: JID, _ error: StanzaError?, _ turn: Turn) -> Bool {
    switch phases[room] {
    case .cancelled: phases[room] = nil
    case .submitted(let offered):
      if let error {
        phases[room] = .open(offered)
        let why = Self.words(error)
        turn.change(.roomForm(room, .refused(tr("The group was not changed: \(why)"))))
      } else {
        phases[room] = nil
        turn.change(.roomForm(room, .saved))
        turn.notice(.information, tr("The group \(room) was changed"))
      }
    case .asked, .open, nil: return false
    }
    return true
  }

  /// What was on its way may have been heeded or not; it can be sent again.
  mutating func forgetLink(_ turn: Turn) {
    for (room, phase) in phases.sorted(by: { $0.key < $1.key }) {
      switch phase {
      case .cancelled:
        phases[room] = nil
        continue
      case .open: continue
      case .asked: phases[room] = nil
      case .submitted(let offered): phases[room] = .open(offered)
      }
      turn.change(
        .roomForm(room, .refused(tr("The connection was lost before the group answered"))))
    }
  }

  private static func words(_ error: StanzaError) -> String {
    switch error.condition {
    case "forbidden", "not-allowed", "not-authorized": tr("only its owners may do that")
    case "not-acceptable", "bad-request": error.text ?? tr("it does not take what was filled in")
    case "item-not-found": tr("there is no such group")
    case _ where error == .timeout: tr("no answer in time")
    default: error.text ?? tr("its server refused (\(error.condition))")
    }
  }
}

extension DataForm {
  /// Some servers ask for a password by one field and whether it counts by another, and forget one that does not
  /// count (ejabberd): who gives one wants it to count, and who takes it away wants the room open.
  fileprivate func lockedByItsPassword(unlike offered: DataForm) -> DataForm {
    let (lock, password) = ("muc#roomconfig_passwordprotectedroom", "muc#roomconfig_roomsecret")
    guard self[lock]?.values == offered[lock]?.values, value(password) != offered.value(password)
    else { return self }
    var form = self
    form.fill(lock, value(password) != nil)
    return form
  }
}
