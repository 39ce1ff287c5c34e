import Model
import Scratch
import Sync
import Testing

@testable import Accounts
@testable import Files

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

  /// The other end of the wire says what the test wants.
  private final class Wire: LiveWire {
    let handler: @Sendable (LinkEvent) -> Void

    init(_ handler: @escaping @Sendable (LinkEvent) -> Void) { self.handler = handler }

    func connect() {}
    func startTLS(domain: String) {}
    func send(_ bytes: [UInt8]) { handler(.received(bytes)) }
    func close() {}
    func abandon() {}
    func networkChanged() {}
  }

  @Test(arguments: [
    (
      "<auth xmlns='s' mechanism='PLAIN'>SECRET</auth>",
      "<auth xmlns='s' mechanism='PLAIN'>[removed]</auth>"
    ),
    ("<challenge>SECRET</challenge><iq/>", "<challenge>[removed]</challenge><iq/>"),
    (
      "<sasl:response xmlns:sasl='s'>SECRET</sasl:response>",
      "<sasl:response xmlns:sasl='s'>[removed]</response>"
    ),
    ("<success>SECRET</success>", "<success>[removed]</success>"),
  ])
  func `Z3 wherever a read is cut, the wire's log has no secret, and goes on after it`(
    xml: String, logged: String
  ) throws {
    let folder = ScratchFolder()
    let rest = "<a>shown</a>"
    let bytes = Array((xml + rest).utf8)
    let expected = logged + rest
    for cut in bytes.indices {
      let log = Log(path: folder.path + "/log-\(cut)", clean: { $0 })
      let wire = LoggedWire(log: log, making: { Wire($0) }, handler: { _ in })
      wire.send(Array(bytes[..<cut]))
      wire.send(Array(bytes[cut...]))
      log.flush()
      let text = String(decoding: try PrivateFile.read(log.path) ?? [], as: UTF8.self)
      for direction in [" out ", " in  "] {
        let pieces = text.split(separator: "\n").compactMap { line in
          line.firstRange(of: direction).map { String(line[$0.upperBound...]) }
        }
        #expect(pieces.joined() == expected)
      }
    }
  }
}
