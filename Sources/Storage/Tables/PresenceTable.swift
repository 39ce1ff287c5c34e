public import Model

extension Schema {
  /// What devices say beside their presence.
  static let statusTexts = "ALTER TABLE device_presence ADD COLUMN status TEXT;"
}

extension Schema {
  /// When people went, as this device saw it, in milliseconds since 1970.
  static let lastSeen = """
    CREATE TABLE last_seen (
      jid TEXT PRIMARY KEY, at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

/// The last known presence of bare addresses, shown until the link is there again (N4).
public struct PresenceTable {
  let database: Database

  /// The last known presence by bare address.
  public func all() throws(StorageError) -> [JID: Presence] {
    let rows = try database.rows("SELECT jid, presence FROM presence") {
      row throws(StorageError) in (try row.jid(0), try row.word(1, as: Presence.self))
    }
    return Dictionary(rows) { $1 }
  }

  /// Offline is what is not stored.
  public func save(_ jid: JID, _ presence: Presence) throws(StorageError) {
    if presence == .offline {
      try database.execute("DELETE FROM presence WHERE jid = ?", .jid(jid))
    } else {
      try database.execute(
        "INSERT OR REPLACE INTO presence VALUES (?, ?)", .jid(jid), .text(presence.rawValue))
    }
  }

  // MARK: Last seen

  /// When somebody went, as this device saw it; `nil` where they are there, or it saw nothing.
  public func lastSeen(_ jid: JID) throws(StorageError) -> Timestamp? {
    try database.first("SELECT at FROM last_seen WHERE jid = ?", .jid(jid)) {
      Timestamp(milliseconds: $0.integer(0))
    }
  }

  /// - Parameter time: `nil`: nothing is known.
  public func setLastSeen(_ time: Timestamp?, _ jid: JID) throws(StorageError) {
    if let time {
      try database.execute(
        "INSERT OR REPLACE INTO last_seen VALUES (?, ?)", .jid(jid), .integer(time.milliseconds))
    } else {
      try database.execute("DELETE FROM last_seen WHERE jid = ?", .jid(jid))
    }
  }

  // MARK: Devices

  /// What each device said on the stream that could be resumed, by resource, per bare address.
  public func devices() throws(StorageError) -> [JID: [String: DevicePresence]] {
    let rows = try database.rows("SELECT jid, device, presence, status FROM device_presence") {
      row throws(StorageError) in
      let presence = try row.word(2, as: Presence.self)
      return (
        try row.jid(0), row.text(1), DevicePresence(presence, status: row.optionalText(3))
      )
    }
    var devices: [JID: [String: DevicePresence]] = [:]
    for (jid, device, presence) in rows { devices[jid, default: [:]][device] = presence }
    return devices
  }

  /// - Parameter presence: `nil`: the device is gone.
  public func save(
    _ jid: JID, device: String, _ presence: DevicePresence?
  ) throws(StorageError) {
    guard let presence else {
      return try database.execute(
        "DELETE FROM device_presence WHERE jid = ? AND device = ?", .jid(jid), .text(device))
    }
    try database.execute(
      "INSERT OR REPLACE INTO device_presence VALUES (?, ?, ?, ?)", .jid(jid), .text(device),
      .text(presence.presence.rawValue), .optional(presence.status))
  }

  /// All devices of one person, or of everyone, are gone.
  public func forgetDevices(of jid: JID? = nil) throws(StorageError) {
    if let jid {
      try database.execute("DELETE FROM device_presence WHERE jid = ?", .jid(jid))
    } else {
      try database.execute("DELETE FROM device_presence")
    }
  }
}

extension Database {
  /// Who was last seen how.
  public var presences: PresenceTable { PresenceTable(database: self) }
}
