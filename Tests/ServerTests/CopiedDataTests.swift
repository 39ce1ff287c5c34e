import Foundation
import Harness
import Testing

extension ServerTests {
  /// A folder of psst's that was copied, and programs that use both.
  @Suite struct CopiedDataTests {
    @Test func `O9 C5 two programs with copies of one folder do not throw each other out for ever`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let bo = try server.peer("bo")
      let invitation = try server.invite("ana")
      let home = try server.device(invitation)
      let first = try Correspondent("ana@localhost", in: home)
      try first.waitUntilOnline()
      try first.killHard()
      // What only a running program has.
      try FileManager.default.removeItem(
        atPath: home.path + "/data/accounts/ana@localhost/psst.sock")
      let copied = try server.device(invitation)
      for name in ["data", "config"] {
        let place = copied.path + "/" + name
        try? FileManager.default.removeItem(atPath: place)
        guard FileManager.default.fileExists(atPath: home.path + "/" + name) else { continue }
        try FileManager.default.copyItem(atPath: home.path + "/" + name, toPath: place)
      }
      try first.restart()
      try first.waitUntilOnline()
      let second = try Correspondent("ana@localhost", in: copied)
      try first.waits(for: "psst goes on as a device of its own")
      bo.send("to both", to: "ana@localhost", id: "b-1")
      for device in [first, second] { try device.waits(for: "to both") }
      for (device, text) in [(first, "from the first"), (second, "from the second")] {
        device.talk(to: "bo@localhost")
        device.say([text])
        try bo.waitUntil(text, bound: 20) { $0.contains { $0.body == text } }
      }
      let log = try [home, copied].map {
        try String(contentsOfFile: $0.path + "/state/log", encoding: .utf8)
      }.joined()
      let conflicts = log.split(separator: "\n").count { $0.contains("session ended: ") }
      #expect(conflicts == 1)
    }
  }
}
