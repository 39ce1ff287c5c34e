internal import Localization
internal import Model
internal import Screen

/// What is known of a message of somebody else, in words.
enum MessageFacts {
  private typealias Fact = (name: String, words: String)

  static func lines(_ message: Message, context: Context) -> [String] {
    let facts = facts(message, context)
    let widths = facts.map { PrintableText($0.name).width }
    let column = (widths.max() ?? 0) + 2
    let rows = zip(facts, widths).map { fact, width in
      fact.name + String(repeating: " ", count: column - width) + fact.words
    }
    return [tr("from \(message.sender.bare)")] + rows
      + ReactedMessage.facts(message, in: context.snapshot)
  }

  private static func facts(_ message: Message, _ context: Context) -> [Fact] {
    var facts: [Fact] = [(tr("arrived"), moment(message.writtenAt, context))]
    if let file = message.attachment { facts += Self.facts(file) }
    if let time = message.serverTime { facts.append((tr("server"), moment(time, context))) }
    if let retraction = message.retraction, message.isDeleted {
      facts.append((tr("deleted"), moment(retraction.at, context)))
    }
    if let edit = message.edit {
      facts.append((tr("edited"), moment(edit.at, context)))
      facts.append((tr("said"), String(message.sentText.prefix(200))))
    }
    if let target = message.replyTo {
      let words = AnsweredMessage.words(target, of: message.account, in: context.snapshot)
      facts.append((tr("answers"), words))
    }
    return facts
  }

  /// What its sender says of a file.
  private static func facts(_ file: Attachment) -> [Fact] {
    var facts: [Fact] = [(tr("file"), Names.file(file))]
    if let type = file.mediaType { facts.append((tr("type"), type)) }
    if let address = file.address { facts.append((tr("address"), address)) }
    return facts
  }

  private static func moment(_ time: Timestamp, _ context: Context) -> String {
    let day = context.time.day(time, now: context.now.wall)
    return "\(day) \(context.time.clockWithSeconds(time))"
  }
}
