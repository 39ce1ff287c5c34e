import Glibc
import Testing
import Views

/// README's table is made from the key map: `PSST_UPDATE=1 swift test --filter ReadmeTests` writes it.
@Suite struct ReadmeTests {
  private static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/README.md"

  @Test func `I1 README's keys are the key map's`() throws {
    let readme = try #require(Self.contents())
    let start = try #require(readme.firstRange(of: "<!-- keys: made from"))
    let opening = try #require(readme[start.upperBound...].firstRange(of: "-->\n")).upperBound
    let closing = try #require(readme[opening...].firstRange(of: "<!-- /keys -->")).lowerBound
    let table = Keymap.standard.markdown
    if getenv("PSST_UPDATE") != nil {
      Self.write(readme[..<opening] + table + readme[closing...])
    } else {
      #expect(readme[opening..<closing] == table)
    }
  }

  private static func contents() -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: some StringProtocol) {
    guard let file = fopen(path, "w") else { return }
    fputs(String(text), file)
    fclose(file)
  }
}
