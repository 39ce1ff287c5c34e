/// A mistake of other programs, put back in from outside, to see whether the simulation finds it.
///
/// Each stands at the edge of a device: what it writes, what it is told, what its disk keeps.
public enum Sabotage: String, Sendable, CaseIterable {
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
  /// The server acknowledges before it stores, and crashes.
  case acknowledgesTooEarly
}
