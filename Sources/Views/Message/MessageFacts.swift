internal import Model

/// What is known of a message of somebody else, in words.
enum MessageFacts {
  static func lines(_ message: Message, context: Context) -> [String] {
    var lines = [
      "from \(message.sender.bare)", "arrived  \(moment(message.writtenAt, context))",
    ]
    if let file = message.attachment { lines += Self.lines(file) }
    if let time = message.serverTime { lines.append("server   \(moment(time, context))") }
    if let retraction = message.retraction, message.isDeleted {
      lines.append("deleted  \(moment(retraction.at, context))")
    }
    if let edit = message.edit {
      lines.append("edited   \(moment(edit.at, context))")
      lines.append("said     \(message.sentText.prefix(200))")
    }
    if let target = message.replyTo {
      lines.append(
        "answers  \(AnsweredMessage.words(target, of: message.account, in: context.snapshot))")
    }
    return lines + ReactedMessage.facts(message, in: context.snapshot)
  }

  /// What its sender says of a file.
  private static func lines(_ file: Attachment) -> [String] {
    [
      "file     \(Names.file(file))", file.mediaType.map { "type     \($0)" },
      file.address.map { "address  \($0)" },
    ].compactMap(\.self)
  }

  private static func moment(_ time: Timestamp, _ context: Context) -> String {
    let day = context.time.day(time, now: context.now.wall)
    return "\(day) \(context.time.clockWithSeconds(time))"
  }
}
