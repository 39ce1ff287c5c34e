import Foundation
import Harness
import Testing

extension ServerTests {
  /// Two psst programs of one account are in the same groups (XEP-0402).
  @Suite struct BookmarkTests {
    private static let room = "team@rooms.localhost"

    @Test func `C5 a group joined and left on one device is so on the other, at once and later`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let invitation = try server.invite("ana")
      let devices = try (0..<2).map { _ in
        try Correspondent("ana@localhost", in: server.device(invitation))
      }
      let (phone, laptop) = (devices[0], devices[1])
      for device in devices { try device.waitUntilOnline() }
      phone.say(["/join \(Self.room)"])
      for device in devices { try device.waits(for: "in team as ana") }
      try laptop.finish()
      phone.say(["/leave \(Self.room)", "/join other@rooms.localhost"])
      try phone.waits(for: "in other as ana")
      try phone.finish()
      try laptop.restart()
      try laptop.waits(for: "in other as ana")
      laptop.say(["/to \(Self.room)", "/invite bo"])
      try laptop.waits(for: "error: to which group? say /to GROUP first, and be in it")
    }
  }
}
