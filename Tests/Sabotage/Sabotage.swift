package import Simulation

/// A mistake of other programs, put back in from outside, to see whether the simulation finds it.
///
/// Each stands at the edge of a device: what it writes, what it is told, what its disk keeps.
package enum Sabotage: String, Sendable, CaseIterable {
  /// A message sent again gets a new id (element-ios#512).
  case newIDAtResend
  /// What is in the archive is not looked at before sending again.
  case resendWithoutAsking
  /// What was sent on the connection before is sent again on the next (dino#1164).
  case resendsLastConnection
  /// What was ever sent is sent again on a later connection (libstrophe#215).
  case resendsEverything
  /// The same text from the same person within a minute is taken for a repeat (dino#912).
  case takesEqualTextForRepeat
  /// What waits is shown as sent after a restart (dino#533).
  case showsSentAfterRestart
  /// A live message during catch-up moves the archive cursor (converse.js#2940).
  case livePoisonsCursor
  /// After an error nothing more is sent to that chat (Signal-Android#8602).
  case errorBlocksChat
  /// The disk forgets the newest transactions when the program is killed.
  case losesCommits
  /// The server acknowledges before it stores, and crashes, and what it said is believed for ever.
  case acknowledgesTooEarly
  /// What came back is sent again at once, for ever.
  case bouncesBack
  /// What came back is not missed, and younger ones go on.
  case ignoresBounces
  /// Another message with an id that came before is taken for a repeat.
  case dropsRepeatedIDs
  /// Only messages of type `chat` with a text are taken.
  case dropsStrangeKinds
  /// What no archive has stands below everything.
  case sinksUnarchived
  /// Nothing before the archive's cursor is looked at again.
  case trustsCursor
  /// A page that takes longer than half a minute is thrown away, and the connection with it.
  case dropsSlowPages
  /// Each message that comes is a reason to ask the archive.
  case asksForEach
  /// What the server acknowledged is not sent again, though no archive has it.
  case trustsAcknowledgements
  /// No more than a few pages are read back.
  case readsBackLittle
  /// What was refused and deleted is not known any more when the archive has it.
  case forgetsGraves
  /// The servers' acknowledgements count, whatever happens between them.
  case trustsTheWay
  /// What waits is sent under a new id where nobody can be asked.
  case newIDWithoutArchive
  /// A correction that is sent again is a message of its own.
  case forgetsWhatItCorrects
  /// What deletes a message for everyone counts only while it is told live.
  case deletesOnlyLive
  /// What was deleted is there again when it is corrected late.
  case correctsWhatIsDeleted
  /// An answer that is sent again answers nothing.
  case forgetsWhatItAnswers
  /// Reactions count only while they are told live.
  case reactsOnlyLive
  /// What somebody reacts with stands beside what he reacted with before.
  case keepsOldReactions
  /// The answer to a ping confirms what was handed over after the ping as well.
  case trustsEveryPong
  /// An archive's answer confirms what was handed over after the question as well.
  case trustsEveryPage
  /// What a group's archive has of one's own is not looked for before it goes again.
  case resendsToGroups
  /// What was said in a group while one was away is not read.
  case hearsGroupsOnlyLive
  /// Who was in a group is taken to be in it for ever.
  case believesToBeThere
  /// One's own devices are among those in a group who have read what one wrote.
  case countsItself
  /// Who has read something in a group is learned only while it is told live.
  case learnsReadersOnlyLive
  /// What an occupant says in the words of the room counts as a moderator's deletion.
  case believesOccupants
  /// What a moderator deleted counts only while it is told live.
  case removesOnlyLive
  /// What one's own server has taken counts as said in a group.
  case takesHandedForSaid
  /// Who is called as one is in a group is oneself.
  case trustsNicknames
  /// Who says something under the id of one's own message in a group has said that.
  case trustsIDsInGroups
  /// What comes back because one is not in a group is given up.
  case givesUpWhatGroupsReturn
  /// What was said in a group stands as it came.
  case ordersGroupsByArrival
  /// What was lost on its way from a group is not looked for.
  case trustsSilence

  /// What must be odd about the others for it to be found.
  package var oddities: Set<Oddity> {
    switch self {
    case .bouncesBack, .ignoresBounces: [.bouncingClient]
    case .dropsRepeatedIDs: [.strangeIDs]
    case .dropsStrangeKinds: [.strangeKinds]
    case .sinksUnarchived: [.fleeting]
    case .trustsCursor: [.lateEntries]
    case .dropsSlowPages: [.slowArchive]
    case .asksForEach: [.costlyArchive]
    case .trustsAcknowledgements: [.forgetfulArchive]
    case .readsBackLittle: [.longHistory]
    case .forgetsGraves: [.buriedRefusals]
    case .trustsTheWay: [.distantServer]
    case .newIDWithoutArchive: [.bareServer]
    case .forgetsWhatItCorrects: [.corrections]
    case .deletesOnlyLive, .correctsWhatIsDeleted: [.retractions]
    case .forgetsWhatItAnswers: [.replies]
    case .reactsOnlyLive, .keepsOldReactions: [.reactions]
    case .trustsEveryPong: [.bareServer, .noAcknowledgements]
    case .trustsEveryPage: [.noAcknowledgements]
    case .resendsToGroups, .hearsGroupsOnlyLive, .believesToBeThere, .countsItself,
      .learnsReadersOnlyLive, .believesOccupants, .removesOnlyLive, .takesHandedForSaid,
      .trustsNicknames, .trustsIDsInGroups, .givesUpWhatGroupsReturn, .ordersGroupsByArrival,
      .trustsSilence:
      [.group]
    default: []
    }
  }
}
