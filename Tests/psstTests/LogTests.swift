import Scratch
import Testing

@testable import psst

struct LogTests {
  @Test func `Z3 the log is 0600 and bounded, with one old file`() throws {
    let folder = ScratchFolder()
    let log = Log(path: folder.path + "/state/log", limit: 200, clean: { $0 })
    for number in 0..<20 { log.write("line \(number)") }
    log.flush()
    #expect(PrivateFile.names(in: folder.path + "/state") == ["log", "log.old"])
    #expect(mode(of: folder.path + "/state/log") == 0o600)
    let old = try PrivateFile.read(folder.path + "/state/log.old") ?? []
    #expect(old.count < 300)
    let new = String(
      decoding: try PrivateFile.read(folder.path + "/state/log") ?? [], as: UTF8.self)
    #expect(new.hasSuffix("line 19\n"))
  }

  @Test(arguments: [
    (
      "<auth xmlns='s' mechanism='PLAIN'>AGE=</auth>",
      "<auth xmlns='s' mechanism='PLAIN'>(4 characters)</auth>"
    ),
    ("<response>abc</response><iq/>", "<response>(3 characters)</response><iq/>"),
    ("<challenge>abc", "<challenge>(3 characters)"),
    ("<success/><a>b</a>", "<success/><a>b</a>"),
    ("<authors>x</authors>", "<authors>x</authors>"),
    ("<message><body>a &lt;b</body></message>", "<message><body>a &lt;b</body></message>"),
    ("plain", "plain"), ("<", "<"),
  ])
  func `Z3 the sign-in's secrets are not in the wire log`(stanza: String, logged: String) {
    #expect(SecretFilter.filtered(stanza) == logged)
  }
}
