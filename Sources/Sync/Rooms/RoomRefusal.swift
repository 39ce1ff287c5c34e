internal import Localization
internal import Model
internal import XMPP

/// Why one is not let into a room, or is put out of it, in plain words (XEP-0045 §7.2, §15.6).
enum RoomRefusal: Equatable {
  /// Somebody else is called so there.
  case nameTaken
  case wantsPassword
  /// Of no use without the user.
  case final(String)
  /// It may be otherwise later; with words where that may take its time.
  case passing(String?)

  init(_ error: StanzaError?) {
    let condition = error?.condition ?? ""
    if condition == "conflict" {
      self = .nameTaken
    } else if condition == "not-authorized" {
      self = .wantsPassword
    } else if let words = Self.passing[condition] {
      self = .passing(words)
    } else if let words = Self.final[condition], error?.kind != "wait" {
      self = .final(words)
    } else {
      self = .passing(nil)
    }
  }

  private static var final: [String: String] {
    [
      "registration-required": tr("This group is for its members only"),
      "forbidden": tr("You are banned from this group"),
      "not-allowed": tr("You may not make groups there"),
      "service-unavailable": tr("This group is full, or there is none"),
      "jid-malformed": tr("The group does not take your name"),
      "not-acceptable": tr("The group wants the name that you are registered with"),
      "gone": tr("This group is no more"),
      "feature-not-implemented": tr("That is no group"),
    ]
  }

  /// The group's maker may be about to open it, its server to come back.
  private static var passing: [String: String] {
    [
      "item-not-found": tr("There is no such group"),
      "remote-server-not-found": tr("The group's server cannot be found"),
      "remote-server-timeout": tr("The group's server does not answer"),
    ]
  }

  /// Why nothing comes to a room now, whatever it is; `nil` where that is not what the error says.
  static func absence(_ error: StanzaError) -> String? {
    error.condition.hasPrefix("remote-server-") ? passing[error.condition] : nil
  }

  /// Why somebody wants me out; `nil` where only the service had trouble.
  static func removal(_ occupancy: Occupancy) -> String? {
    let reason = occupancy.reason.map { ": \($0)" } ?? ""
    if occupancy.codes.contains(301) { return tr("You were banned from this group") + reason }
    if occupancy.codes.contains(321) {
      return tr("You are no member of this group any more") + reason
    }
    if occupancy.codes.contains(322) { return tr("This group is for its members only now") }
    let isTrouble = !occupancy.codes.isDisjoint(with: [332, 333])
    if occupancy.codes.contains(307), !isTrouble {
      return tr("You were removed from this group") + reason
    }
    return nil
  }
}
