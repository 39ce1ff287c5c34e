import Glibc
import Scratch
import Testing

@testable import Files

struct PathsTests {
  @Test func `Z3 PSST_HOME puts everything under one folder`() {
    let paths = Paths(
      environment: ["PSST_HOME": "/x/", "XDG_DATA_HOME": "/data", "HOME": "/home/a"],
      currentFolder: "/cwd", home: "/h")
    #expect(paths.accounts == "/x/data/accounts")
    #expect(paths.server == "/x/data/server")
    #expect(paths.log == "/x/state/log")
    #expect(paths.configurationFile == "/x/config/config.toml")
  }

  @Test func `Z3 a relative PSST_HOME starts at the current folder`() {
    let paths = Paths(environment: ["PSST_HOME": "t/h"], currentFolder: "/cwd", home: "/h")
    #expect(paths.data == "/cwd/t/h/data")
  }

  @Test func `Z3 the XDG variables count, and relative ones do not`() {
    let paths = Paths(
      environment: [
        "PSST_HOME": "", "HOME": "/home/a", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "s",
      ],
      currentFolder: "/cwd", home: "/h")
    #expect(paths.data == "/d/psst")
    #expect(paths.log == "/home/a/.local/state/psst/log")
    #expect(paths.configurationFile == "/home/a/.config/psst/config.toml")
  }

  @Test(arguments: [
    ("XDG_DOWNLOAD_DIR=\"$HOME/Da ta\"\n", "/home/a/Da ta"),
    ("# a note\nXDG_MUSIC_DIR=\"/m\"\nXDG_DOWNLOAD_DIR=\"/d/\"\n", "/d"),
    ("XDG_DOWNLOAD_DIR=\"down\"\n", "/home/a/Downloads"), ("", "/home/a/Downloads"),
  ])
  func `F3 what is saved lies where the user keeps such files`(text: String, place: String) throws {
    let folder = ScratchFolder()
    try PrivateFile.write(Array(text.utf8), to: folder.file("user-dirs.dirs"))
    let paths = Paths(
      environment: ["HOME": "/home/a", "XDG_CONFIG_HOME": folder.path], currentFolder: "/cwd",
      home: "/h")
    #expect(paths.downloads == place)
    let own = Paths(environment: ["PSST_HOME": "/x"], currentFolder: "/cwd", home: "/h")
    #expect(own.downloads == "/x/downloads")
  }

  @Test func `Z3 folders are made 0700 and files 0600, whatever the umask`() throws {
    let folder = ScratchFolder()
    let path = folder.path + "/a/b"
    try PrivateFile.makeFolder(path)
    try PrivateFile.write([1, 2], to: path + "/f")
    #expect(mode(of: path) == 0o700)
    #expect(mode(of: folder.path + "/a") == 0o700)
    #expect(mode(of: path + "/f") == 0o600)
    #expect(try PrivateFile.read(path + "/f") == [1, 2])
    #expect(PrivateFile.names(in: path) == ["f"])
  }

  @Test func `Z3 an open folder of ours is closed to others`() throws {
    let folder = ScratchFolder()
    chmod(folder.path, 0o755)
    try PrivateFile.makeFolder(folder.path)
    #expect(mode(of: folder.path) == 0o700)
  }

  @Test func `Z3 a link in the place of a file is not followed`() throws {
    let folder = ScratchFolder()
    try PrivateFile.write([1], to: folder.path + "/real")
    symlink(folder.path + "/real", folder.path + "/link")
    #expect(throws: Failure.self) { try PrivateFile.read(folder.path + "/link") }
    try PrivateFile.write([2], to: folder.path + "/link")
    #expect(try PrivateFile.read(folder.path + "/real") == [1])
    #expect(try PrivateFile.read(folder.path + "/link") == [2])
  }

  @Test func `Z3 a file over its bound is refused and a missing one is none`() throws {
    let folder = ScratchFolder()
    try PrivateFile.write([UInt8](repeating: 0, count: 20), to: folder.path + "/f")
    #expect(throws: Failure.self) { try PrivateFile.read(folder.path + "/f", limit: 19) }
    #expect(try PrivateFile.read(folder.path + "/g") == nil)
  }

  @Test func `Z3 Z6 where a link leads in the place of a folder nothing is changed`() throws {
    let folder = ScratchFolder()
    let (target, link) = (folder.path + "/target", folder.path + "/link")
    mkdir(target, 0o755)
    chmod(target, 0o755)
    symlink(target, link)
    #expect(
      throws: Failure("\(link) is a link, and psst does not follow it: name the folder itself")
    ) {
      try PrivateFile.makeFolder(link)
    }
    #expect(throws: Failure.self) { try LocalSocket.listen(at: link + "/a.sock") }
    #expect(throws: Failure.self) { try LocalSocket.connect(to: link + "/a.sock", timeout: 1) }
    #expect(mode(of: target) == 0o755)
    #expect(PrivateFile.names(in: target) == [])
    symlink(folder.path + "/nothing", folder.path + "/dangling")
    #expect(throws: Failure.self) { try PrivateFile.makeFolder(folder.path + "/dangling") }
    #expect(mode(of: folder.path + "/nothing") == 0)
  }

  @Test func `Z5 Z6 a folder of another user is not used, nor changed`() throws {
    let scratch = ScratchFolder()
    let foreign = geteuid() == 0 ? scratch.path + "/foreign" : "/usr"
    if geteuid() == 0 {
      mkdir(foreign, 0o755)
      chown(foreign, 65_534, 65_534)
    }
    let before = mode(of: foreign)
    let failure = Failure("\(foreign) belongs to another user: use a folder of your own")
    #expect(throws: failure) { try PrivateFile.makeFolder(foreign) }
    #expect(throws: failure) { try LocalSocket.listen(at: foreign + "/a.sock") }
    #expect(throws: failure) { try LocalSocket.connect(to: foreign + "/a.sock", timeout: 1) }
    #expect(throws: failure) { try Self.paths(at: foreign).check() }
    #expect(mode(of: foreign) == before)
  }

  @Test func `Z5 Z6 a PSST_HOME in which others can write is refused`() throws {
    let folder = ScratchFolder()
    try Self.paths(at: folder.path).check()
    try Self.paths(at: folder.path + "/new").check()
    chmod(folder.path, 0o777)
    #expect(throws: Failure("others can write in \(folder.path): chmod go-w \(folder.path)")) {
      try Self.paths(at: folder.path).check()
    }
    symlink(folder.path, folder.path + "/link")
    #expect(throws: Failure.self) { try Self.paths(at: folder.path + "/link").check() }
  }

  private static func paths(at home: String) -> Paths {
    Paths(environment: ["PSST_HOME": home], currentFolder: "/", home: "/")
  }
}
