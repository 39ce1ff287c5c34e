import Glibc

/// A minute of the local day, as clocks on the screen show it.
struct MinuteOfDay: Equatable {
  var number: Int

  static var now: MinuteOfDay {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return MinuteOfDay(number: Int(parts.tm_hour) * 60 + Int(parts.tm_min))
  }

  /// The words of this minute and all to another one, across midnight too.
  func until(_ last: MinuteOfDay) -> Set<Substring> {
    var words: Set<Substring> = [word]
    var minute = self
    while minute != last {
      minute.number = (minute.number + 1) % 1_440
      words.insert(minute.word)
    }
    return words
  }

  private var word: Substring {
    let hour = number / 60
    let rest = number % 60
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
  }
}
