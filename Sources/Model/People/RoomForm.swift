/// The form by which its owners say what a room is (XEP-0045 §10.2), while one of them has it on screen.
public enum RoomForm: Sendable, Equatable {
  case loading
  case open(DataForm)
  /// In plain words why there is none, or why the room does not take it: what was typed stays.
  case refused(String)
  /// The room is so now.
  case saved
}
