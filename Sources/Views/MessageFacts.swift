internal import Model

/// What is known of one message, in words.
enum MessageFacts {
  static func lines(_ message: Message, context: Context) -> [String] {
    let names = message.isMine ? "to \(message.chat)" : "from \(message.sender.bare)"
    var lines = [names, "written  \(moment(message.writtenAt, context))"]
    if let time = message.serverTime { lines.append("server   \(moment(time, context))") }
    if let status = message.status { lines.append("status   \(word(status))") }
    if let reason = message.failure { lines.append("reason   \(reason)") }
    return lines
  }

  private static func moment(_ time: Timestamp, _ context: Context) -> String {
    let day = context.time.day(time, now: context.now.wall)
    return "\(day) \(context.time.clockWithSeconds(time))"
  }

  private static func word(_ status: DeliveryStatus) -> String {
    switch status {
    case .queued: "queued: sends by itself when you're back online"
    case .sending: "sending: no answer from the server yet"
    case .sent: "sent: the server has it"
    case .delivered: "delivered: a device of theirs has it"
    case .read: "read: they had it on screen"
    case .failed: "failed: kept here until it is sent or deleted"
    }
  }
}
