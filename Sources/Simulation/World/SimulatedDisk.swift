internal import CSimulatedDisk
internal import CSQLite

/// Disks of a world that is played: nobody waits for them, since a month of virtual time has ten thousand
/// commits. For the process, used by one thread.
enum SimulatedDisk {
  /// What it says to writes.
  enum Obstruction: Sendable {
    case full
    case readOnly
  }

  /// One for ``Storage/Database/init(path:access:busyTimeout:vfs:)``.
  static var vfs: String { known("simulated") }

  /// One that refuses writes when told to: what a full disk does can be played, and seen.
  static var breakable: String { known("breakable") }

  private static func known(_ name: String) -> String {
    let code = psst_register_simulated()
    precondition(code == SQLITE_OK, "SQLite has a file system of the system's")
    return name
  }

  /// What is refused from now on, of all files on ``breakable``; `nil` lets writes happen.
  static func obstruct(_ obstruction: Obstruction?) {
    switch obstruction {
    case .full: psst_obstruct(SQLITE_FULL)
    case .readOnly: psst_obstruct(SQLITE_READONLY)
    case nil: psst_obstruct(SQLITE_OK)
    }
  }
}
