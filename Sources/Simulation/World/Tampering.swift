package import Model
package import XMLStream

/// What tests put between the devices of a world and what is around them, to see whether the simulation finds it:
/// the mistakes themselves are in the tests.
package protocol Tampering: AnyObject {
  /// What stands at the edge of a device of this account.
  func wire(of account: String) -> any WireTampering

  // MARK: What a device does

  /// A stanza is as if it had not come to the device of this address.
  func overlooks(_ stanza: XMLElement, by device: String, at time: Int64) -> Bool
  /// What is shown in place of a change.
  func shown(_ change: Change, wasRestarted: Bool) -> Change
  /// What is shown in place of messages, which are in order.
  func shown(_ messages: [Message]) -> [Message]
  /// The disk forgets the newest transactions when the program is killed.
  var losesCommits: Bool { get }
  /// Its user is never asked whether there is to be another attempt.
  var asksNobody: Bool { get }

  // MARK: What a server does, to let a device look as if it had a mistake

  /// The server acknowledges a message before it stores it, and will crash.
  func acknowledgesAtOnce(_ id: String) -> Bool
  /// What the server had not written yet arrives when it crashes.
  var arrivesAtCrash: Bool { get }
  /// The message would never have been sent again, which was not stored so often, and lost between servers.
  func trustsRepeat(of id: String, forgotten: Int, transitLosses: Int) -> Bool
  /// What a server has taken for a room is told as said there, though it did not get there.
  var takesHandedForSaid: Bool { get }
  /// What was said in a room was lost on its way to a device.
  func lost(_ stanza: XMLElement, to device: String)
  /// Each message that comes is a reason to ask the archive.
  var asksForEach: Bool { get }
  /// The id after which the archive is read, in place of one that stands at `place`.
  func furthest(_ after: String, at place: Int, for device: String) -> String
  /// A device was told an entry of its archive.
  func told(_ id: String, at place: Int, to device: String)
  /// A page before another is further back than the device reads.
  func readsBackTooFar(_ device: String) -> Bool
  /// An entry of the archive, a message with text where `hasText`, is not told to the device.
  func hides(_ stanza: XMLElement, hasText: Bool, from device: String, at time: Int64) -> Bool
  /// An entry of the archive as it is told; `id` where its message was refused and deleted.
  func disguised(_ entry: XMLElement, buried id: String?) -> XMLElement
  /// A stanza as it comes to a device, live or out of an archive; `writer` is the account that wrote what has its id.
  func disguised(_ stanza: XMLElement, to device: String, writer: String?) -> XMLElement
  /// A correction of what was deleted for everyone, as it goes on.
  func disguised(lateCorrection message: XMLElement) -> XMLElement
}

/// The same for the bytes that pass the edge of one device.
package protocol WireTampering: AnyObject {
  /// A new connection is there.
  func connected()
  /// What the program is told.
  func incoming(_ bytes: [UInt8])
  /// What leaves in place of what the program wrote.
  func outgoing(_ bytes: [UInt8]) -> [UInt8]
  /// What the program is told at once when it writes these.
  func answer(to bytes: [UInt8]) -> [UInt8]?
  /// What goes out by itself when a message came back.
  func sentAgain(_ id: String) -> [UInt8]?
  /// A page was asked for without which the connection is thrown away.
  func hasAsked(_ bytes: [UInt8]) -> Bool
  /// It has not come yet.
  var isWaitingForPage: Bool { get }
}
