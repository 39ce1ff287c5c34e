import Testing

@testable import psst

@Suite struct AlertingTests {
  @Test(
    arguments: [
      (["TERM": "xterm-kitty"], [.bell, .osc99]), (["TERM": "foot-extra"], [.bell, .osc777]),
      (["TERM": "rxvt-unicode-256color"], [.bell, .osc777]),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], [.bell, .osc9]),
      (["TERM": "tmux-256color", "TMUX": "x", "KITTY_WINDOW_ID": "1"], [.bell, .osc99]),
      (["TERM": "xterm-256color"], [.bell]),
      (
        ["TERM": "xterm-256color", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:x"],
        [.bell, .desktop]
      ),
      (
        [
          "TERM": "xterm-256color", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:x",
          "SSH_CONNECTION": "1 2 3 4",
        ], [.bell]
      ), (["SSH_TTY": "/dev/pts/1", "LC_TERMINAL": "iTerm2"], [.bell, .osc9]),
    ] as [([String: String], [AlertWay])])
  func `A2 a terminal and a desktop are told as they can take it`(
    environment: [String: String], ways: [AlertWay]
  ) {
    #expect(AlertWay.suited { environment[$0] } == ways)
  }

  @Test(
    arguments: [
      (.bell, "\u{7}"), (.osc9, "\u{1B}]9;psst: Bo: hi; you\u{7}"),
      (.osc777, "\u{1B}]777;notify;Bo;hi; you\u{7}"), (.desktop, ""),
      (.osc99, "\u{1B}]99;i=psst:d=0;Bo\u{1B}\\\u{1B}]99;i=psst:d=1:p=body;hi; you\u{1B}\\"),
    ] as [(AlertWay, String)])
  func `A2 each way has its bytes`(way: AlertWay, bytes: String) {
    #expect(text(way, "Bo", nil) == bytes)
  }

  @Test func `A2 tmux and screen are given it wrapped, the bell as it is`() {
    #expect(text(.bell, "Bo", .tmux) == "\u{7}")
    #expect(
      text(.osc9, "Bo", .tmux) == "\u{1B}Ptmux;\u{1B}\u{1B}]9;psst: Bo: hi; you\u{7}\u{1B}\\")
    #expect(text(.osc9, "Bo", .screen) == "\u{1B}P\u{1B}]9;psst: Bo: hi; you\u{7}\u{1B}\\")
    #expect(AlertSequence.Multiplexer { $0 == "TMUX" ? "/tmp/x" : nil } == .tmux)
    #expect(AlertSequence.Multiplexer { $0 == "STY" ? "1.x" : nil } == .screen)
  }

  @Test func `Z2 a name cannot begin another part of the sequence`() {
    #expect(text(.osc777, "Bo;evil", nil) == "\u{1B}]777;notify;Bo,evil;hi; you\u{7}")
    #expect(text(.osc9, "4;1;50", nil).hasPrefix("\u{1B}]9;psst: "))
  }

  private func text(
    _ way: AlertWay, _ title: String, _ multiplexer: AlertSequence.Multiplexer?
  ) -> String {
    String(decoding: AlertSequence.bytes(of: way, title, "hi; you", multiplexer), as: UTF8.self)
  }
}
