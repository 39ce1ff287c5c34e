import Dispatch
import Foundation
import Glibc
import Model
import Synchronization
import Testing

@testable import LocalServer

@Suite(.serialized) struct PrivateServerTests {
  @Test func `C1 eight programs that start it at once get one server on one port`() throws {
    let scratch = ServerScratch()
    let found = Mutex<[Result<Endpoint, any Error>]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let result = Result { try PrivateServer(folder: scratch.server.folder.path).ensureRunning() }
      found.withLock { $0.append(result) }
    }
    let endpoints = try found.withLock { try $0.map { try $0.get() } }
    #expect(Set(endpoints).count == 1)
    #expect(endpoints.first?.host == "127.0.0.1")
    #expect(scratch.processID != nil)
  }

  @Test func `C1 a killed server comes back on the same port and without a stale pid file`() throws
  {
    let scratch = ServerScratch()
    let first = try scratch.server.ensureRunning()
    let old = try #require(scratch.processID)
    kill(old, SIGKILL)
    #expect(Wait.until(seconds: 5) { !ServerProcess(id: old).isAlive })
    #expect(scratch.server.status() == .stopped)
    #expect(try scratch.server.ensureRunning() == first)
    #expect(scratch.processID != old)
  }

  @Test func `C1 a server that hangs is replaced`() throws {
    let scratch = ServerScratch()
    let first = try scratch.server.ensureRunning()
    let old = try #require(scratch.processID)
    kill(old, SIGSTOP)
    #expect(try scratch.server.ensureRunning() == first)
    #expect(!ServerProcess(id: old).isAlive)
  }

  @Test func `Z5 Z6 where a link leads in the place of its folder nothing is changed`() throws {
    let scratch = ServerScratch()
    let target = scratch.path + "/target"
    mkdir(target, 0o755)
    chmod(target, 0o755)
    symlink(target, scratch.server.folder.path)
    #expect(throws: PrivateServerError.folder("\(scratch.server.folder.path) is not a folder")) {
      try scratch.server.ensureRunning()
    }
    #expect(ServerScratch.modes(under: target).map(\.mode) == [0o755])
  }

  @Test func `C1 stop holds until start`() throws {
    let scratch = ServerScratch()
    let first = try scratch.server.ensureRunning()
    let process = ServerProcess(id: try #require(scratch.processID))
    try scratch.server.stop()
    #expect(!process.isAlive)
    #expect(scratch.server.status() == .heldStopped)
    #expect(throws: PrivateServerError.heldStopped) { try scratch.server.ensureRunning() }
    #expect(throws: PrivateServerError.heldStopped) {
      try scratch.server.makeAccount(name: "ana", password: "long enough")
    }
    #expect(try scratch.server.start() == first)
    #expect(scratch.processID != nil)
  }

  @Test func `C1 a port that somebody else took is given up for another`() throws {
    let scratch = ServerScratch()
    let first = try scratch.server.ensureRunning()
    try scratch.server.stop()
    let squatter = try #require(LoopbackListener(port: first.port))
    defer { squatter.close() }
    let second = try scratch.server.start()
    #expect(second.port != first.port)
    #expect(StreamProbe.hasFeatures(port: second.port))
  }

  @Test func `C1 nobody there for its time, and it ends by itself`() throws {
    // Shorter, and a busy computer's server has ended before anybody saw it start.
    let scratch = ServerScratch(idleSeconds: 10)
    _ = try scratch.server.ensureRunning()
    let process = ServerProcess(id: try #require(scratch.processID))
    #expect(Wait.until(seconds: 60) { !process.isAlive })
    #expect(scratch.server.status() == .stopped)
    #expect(access(scratch.file("prosody.pid"), F_OK) != 0)
  }

  @Test func `C1 a folder too deep for a socket's name works as well`() throws {
    let scratch = ServerScratch(below: String(repeating: "/a-rather-deep-folder", count: 6))
    let endpoint = try scratch.server.ensureRunning()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    #expect(try scratch.server.ensureRunning() == endpoint)
  }

  @Test func `C1 a folder whose name is code stays a name`() throws {
    let scratch = ServerScratch(below: "/it's \"] os.exit() @PORT@ é")
    _ = try scratch.server.ensureRunning()
    #expect(scratch.processID != nil)
  }

  @Test func `Z5 every folder is 0700 and every file 0600`() throws {
    let scratch = ServerScratch()
    _ = try scratch.server.ensureRunning()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    for (path, isFolder, mode) in ServerScratch.modes(under: scratch.server.folder.path) {
      #expect(mode & 0o077 == 0, "\(path) is \(String(mode, radix: 8))")
      #expect(!isFolder || mode == 0o700, "\(path) is \(String(mode, radix: 8))")
    }
  }

  @Test func `Z5 a folder that was open to others is closed`() throws {
    let scratch = ServerScratch()
    mkdir(scratch.server.folder.path, 0o755)
    chmod(scratch.server.folder.path, 0o755)
    try scratch.server.folder.prepare()
    #expect(ServerScratch.modes(under: scratch.server.folder.path).first?.mode == 0o700)
  }

  @Test func `Z3 it offers SCRAM-SHA-256 and nothing else, and no registration`() throws {
    let scratch = ServerScratch()
    let features = try #require(StreamProbe.features(port: scratch.server.ensureRunning().port))
    #expect(features.split(separator: "<mechanism>").count == 2)
    #expect(features.contains("<mechanism>SCRAM-SHA-256</mechanism>"))
    #expect(!features.contains("register"))
    #expect(!features.contains("starttls"))
  }

  @Test func `O9 the archive waits for a lock on its file instead of losing what it acknowledged`()
    throws
  {
    let scratch = ServerScratch()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    // SQLite keeps this file beside one in WAL mode, and only there.
    #expect(access(scratch.file("data/prosody.sqlite-wal"), F_OK) == 0)
  }

  /// As on a busy disk.
  @Test func `C1 an account is made by a server that takes its time to write`() throws {
    let scratch = ServerScratch()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    let lock = FileLock(scratch.file("data/prosody.sqlite"))
    lock.release(after: 3)
    try scratch.server.makeAccount(name: "bo", password: "long enough")
  }

  @Test func `C1 an account is made, and made again gets the new password`() throws {
    let scratch = ServerScratch()
    try scratch.server.makeAccount(name: "ana", password: "first \"]] \\ password")
    try scratch.server.makeAccount(name: "ana", password: "second password")
    let admin = try AdminSocket(scratch.server.folder.adminSocket)
    defer { admin.close() }
    #expect(try admin.run("user:list(\"localhost\")").lines == ["ana@localhost"])
  }

  @Test func `C1 an account is deleted with what the server has of it, also where it is gone`()
    throws
  {
    let scratch = ServerScratch()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    try scratch.server.makeAccount(name: "bo", password: "long enough")
    for _ in 1...2 { try scratch.server.deleteAccount(name: "ana") }
    let admin = try AdminSocket(scratch.server.folder.adminSocket)
    defer { admin.close() }
    #expect(try admin.run("user:list(\"localhost\")").lines == ["bo@localhost"])
    #expect(throws: PrivateServerError.self) {
      try scratch.server.deleteAccount(name: "a\")..os.exit()")
    }
  }

  @Test func `C1 a server at work writes no warning`() throws {
    let scratch = ServerScratch()
    try scratch.server.makeAccount(name: "ana", password: "long enough")
    try scratch.server.stop()
    let log = try #require(SmallFile.read(scratch.file("prosody.log"), limit: 65536))
    let complaints = log.split(separator: "\n").filter {
      $0.contains("\terror\t") || $0.contains("\twarn\t") && !$0.contains("Received SIGTERM")
    }
    #expect(complaints.isEmpty)
    #expect(log.contains("Received SIGTERM"))
  }

  @Test func `A4 without Prosody it says how to install it`() throws {
    let scratch = ServerScratch()
    let server = PrivateServer(folder: scratch.server.folder.path, searchPath: "/nowhere")
    let error = #expect(throws: PrivateServerError.self) { try server.ensureRunning() }
    guard case .notInstalled(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains("apt install prosody"))
  }

  @Test func `C1 a port whose last holder is just going is kept, one that is taken is not`() throws
  {
    let port = try LoopbackPort.choose(remembered: nil)
    let listener = try #require(LoopbackListener(port: port))
    #expect(try LoopbackPort.choose(remembered: port) != port)
    Thread.detachNewThread {
      _ = poll(nil, 0, 200)
      listener.close()
    }
    #expect(try LoopbackPort.choose(remembered: port) == port)
  }

  @Test func `A4 without the SQLite driver it says how to install it`() throws {
    let scratch = ServerScratch()
    let fake = try FakeProsody(
      in: scratch.path, script: "echo 'psst_sqlite error psst-missing: lua-dbi-sqlite3'; exit 1")
    let server = PrivateServer(folder: scratch.server.folder.path, searchPath: fake.folder)
    let error = #expect(throws: PrivateServerError.self) { try server.ensureRunning() }
    guard case .notInstalled(let words) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(words.contains("lua-dbi-sqlite3"))
  }

  @Test func `A4 a server that dies at once is reported with the end of its log`() throws {
    let scratch = ServerScratch()
    let fake = try FakeProsody(in: scratch.path, script: "echo the disk is on fire; exit 1")
    let server = PrivateServer(folder: scratch.server.folder.path, searchPath: fake.folder)
    #expect(throws: PrivateServerError.didNotStart("the disk is on fire")) {
      try server.ensureRunning()
    }
  }
}
