public import Model

extension Schema {
  /// Groups that are to be made, and what their owners call those that are.
  static let newGroups = """
    CREATE TABLE new_group (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      room TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      is_public INTEGER NOT NULL,
      people TEXT NOT NULL,
      stage TEXT NOT NULL
    ) STRICT;
    ALTER TABLE chat ADD COLUMN title TEXT;
    """
}

/// Groups that the user wants made, until they are (XEP-0045 §10.1).
public struct NewGroupTable {
  let database: Database

  /// How far one is.
  public enum Stage: String, Sendable {
    /// Whether its address is free is not known.
    case wished
    /// It may be there, and may not be as it should.
    case entered
  }

  /// One of them.
  public struct Stored: Sendable, Equatable {
    public var group: NewGroup
    /// How far it is.
    public var stage: Stage

    /// - Parameter stage: how far it is.
    public init(_ group: NewGroup, _ stage: Stage = .wished) {
      (self.group, self.stage) = (group, stage)
    }
  }

  /// The oldest wish first.
  public func all() throws(StorageError) -> [Stored] {
    try database.rows("SELECT room, name, is_public, people, stage FROM new_group ORDER BY id") {
      row throws(StorageError) in
      let people = row.text(3).split(separator: "\n").compactMap { JID(stored: String($0)) }
      let group = NewGroup(
        room: try row.jid(0), name: row.text(1), isPublic: row.bool(2), people: people)
      return Stored(group, try row.word(4, as: Stage.self))
    }
  }

  /// Takes the place of what was wished for this address.
  public func save(_ one: Stored) throws(StorageError) {
    let people = one.group.people.map(\.bare.description).joined(separator: "\n")
    try database.execute(
      """
      INSERT OR REPLACE INTO new_group(room, name, is_public, people, stage)
      VALUES (?, ?, ?, ?, ?)
      """, .jid(one.group.room), .text(one.group.name), .bool(one.group.isPublic), .text(people),
      .text(one.stage.rawValue))
  }

  /// It is made, or not wanted any more.
  public func remove(_ room: JID) throws(StorageError) {
    try database.execute("DELETE FROM new_group WHERE room = ?", .jid(room))
  }
}

extension Database {
  /// Groups that are to be made.
  public var newGroups: NewGroupTable { NewGroupTable(database: self) }
}
