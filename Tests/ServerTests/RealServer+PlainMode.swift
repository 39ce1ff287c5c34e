import Foundation
import Harness
import Testing

/// Ana in plain mode, writing to cy.
extension RealServer {
  /// After cy has that from her, and she the confirmation.
  func said(_ text: String, to cy: Peer) throws -> ChildProcess {
    let ana = try home.start("--account", "ana")
    ana.write("/to cy\n\(text)\n")
    try cy.waitUntil("the message", bound: 30) { _ in cy.received.count == 1 }
    try ana.waitUntil("its confirmation", bound: 20) { $0.confirms(text) }
    return ana
  }

  /// The server falls silent, a line is written, and the program killed when it shows `sending`; the next one is online.
  func restarted(_ ana: ChildProcess, amid line: String, _ sending: String) throws -> ChildProcess {
    let process = try #require(home.serverProcess())
    kill(process, SIGSTOP)
    ana.write(line + "\n")
    try ana.waitUntil(sending) { $0.outputText.contains(sending) }
    ana.signal(SIGKILL)
    try ana.waitForEnd()
    kill(process, SIGCONT)
    let second = try home.start("--account", "ana")
    try second.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
    return second
  }
}

extension ChildProcess {
  /// Plain mode says that the server has that. What was delivered before psst looked is said to be that at once, and
  /// what the server had before the chat's history was read stands in that.
  func confirms(_ text: String) -> Bool {
    let text = NSRegularExpression.escapedPattern(for: text)
    let said = "\(text)(: | \\()(sent|delivered|read)\\b"
    return outputText.range(of: said, options: .regularExpression) != nil
  }
}
