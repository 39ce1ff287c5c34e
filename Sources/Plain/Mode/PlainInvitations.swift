internal import Handover
internal import Localization
internal import Model

/// Invitations to groups that wait for an answer: what was said can be answered by the group's address.
struct PlainInvitations {
  private var rooms: Set<JID> = []
  private var folded: [FoldedInvitation] = []

  mutating func apply(_ message: Message) {
    guard let invitation = message.invitation, !message.isMine else { return }
    if invitation.answer == .open {
      rooms.insert(invitation.room)
    } else {
      rooms.remove(invitation.room)
    }
  }

  /// How many stand in no chat is said where it grows.
  mutating func apply(
    _ now: [FoldedInvitation], _ wording: PlainWording
  ) -> [PlainMode.Action] {
    defer { folded = now }
    guard now.count > folded.count else { return [] }
    let count = now.count
    return [
      .say(
        tr(
          count, "1 more invitation to groups: /invitations shows them",
          "\(count) more invitations to groups: /invitations shows them"))
    ]
  }

  /// The group that is meant, where somebody invites to it: a whole address, or the first part of one alone.
  func room(_ name: String) -> JID? {
    let all = rooms.union(folded.map(\.invitation.room))
    let called = all.filter { $0.description == name || $0.local == name }
    return called.count == 1 ? called.first : nil
  }

  func lines(_ wording: PlainWording, _ names: NameBook) -> [PlainMode.Action] {
    guard !folded.isEmpty else { return [.say(tr("no more invitations"))] }
    return folded.map {
      let who = names.name(of: $0.inviter)
      return .say(wording.clean(wording.invitation($0.invitation, by: who, isOpen: true)))
    } + [.say(tr("/refuse invitations declines them all"))]
  }
}
