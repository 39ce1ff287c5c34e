internal import Glibc

/// Prosody's configuration and modules, written out of the program into the folder.
struct ServerConfiguration {
  let folder: ServerFolder
  let port: UInt16
  /// Where files are put and fetched.
  let httpPort: UInt16
  let idleSeconds: Int

  /// The modules that a Prosody on a network needs as well.
  static let shared = [
    "mod_psst_atomic.lua": PackageResources.mod_psst_atomic_lua,
    "mod_psst_ids.lua": PackageResources.mod_psst_ids_lua,
    "mod_psst_moderation.lua": PackageResources.mod_psst_moderation_lua,
    "mod_psst_presence.lua": PackageResources.mod_psst_presence_lua,
    "mod_psst_rooms.lua": PackageResources.mod_psst_rooms_lua,
    "mod_psst_silence.lua": PackageResources.mod_psst_silence_lua,
    "mod_psst_sqlite.lua": PackageResources.mod_psst_sqlite_lua,
  ]

  private static let own = [
    "mod_psst_everyone.lua": PackageResources.mod_psst_everyone_lua,
    "mod_psst_echo.lua": PackageResources.mod_psst_echo_lua,
    "mod_psst_idle.lua": PackageResources.mod_psst_idle_lua,
  ]

  func write() throws(PrivateServerError) {
    for (name, bytes) in Self.shared.merging(Self.own, uniquingKeysWith: { $1 }) {
      try SmallFile.write(String(decoding: bytes, as: UTF8.self), to: "\(folder.modules)/\(name)")
    }
    try SmallFile.write(text, to: folder.configuration)
  }

  /// The template with its places filled.
  var text: String {
    let template = String(decoding: PackageResources.prosody_cfg_lua, as: UTF8.self)
    return values.reduce(template) { $0.replacing("@\($1.0)@", with: $1.1) }
  }

  private var values: [(String, String)] {
    [
      ("DATA", "\(LuaString(folder.data))"),
      ("PIDFILE", "\(LuaString(folder.pidfile))"),
      ("ADMIN_SOCKET", "\(LuaString(folder.adminSocket.fromInside))"),
      ("MODULES", "\(LuaString(folder.modules))"),
      ("DATABASE", "\(LuaString(folder.data + "/prosody.sqlite"))"),
      ("RUN_AS_ROOT", geteuid() == 0 ? "true" : "false"),
      ("HTTP_PORT", "\(httpPort)"),
      ("PORT", "\(port)"),
      ("IDLE_SECONDS", "\(idleSeconds)"),
    ]
  }
}
