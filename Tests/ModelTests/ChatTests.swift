import Model
import Testing

@Suite struct ChatTests {
  /// What a chat keeps beside it is its names, and the id of its newest message where that is mine.
  @Test func `I6 ten thousand chats in the list are two megabytes`() {
    #expect(MemoryLayout<Chat>.stride * 10_000 < 2 << 20)
  }
}
