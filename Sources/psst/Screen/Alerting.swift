internal import Dispatch
internal import Files
internal import Glibc
internal import Screen

/// Tells of messages outside of psst's screen (A2): by the terminal, and by the desktop.
struct Alerting: Sendable {
  private let ways: [AlertWay]
  private let multiplexer: AlertSequence.Multiplexer?
  private let queue = DispatchQueue(label: "psst.alerts")

  init(_ setting: AlertSetting) {
    switch setting {
    case .auto: ways = AlertWay.suited(to: ProcessEnvironment.variable)
    case .ways(let chosen): ways = chosen
    }
    multiplexer = .init(ProcessEnvironment.variable)
  }

  /// Both are cleaned here: whoever wrote them commands nothing (Z2).
  @MainActor func tell(_ title: String, _ text: String) {
    let title = PrintableText(title).truncated(to: 40).text
    let text = PrintableText(text).truncated(to: 120).text
    let sequence = ways.flatMap { AlertSequence.bytes(of: $0, title, text, multiplexer) }
    if !sequence.isEmpty { _ = FileBytes.writeAll(sequence, to: STDOUT_FILENO) }
    if ways.contains(.desktop) { queue.async { Self.notify(title, text) } }
  }

  /// notify-send(1), without a shell. The text may hold markup in the notifications' specification.
  private static func notify(_ title: String, _ text: String) {
    let body = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
    let words = [
      "notify-send", "--app-name=psst", "--category=im.received", "--", title, body,
    ]
    _ = try? ChildProgram(words, on: .background).wait()
  }
}

/// What a terminal is sent to tell of something.
enum AlertSequence {
  /// What stands between psst and the terminal, and passes on only what is wrapped for it.
  enum Multiplexer {
    case tmux, screen

    init?(_ environment: (String) -> String?) {
      if environment("TMUX") != nil {
        self = .tmux
      } else if environment("STY") != nil {
        self = .screen
      } else {
        return nil
      }
    }
  }

  /// Empty for the desktop. The texts hold no control characters.
  static func bytes(
    of way: AlertWay, _ title: String, _ text: String, _ multiplexer: Multiplexer?
  ) -> [UInt8] {
    switch way {
    case .bell: [0x07]
    // The words before keep a text from being a number, which is another command to some.
    case .osc9: wrapped("\u{1B}]9;psst: \(title): \(text)\u{07}", multiplexer)
    case .osc777:
      wrapped("\u{1B}]777;notify;\(title.replacing(";", with: ","));\(text)\u{07}", multiplexer)
    case .osc99:
      wrapped("\u{1B}]99;i=psst:d=0;\(title)\u{1B}\\", multiplexer)
        + wrapped("\u{1B}]99;i=psst:d=1:p=body;\(text)\u{1B}\\", multiplexer)
    case .desktop: []
    }
  }

  /// tmux wants its `allow-passthrough`, and each escape character twice.
  private static func wrapped(_ sequence: String, _ multiplexer: Multiplexer?) -> [UInt8] {
    switch multiplexer {
    case .tmux:
      let doubled = sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}")
      return Array("\u{1B}Ptmux;\(doubled)\u{1B}\\".utf8)
    case .screen:
      return Array("\u{1B}P\(sequence.replacing("\u{1B}\\", with: "\u{07}"))\u{1B}\\".utf8)
    case nil: return Array(sequence.utf8)
    }
  }
}
