import Glibc
import Model
import Scratch
import Synchronization
import Testing

@testable import Files
@testable import Handover

struct HandoverTests {
  /// What a test saw, from any thread.
  private final class Seen<Value: Sendable>: Sendable {
    private let cell = Mutex<[Value]>([])
    var all: [Value] { cell.withLock { $0 } }
    func add(_ value: Value) { cell.withLock { $0.append(value) } }
  }

  private let folder: ScratchFolder
  private var path: String { LocalSocket.path(for: folder.path) }

  init() throws { folder = ScratchFolder() }

  @Test func `O9 one program owns an account's data`() throws {
    var first: AccountLock? = try AccountLock(folder: folder.path)
    #expect(first != nil)
    #expect(try AccountLock(folder: folder.path) == nil)
    first = nil
    _ = first
    #expect(try AccountLock(folder: folder.path) != nil)
    #expect(mode(of: folder.path + "/lock") == 0o600)
  }

  @Test func `O9 a request comes through the socket and its answers come back in order`() throws {
    let requests = Seen<HandoverRequest>()
    let server = try HandoverServer(path: path) { request, reply in
      requests.add(request)
      reply.answer(HandoverAnswer(.queued))
      reply.answer(HandoverAnswer(.failed, reason: "größer"))
      reply.finish()
    }
    defer { server.stop() }
    let request = HandoverRequest.send(to: "bo", text: "a\n\"b\"", id: OriginID("m1"), wait: 3)
    let answers = Seen<HandoverAnswer>()
    let ending = try HandoverClient.ask(request, at: path, timeout: 5) { answers.add($0) }
    #expect(requests.all == [request])
    #expect(answers.all == [HandoverAnswer(.queued), HandoverAnswer(.failed, reason: "größer")])
    #expect(ending == .answered(HandoverAnswer(.failed, reason: "größer")))
    #expect(mode(of: path) == 0o600)
  }

  @Test func `O9 nobody listens before, and after the server stopped`() throws {
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 1) == .nobody)
    let server = try HandoverServer(path: path) { _, reply in reply.finish() }
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 5) == .answered(nil))
    server.stop()
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 1) == .nobody)
  }

  @Test func `O9 a socket left by a killed program is replaced`() throws {
    let left = try LocalSocket.listen(at: path)
    close(left)
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 1) == .nobody)
    let server = try HandoverServer(path: path) { _, reply in reply.finish() }
    defer { server.stop() }
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 5) == .answered(nil))
  }

  @Test(arguments: [
    ("not json", "the request was not understood"),
    (String(repeating: "x", count: HandoverRequest.longestLine + 1), "the request is too long"),
    ("{\"do\":\"fly\"}", "the request was not understood"),
  ])
  func `Z4 what is no request is refused, and the server goes on`(line: String, reason: String)
    throws
  {
    let server = try HandoverServer(path: path) { _, reply in reply.finish() }
    defer { server.stop() }
    let client = try #require(try LocalSocket.connect(to: path, timeout: 5))
    defer { close(client) }
    #expect(LocalSocket.send(Array((line + "\n").utf8), to: client))
    var reader = LineReader(client, limit: 4096)
    guard case .text(let bytes) = reader.next() else {
      Issue.record("no answer")
      return
    }
    let answer = try JSONLine.decode(HandoverAnswer.self, from: bytes)
    #expect(answer == HandoverAnswer(.failed, reason: reason))
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 5) == .answered(nil))
  }

  @Test func `Z4 more clients than the bound are turned away, and it recovers`() throws {
    let replies = Seen<HandoverReply>()
    let server = try HandoverServer(path: path) { _, reply in replies.add(reply) }
    defer { server.stop() }
    var clients: [Int32] = []
    defer { for client in clients { close(client) } }
    for _ in 0..<HandoverServer.mostClients {
      let client = try #require(try LocalSocket.connect(to: path, timeout: 5))
      #expect(LocalSocket.send(Array("{\"do\":\"queue\"}\n".utf8), to: client))
      clients.append(client)
    }
    #expect(eventually { replies.all.count == HandoverServer.mostClients })
    #expect(try HandoverClient.ask(.queue, at: path, timeout: 5) == .answered(nil))
    for reply in replies.all { reply.finish() }
    let late = try #require(try LocalSocket.connect(to: path, timeout: 5))
    clients.append(late)
    #expect(LocalSocket.send(Array("{\"do\":\"queue\"}\n".utf8), to: late))
    #expect(eventually { replies.all.count == HandoverServer.mostClients + 1 })
  }
}

/// Waits for a condition, at most 10 s.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<1000 {
    if condition() { return true }
    _ = poll(nil, 0, 10)
  }
  return false
}
