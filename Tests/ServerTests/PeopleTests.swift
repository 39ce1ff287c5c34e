import Foundation
import Harness
import Testing

extension ServerTests {
  /// What people say of themselves, on the private server.
  @Suite struct PeopleTests {
    private static let png = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQ"
        + "AAAABJRU5ErkJggg==")!

    @Test func `P8 C2 a name, a status and a picture reach others, and when one was last there`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let anas = try server.device(server.invite("ana"))
      let bos = try server.device(server.invite("bo"))
      let ana = try anas.open("--account", "ana@localhost")
      let bo = try bos.open("--account", "bo@localhost")
      for device in [ana, bo] { try device.wait(for: "● online", bound: 20) }
      try Self.png.write(to: URL(filePath: anas.path + "/me.png"))
      try say("Ana Müller", at: "set my name", ana)
      try say("in a meeting", at: "set status", ana)
      try say(anas.path + "/me.png", at: "set my picture", ana)
      try ana.wait(for: "Others see your picture")
      try bo.wait(for: "● Ana Müller")
      try bo.choose("müller")
      try bo.wait(for: "Write to Ana Müller")
      try bo.wait(for: "in a meeting")
      try bo.choose("about ana")
      try bo.wait(for: "Says it is")
      try bo.waitUntil("the picture") { _ in Self.picture(in: bos) == Self.png }
      try bo.waitUntil("it instead of the initials") { !$0.lines.contains { $0.contains(" AM ") } }
      ana.press(.control("c"), .control("c"))
      try ana.waitForEnd()
      try bo.wait(for: "Last seen")
    }

    private func say(_ words: String, at item: String, _ device: TerminalSession) throws {
      try device.choose(item)
      try device.wait(for: "Esc] leave it")
      device.type(words)
      device.press(.enter)
      try device.waitUntil("the box's end") { !$0.lines.joined().contains("Esc] leave it") }
    }

    /// Of a file that nobody else can read.
    private static func picture(in home: PsstHome) -> Data? {
      let all =
        FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
      guard let found = all.first(where: { $0.contains("/avatars/") }) else { return nil }
      let path = home.path + "/" + found
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard attributes?[.posixPermissions] as? Int == 0o600 else { return nil }
      return FileManager.default.contents(atPath: path)
    }
  }
}
