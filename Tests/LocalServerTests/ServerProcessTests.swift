import CPlatform
import Glibc
import Scratch
import Testing

@testable import LocalServer

@Suite struct ServerProcessTests {
  private func spawn(_ arguments: [String]) -> Int32 {
    CStrings.with(arguments) { arguments in
      CStrings.with(["PATH=/usr/bin:/bin"]) { environment in
        psst_spawn_detached("/bin/sh", arguments, environment, "/", "/dev/null")
      }
    }
  }

  @Test func `C1 a process that ignores SIGTERM is killed`() throws {
    let scratch = ServerScratch()
    let ready = scratch.path + "/ready"
    let id = spawn(["sh", "-c", "trap '' TERM; echo up > \(ready); while :; do sleep 0.05; done"])
    try #require(id > 0)
    let process = ServerProcess(id: id)
    #expect(Wait.until(seconds: 5) { access(ready, F_OK) == 0 })
    process.end(timeout: 0.1)
    #expect(!process.isAlive)
  }

  @Test
  func
    `C1 a detached process is nobody's child, in a session of its own, with no descriptor of ours`()
    throws
  {
    let open = Glibc.open("/etc/passwd", O_RDONLY)
    defer { close(open) }
    let id = spawn(["sh", "-c", "exec sleep 60"])
    try #require(id > 0)
    let process = ServerProcess(id: id)
    defer { process.end() }
    #expect(Wait.until(seconds: 5) { process.wasStarted(with: "sleep") })
    #expect(ScratchFolder.names(in: "/proc/\(id)/fd").sorted() == ["0", "1", "2"])
    #expect(getsid(id) != getsid(0))
    #expect(waitpid(id, nil, WNOHANG) == -1)
  }

  @Test func `C1 a program that is not there is an error, not a process`() {
    let id = CStrings.with(["x"]) { psst_spawn_detached("/nowhere", $0, $0, "/", "/dev/null") }
    #expect(id == -ENOENT)
  }

  @Test func `C1 a process is known by its arguments`() {
    let me = ServerProcess(id: getpid())
    #expect(me.isAlive)
    #expect(me.wasStarted(with: CommandLine.arguments[0]))
    #expect(!me.wasStarted(with: "/nowhere/prosody.cfg.lua"))
  }
}
