import Sabotage
import Scenes
import Scratch
import Simulation
import Testing

/// For each shipped scene something that is wrong with the program, and the scene finds it: no scene that cannot
/// fail.
@MainActor @Suite struct FlawTests {
  nonisolated static let flaws: [(scene: String, flaw: Flaw)] = [
    ("tour", .ignoresIntent("edit")),
    ("x1", .losesChange("typing")),
    ("x2", .losesChange("message")),
    ("x3", .losesChange("arrived")),
    ("x4", .ignoresIntent("saveDraft")),
    ("x5", .ignoresIntent("send")),
    ("x6", .losesChange("message")),
    ("x7", .misdraws("✓✓", as: "✓ ")),
    ("x8", .losesChange("policyAsks")),
    ("s1-instant", .losesChange("message")),
    ("s2-durable", .ignoresIntent("send")),
    ("s3-in-place", .misdraws("✓✓ read", as: "       ")),
    ("s4-statuses", .ignoresIntent("openInfo")),
    ("s5-failed", .ignoresIntent("delete")),
    ("s7-list", .losesChange("chat")),
    ("s8-limits", .ignoresIntent("send")),
    ("s9-twenty", .misdraws("┃ 10 ", as: "┃ 11 ")),
    ("s10-quick", .losesChange("message")),
    ("s11-scrolled", .misdraws("↓ 1 new", as: "       ")),
    ("o1-link", .losesChange("connection")),
    ("o2-banner", .losesChange("presenceOutdated")),
    ("o3-survives", .losesChange("outbox")),
    ("o4-smart", .losesChange("policyAsks")),
    ("o5-toast", .ignoresIntent("sendAll")),
    ("o6-review", .ignoresIntent("undo")),
    ("o7-flush", .misdraws("Failed", as: "Queued")),
    ("o8-cancel", .ignoresIntent("cancel")),
    ("o9-once", .sabotage(.newIDAtResend)),
    ("o10-heals", .ignoresIntent("retry")),
    ("o11-flush", .ignoresIntent("send")),
    ("o12-delete-chat", .ignoresIntent("deleteChat")),
    ("o13-everywhere", .losesChange("outbox")),
    ("o14-cut", .misdraws("Queued", as: "Lost  ")),
    ("o17-reconnects", .ignoresIntent("connectNow")),
    ("t1-order", .ordersByOwnClock),
    ("t3-days", .misdraws("Wed 13 May", as: "Tue 12 May")),
    ("d2-read", .ignoresIntent("markRead")),
    ("d3-typing", .ignoresIntent("typing")),
    ("n1-dots", .losesChange("presence")),
    ("n3-away", .ignoresIntent("focus")),
    ("n4-outdated", .losesChange("presenceOutdated")),
    ("n6-crowd", .losesChange("presence")),
    ("n7-mine", .staysSignedIn),
    ("n8-hour", .losesChange("presence")),
    ("n9-chats", .losesChange("presence")),
    ("a1-notice", .losesChange("arrived")),
    ("a3-errors", .losesChange("message")),
    ("s6-fades", .misdraws("✓✓ read", as: "✓✓     ")),
    ("s6-still", .losesChange("message")),
    ("s11-scrolled", .ignoresIntent("markRead")),
    ("o1-link", .misdraws("● online", as: "● on the")),
    ("o2-banner", .ignoresIntent("send")),
    ("o5-toast", .losesChange("policyAsks")),
    ("o6-review", .ignoresIntent("sendOne")),
    ("o6-review", .ignoresIntent("edit")),
    ("o6-review", .ignoresIntent("delete")),
    ("o6-review", .losesChange("queueEntryRemoved")),
    ("o6-failed", .sabotage(.errorBlocksChat)),
    ("tour", .sabotage(.resendsLastConnection)),
    ("o4-auto", .ignoresIntent("setPolicy")),
    ("o8-cancel", .losesChange("messageRemoved")),
    ("o12-delete-chat", .losesChange("outbox")),
    ("a3-errors", .ignoresIntent("openInfo")),
    ("x4", .sabotage(.showsSentAfterRestart)),
    ("o1-link", .sabotage(.newIDAtResend)),
    ("o3-survives", .sabotage(.showsSentAfterRestart)),
    ("o4-smart", .sabotage(.resendsEverything)),
    ("o10-heals", .sabotage(.errorBlocksChat)),
    ("o14-cut", .sabotage(.newIDAtResend)),
    ("o9-once", .sabotage(.resendWithoutAsking)),
    ("o9-once", .sabotage(.acknowledgesTooEarly)),
    ("f1-file", .ignoresIntent("retry")),
    ("f1-file", .misdraws("! Failed", as: "        ")),
    ("o10-waits", .losesChange("message")),
    ("o10-waits", .ignoresIntent("send")),
    ("o17-reconnects", .losesChange("connection")),
    ("o18-quit", .losesChange("outbox")),
    ("p4-keep", .ignoresIntent("setKeep")),
    ("t1-failed", .ordersByOwnClock),
    ("t1-failed", .sabotage(.errorBlocksChat)),
    ("d2-read", .losesChange("chat")),
    ("d2-hidden", .ignoresIntent("hideReading")),
    ("d2-crash", .ignoresIntent("markRead")),
    ("d3-typing", .losesChange("typing")),
    ("n2-events", .staysSignedIn),
    ("n3-words", .losesChange("presence")),
    ("p8-names", .losesChange("nick")),
    ("p8-names", .ignoresIntent("setMyName")),
    ("n3-status", .losesChange("status")),
    ("n3-status", .ignoresIntent("setStatus")),
    ("a1-notice", .losesChange("chat")),
    ("a1-mute", .ignoresIntent("setAlerts")),
    ("a2-burst", .losesChange("arrived")),
    ("x6", .sabotage(.takesEqualTextForRepeat)),
    ("g2-talk", .claimsByName),
    ("g2-talk", .sabotage(.resendsToGroups)),
    ("g3-gaps", .sabotage(.believesToBeThere)),
    ("g3-gaps", .sabotage(.hearsGroupsOnlyLive)),
    ("g5-mentions", .losesChange("arrived")),
    ("g5-mentions", .losesChange("chat")),
    ("g5-mentions", .ignoresIntent("setAlerts")),
    ("c1-accounts", .speaksForTheFirst),
    ("c1-accounts", .misdraws("as work", as: "as ana ")),
    ("c1-accounts", .losesChange("outbox")),
    ("c1-apart", .speaksForTheFirst),
    ("c1-apart", .losesChange("connection")),
    ("c1-apart", .misdraws("work: Offline", as: "Offline · all")),
    ("c2-block", .ignoresIntent("block")),
    ("c2-people", .ignoresIntent("nameContact")),
    ("c2-people", .ignoresIntent("openCard")),
    ("c2-people", .ignoresIntent("label")),
    ("c5-devices", .ignoresIntent("pin")),
    ("c5-devices", .ignoresIntent("setAlerts")),
    ("c3-groups", .ignoresIntent("makeGroup")),
    ("g1-find", .ignoresIntent("listGroups")),
    ("g6-moderate", .ignoresIntent("moderate")),
    ("d4-group", .sabotage(.countsItself)),
    ("g4-folded", .losesChange("room")),
    ("g4-folded", .misdraws("and 3 others", as: "and 2 others")),
    ("n5-group", .losesChange("room")),
    ("o3-group", .losesChange("outbox")),
    ("o3-group", .ignoresIntent("send")),
    ("d3-group", .losesChange("typing")),
    ("a4-removed", .losesChange("room")),
    ("a4-removed", .ignoresIntent("leave")),
    ("a4-locked", .losesChange("room")),
    ("m2-delete", .ignoresIntent("retract")),
    ("m4-react", .ignoresIntent("react")),
    ("m3-reply", .ignoresIntent("saveDraft")),
    ("m5-styling", .misdraws("* Bo waves", as: "/me  waves")),
    ("m5-styling", .losesChange("arrived")),
    ("p7-day", .ignoresIntent("openSince")),
  ]

  @Test(arguments: flaws.indices)
  func `I7 a scene fails where the program is wrong`(index: Int) throws {
    let (name, flaw) = Self.flaws[index]
    let scene = try ShippedScenes.load(name)
    let folder = ScratchFolder()
    let error = #expect(throws: SceneError.self, "\(name) does not find \(flaw)") {
      var options = Performance.Options(folder: folder.path)
      options.interference = flaw.interference
      try Performance.play(scene, options)
    }
    guard case .failed = error else {
      Issue.record("\(String(describing: error)) is no expectation that does not hold")
      return
    }
  }

  @Test func `I7 every shipped scene has a flaw to find`() {
    #expect(Set(Self.flaws.map(\.scene)) == Set(ShippedScenes.names))
  }
}
