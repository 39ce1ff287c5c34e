import Testing

@testable import Curses

@Suite struct PasteBufferTests {
  private let end = "\u{1B}[201~"

  @Test(arguments: [
    ("", ""), ("hello", "hello"), ("a\rb\r\nc\nd", "a\nb\nc\nd"), ("\u{1B}[31m", "\u{1B}[31m"),
    ("\u{1B}\u{1B}[201", "\u{1B}\u{1B}[201"), ("漢字😀", "漢字😀"), ("\u{03}\u{1A}", "\u{03}\u{1A}"),
  ])
  func `Z2 a paste is taken as text to its end and no further`(sent: String, text: String) {
    var buffer = PasteBuffer()
    let bytes = Array((sent + end + "rest").utf8)
    let taken = buffer.append(bytes[...])
    #expect(taken.isEnded)
    #expect(taken.count == bytes.count - 4)
    #expect(buffer.text == text)
  }

  @Test(arguments: 1...8)
  func `I1 a paste may come in pieces, and none reads past its end`(size: Int) {
    var buffer = PasteBuffer()
    var bytes = Array(("one\u{1B}[20\rtwo\u{1B}" + end + "after").utf8)[...]
    while true {
      let chunk = bytes.prefix(min(size, buffer.safeCount))
      bytes = bytes.dropFirst(chunk.count)
      if buffer.append(chunk).isEnded { break }
      #expect(!bytes.isEmpty)
    }
    #expect(buffer.text == "one\u{1B}[20\ntwo\u{1B}")
    #expect(String(decoding: bytes, as: UTF8.self) == "after")
  }

  @Test func `Z4 a paste has a bound and still ends`() {
    var buffer = PasteBuffer()
    let chunk = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<6 { #expect(!buffer.append(chunk[...]).isEnded) }
    #expect(buffer.append(Array(end.utf8)[...]).isEnded)
    #expect(buffer.text.utf8.count == PasteBuffer.limit)
  }
}
