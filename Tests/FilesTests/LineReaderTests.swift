import Glibc
import Scratch
import Testing

@testable import Files

struct LineReaderTests {
  @Test func `O9 lines are read whole, over blocks, and to the end without a line feed`() throws {
    let folder = ScratchFolder()
    try PrivateFile.write(Array("a\n\nlonger\nb".utf8), to: folder.path + "/f")
    let file = open(folder.path + "/f", O_RDONLY)
    defer { close(file) }
    var reader = LineReader(file, limit: 4)
    #expect(reader.next() == .text(Array("a".utf8)))
    #expect(reader.next() == .text([]))
    #expect(reader.next() == .tooLong)
    #expect(reader.next() == .text(Array("b".utf8)))
    #expect(reader.next() == .end)
  }
}
