import Glibc
import Scratch
import Screen
import Testing

@testable import Files
@testable import Views
@testable import psst

@Suite struct ConfigurationFileTests {
  @Test(arguments: [
    ("", "theme = \"nord\"\n"),
    ("policy = \"auto\"", "policy = \"auto\"\ntheme = \"nord\"\n"),
    (
      "# mine\n\ntheme = \"mono\"   # calm\npolicy = \"auto\"\n",
      "# mine\n\ntheme = \"nord\"   # calm\npolicy = \"auto\"\n"
    ),
    ("theme='mono # \"no\"'#x\r\nanimations = true", "theme = \"nord\"#x\r\nanimations = true"),
    ("\"theme\" = \"a\\\"#b\"\r\n", "theme = \"nord\"\r\n"),
    ("animations = true\r\n", "animations = true\r\ntheme = \"nord\"\n"),
    ("theme = true\n", "theme = \"nord\"\n"),
    (
      "# top\npolicy = \"auto\"\n[keys]\na = 1\n",
      "theme = \"nord\"\n# top\npolicy = \"auto\"\n[keys]\na = 1\n"
    ),
    ("[keys]\ntheme = \"x\"\n", "theme = \"nord\"\n[keys]\ntheme = \"x\"\n"),
  ])
  func `I4 only the theme changes, comments and all else stay`(old: String, new: String) throws {
    #expect(try ConfigurationFile.setting(theme: "nord", in: old) == new)
  }

  @Test(arguments: ["theme = \"\"\"\nmono\"\"\"\n", "policy = = 1\n"])
  func `I4 what cannot be changed is left as it is, and told`(old: String) {
    #expect(throws: Failure.self) { try ConfigurationFile.setting(theme: "nord", in: old) }
  }

  @Test func `C1 the accounts of the next start are kept, and all else stays`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    folder.write("# mine\ntheme = \"nord\"\n[keys]\n", to: "config/config.toml")
    try ConfigurationFile.keep(accounts: ["ana@localhost", "a\"b@example.org"], paths)
    #expect(Configuration.read(paths).accounts == ["ana@localhost", "a\"b@example.org"])
    try ConfigurationFile.keep(accounts: [], paths)
    let text = String(decoding: try PrivateFile.read(paths.configurationFile) ?? [], as: UTF8.self)
    #expect(text == "accounts = []\n# mine\ntheme = \"nord\"\n[keys]\n")
  }

  @Test func `Z4 a pipe in the file's place holds nobody up, and is told`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    folder.write("", to: "config/other")
    try #require(mkfifo(paths.configurationFile, 0o600) == 0)
    #expect(
      Configuration.read(paths).complaints
        == ["config.toml: \(paths.configurationFile) is a pipe, not a file"])
  }

  private func paths(_ folder: ScratchFolder) -> Paths {
    Paths(environment: ["PSST_HOME": folder.path], currentFolder: "/", home: "/")
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : 0
  }

  @Test func `I4 Z3 a new file is for its owner alone`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    try ConfigurationFile.keep(theme: "nord", paths)
    #expect(Configuration.read(paths).theme == "nord")
    #expect(mode(paths.configurationFile) & 0o777 == 0o600)
  }

  @Test func `I4 a file that others may read, and a link, stay what they are`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    folder.write("theme = \"mono\"\n", to: "dotfiles/psst.toml")
    folder.write("", to: "config/other")
    let real = folder.path + "/dotfiles/psst.toml"
    chmod(real, 0o644)
    #expect(symlink(real, paths.configurationFile) == 0)
    try ConfigurationFile.keep(theme: "nord", paths)
    #expect(Configuration.read(paths).theme == "nord")
    #expect(mode(paths.configurationFile) & S_IFMT == S_IFLNK)
    #expect(mode(real) & 0o777 == 0o644)
  }

  @Test func `I4 the user's own themes stand after the shipped ones, and are read`() throws {
    let folder = ScratchFolder()
    let paths = paths(folder)
    folder.write("[roles]\ntext = { fg = 1, bg = 2 }\n", to: "config/themes/aa.toml")
    folder.write("inherits = \"nord\"\n", to: "config/themes/gruvbox.toml")
    folder.write("", to: "config/themes/notes.txt")
    let entries = ThemeShelf.entries(paths)
    #expect(entries.map(\.name) == Theme.shippedNames + ["aa"])
    #expect(entries.filter(\.isOwn).map(\.name) == ["gruvbox", "aa"])
    let theme = try ThemeShelf.load("aa", paths, depth: .palette256)
    #expect(theme.style(.text).background == .palette(2))
    #expect(try ThemeShelf.load("aa", paths, depth: .mono).style(.text) == Style())
    #expect(
      try ThemeShelf.load("gruvbox", paths, depth: .palette256).style(.text)
        == Theme.load(name: "nord").style(.text))
  }
}
