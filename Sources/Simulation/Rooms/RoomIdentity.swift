/// Who somebody in a room is, whatever they are called there (XEP-0421).
package enum RoomIdentity {
  package static func id(of account: String) -> String { "occupant of \(account)" }
}
