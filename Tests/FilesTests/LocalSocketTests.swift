import Testing

@testable import Files

struct LocalSocketTests {
  @Test func `O9 a path too long for a socket falls back to a folder of the user's own`() {
    let long = "/" + String(repeating: "x", count: 120)
    let short = LocalSocket.path(for: "/a", runtime: "/run/user/7", user: 7)
    let runtime = LocalSocket.path(for: long, runtime: "/run/user/7", user: 7)
    let temporary = LocalSocket.path(for: long, runtime: nil, user: 7)
    #expect(short == "/a/psst.sock")
    #expect(runtime.hasPrefix("/run/user/7/psst/") && runtime.utf8.count <= 107)
    #expect(temporary.hasPrefix("/tmp/psst-7/") && temporary.utf8.count <= 107)
    #expect(temporary != LocalSocket.path(for: long + "y", runtime: nil, user: 7))
    #expect(LocalSocket.path(for: long, runtime: long, user: 7) == temporary)
  }
}
