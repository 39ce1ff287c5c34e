internal import Accounts
internal import Files
internal import Glibc
internal import Handover
internal import LocalServer
internal import Model
internal import Plain
internal import Screen

/// What scripts use: `psst send`, `queue`, `read`, `watch`, `export` and `import`.
extension Commands {
  func send() throws -> ExitCode {
    let file = arguments.options["file"]
    if file == nil, arguments.has("caption") { throw Failure.usage("--caption goes with --file") }
    if file != nil, arguments.has("reply-to") { throw Failure.usage("a file answers nothing here") }
    let text =
      file == nil
      ? try text(of: arguments.operands[1]) : arguments.options["caption"] ?? ""
    if case .refused(let reason) = OutgoingText(text) { throw Failure(reason) }
    let name = arguments.operands[0]
    let stored = try account()
    let usual = file == nil ? Delivery.usualWait : Delivery.longestWait
    let wait = try number("wait", from: 0...Delivery.longestWait) ?? usual
    let target = try arguments.options["reply-to"].map {
      try ReplyTarget.named($0, in: name, of: stored)
    }
    let isStopped = stored.account.isPrivate && server.status() == .heldStopped
    let delivery = Delivery(context: context(stored))
    let seconds = isStopped ? 0 : wait
    let answer =
      if let file {
        try delivery.send(
          to: name, file: try Self.absolute(file), caption: text, wait: seconds)
      } else {
        try delivery.send(to: name, text: text, answering: target, wait: seconds)
      }
    return try tell(answer, isStopped: isStopped)
  }

  private static func absolute(_ path: String) throws(Failure) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { throw Failure("the folder one is in is gone") }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  private func tell(_ answer: HandoverAnswer, isStopped: Bool) throws -> ExitCode {
    switch answer.status {
    case .sent: return Output.say(["sent"])
    case .queued where isStopped:
      throw Failure(
        "queued: the private server is stopped; psst server start starts it", code: .tryAgain)
    case .queued: throw Failure("queued: it is sent when psst is next online", code: .tryAgain)
    default: throw Failure("not sent: \(answer.reason ?? "no reason is known")")
    }
  }

  private func text(of operand: String) throws -> String {
    guard operand == "-" else { return operand }
    let bytes = try FileBytes.readAll(
      STDIN_FILENO, limit: HandoverRequest.longestLine, name: "standard input")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value of an option that takes a number.
  private func number(_ option: String, from range: ClosedRange<Int>) throws -> Int? {
    guard let text = arguments.options[option] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Failure.usage(
        "--\(option) takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\""
      )
    }
    return number
  }

  /// What a message's `cursor` was.
  private func cursor() throws -> Int64? {
    guard let text = arguments.options["since"] else { return nil }
    guard let cursor = Int64(text), cursor >= 0 else {
      throw Failure.usage("--since takes the cursor of a message, not \"\(text)\"")
    }
    return cursor
  }

  func queue() throws -> ExitCode {
    let rows = try Delivery(context: context(try account())).queue()
    if arguments.has("json") {
      return Output.say([String(decoding: try JSONLine.encode(rows), as: UTF8.self)])
    }
    if rows.isEmpty { return Output.say(["No queued messages"]) }
    return Output.say(
      rows.map { row in
        let time = SystemClock.full(Timestamp(milliseconds: row.queuedAt)).prefix(16)
        // An older psst that has the account says less.
        let standing = row.standing ?? row.state
        return "\(time)  \(standing)  \(row.chat)  \(row.text)"
      })
  }

  func read() throws -> ExitCode {
    let count = try number("last", from: 1...ChatReading.most) ?? ChatReading.usual
    let start = try cursor().map { ChatReading.Start.cursor($0) } ?? .last(count)
    let output = BlockOutput()
    try ChatReading(account(), chat: arguments.operands[0]).write(
      from: start, asJSON: arguments.has("json"), output.write)
    return output.finish()
  }

  func watch() throws -> ExitCode {
    let program = WatchProgram(
      context(try account()), since: try cursor(), asJSON: arguments.has("json"))
    return try program.run()
  }

  /// Refuses while a psst has the account open: what it shows would not be what is stored.
  func importHistory() throws -> ExitCode {
    let kind = try arguments.options["from"].map { try Self.kind($0) }
    let stored = try account()
    guard let lock = try AccountLock(folder: stored.folder) else {
      throw Failure("psst is open with \(stored.account.jid): leave it first", code: .tryAgain)
    }
    return try withExtendedLifetime(lock) {
      var run = try Import(stored, kind: kind)
      return Output.say(try run.run(Self.absolute(arguments.operands[0])))
    }
  }

  private static func kind(_ word: String) throws(Failure) -> Import.Kind {
    if let kind = Import.Kind(rawValue: word) { return kind }
    let all = Import.Kind.allCases.map(\.rawValue)
    let hint = NearestWord.suggestion(for: word, among: all)
    throw .usage("--from takes \(all.joined(separator: " or ")), not \"\(word)\"\(hint)")
  }

  func export() throws -> ExitCode {
    let export = try Export(account(), chat: arguments.operands[0])
    let output = BlockOutput()
    if arguments.has("json") {
      try export.writeJSON(output.write)
    } else {
      try export.writeText(output.write)
    }
    return output.finish()
  }
}
