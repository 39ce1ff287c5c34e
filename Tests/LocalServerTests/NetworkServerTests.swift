import Glibc
import LocalServer
import Testing

@Suite struct NetworkServerTests {
  @Test(arguments: NetworkServer.Software.allCases)
  func `N2 a configuration names its domain and what finds the dead within 3 s`(
    software: NetworkServer.Software
  ) throws {
    let text = try NetworkServer(software, domain: "Example.org").configuration
    #expect(text.contains("\"example.org\""))
    #expect(!text.contains("@DOMAIN@") && !text.contains("@MODULES@"))
    let needed =
      switch software {
      case .prosody:
        [
          "read_timeout = 30", "psst_silence_limit = 2.5", "psst_presence_grace = 0.8",
          "smacks_hibernation_time = 300",
          "\"psst_sqlite\", \"psst_atomic\", \"psst_ids\", \"psst_presence\", \"psst_silence\"",
          "\"\(NetworkServer.usualModules(of: software))\"", "restrict_room_creation = \"local\"",
        ]
      case .ejabberd:
        [
          "ping_interval: 15\n", "timeout_action: kill", "ack_timeout: 15\n",
          "mod_psst_silence: {}\n", "-pa \(NetworkServer.usualModules(of: software))\"\n",
          "max_resume_timeout: 1\n", "default: always", "access_create: local",
        ]
      }
    for part in needed { #expect(text.contains(part), "\(part)") }
    // Who does not look would learn nothing of who comes and goes.
    #expect(!text.contains("\"csi_") && !text.contains("\n  mod_client_state"))
  }

  @Test(arguments: ["", "a b", "a\"b", "a@b", "a/b", "a\\b", "a\nb", "${x}"])
  func `Z2 what is no domain is refused`(domain: String) {
    #expect(throws: PrivateServerError.self) { try NetworkServer(.prosody, domain: domain) }
  }

  @Test(arguments: [
    (NetworkServer.Software.prosody, "/x\"}; os.exit() --", "os.exit()"),
    (.ejabberd, "/x\nlisten: []", "\nlisten: []"), (.ejabberd, "/x; reboot", "reboot"),
  ])
  func `Z2 a folder whose name is code stays a name`(
    software: NetworkServer.Software, folder: String, code: String
  ) throws {
    let server = try NetworkServer(software, domain: "a.b", modules: folder)
    #expect(!server.configuration.contains(code))
  }

  @Test(arguments: [
    (
      NetworkServer.Software.prosody, "plugin_paths = { \"DIR\" }",
      ["mod_psst_presence.lua", "mod_psst_silence.lua", "mod_psst_sqlite.lua"]
    ), (.ejabberd, "cd DIR && ERL_LIBS=", ["mod_psst_silence.erl"]),
  ])
  func `C1 the modules are written where the configuration looks for them`(
    software: NetworkServer.Software, place: String, names: [String]
  ) throws {
    let scratch = ServerScratch()
    let folder = scratch.path + "/modules"
    let server = try NetworkServer(software, domain: "a.b", modules: folder)
    try server.writeModules()
    #expect(server.configuration.contains(place.replacing("DIR", with: folder)))
    for name in names {
      var facts = stat()
      #expect(stat("\(folder)/\(name)", &facts) == 0 && facts.st_size > 1_000)
      #expect(facts.st_mode & 0o777 == 0o644)
    }
  }
}
