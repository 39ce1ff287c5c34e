import Model
import Testing

/// People's pictures as they are announced.
@Suite struct AvatarTests {
  private static let hash = String(repeating: "a1", count: 20)

  @Test(arguments: [
    (hash, 1, "image/png", true), (hash.uppercased(), 262_144, "image/jpeg", true),
    (hash, 262_145, "image/png", false), (hash, 0, "image/png", false),
    (hash, 10, "img/png", true), (hash, 10, "Image/PNG", true), (hash, 10, "img/svg+xml", false),
    (hash, 10, "image/svg+xml", false), ("../../etc/passwd", 10, "image/png", false),
    (String(hash.dropLast()), 10, "image/png", false), ("", 10, "image/png", false),
  ])
  func `Z4 P8 only what is small, a picture, and named by its hash is fetched`(
    hash: String, size: Int, type: String, isTaken: Bool
  ) {
    #expect((Avatar(hash: hash, size: size, mediaType: type) != nil) == isTaken)
  }

  @Test func `P8 mine is a PNG or a JPEG that servers take, named by its hash`() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(Avatar(own: png)?.mediaType == "image/png")
    #expect(Avatar(own: [0xFF, 0xD8, 0xFF, 0xE0])?.mediaType == "image/jpeg")
    #expect(Avatar(own: Array("GIF89a".utf8)) == nil && Avatar(own: []) == nil)
    #expect(Avatar(own: png + [UInt8](repeating: 0, count: Avatar.largestOwn)) == nil)
    #expect(Avatar.hash(of: Array("abc".utf8)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
  }
}
