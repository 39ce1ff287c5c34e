import Foundation
import Harness
import Testing

extension ServerTests {
  /// Two psst programs of one account whose user tells nobody what is read (C5, XEP-0490).
  @Suite struct TwoDevicesTests {
    @Test func `C5 D2 read on one is read on the other, and nobody else is told`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let invitation = try server.invite("ana")
      let homes = [try server.device(invitation), try server.device(invitation)]
      try read(on: homes, of: "ana@localhost", writtenBy: cy)
    }

    @Test(
      .enabled(if: NetworkLink.isPermitted, "this computer lets no test make a network"),
      arguments: NetworkedServer.Software.allCases)
    func `C5 D2 on a server on a network it is the same`(
      software: NetworkedServer.Software
    ) throws {
      guard software.isInstalled else {
        return print("\(software) is not installed: what psst promises on it is not tested here")
      }
      let server = try NetworkedServer(software)
      defer { server.close() }
      let cy = try server.contact()
      let homes = [server.home, try server.anotherHome()]
      try read(on: homes, of: "ana@\(NetworkedServer.domain)", writtenBy: cy)
    }

    @Test
    func
      `C5 what is pinned, muted, archived or marked as unread on one is so on the other, at once and later`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let invitation = try server.invite("ana")
      let homes = [try server.device(invitation), try server.device(invitation)]
      let phone = try homes[0].open("--account", "ana@localhost")
      var laptop = try homes[1].open("--account", "ana@localhost")
      for device in [phone, laptop] { try device.wait(for: "● online", bound: 20) }
      cy.send("marmalade", to: "ana@localhost", id: "m-1")
      for device in [phone, laptop] {
        try device.waitUntil("the count") { $0.countOfCy == "1" }
      }
      try open(phone)
      try order("pin this chat", phone)
      try laptop.waitUntil("the pin") { $0.isCyPinned }
      laptop.press(.control("c"), .control("c"))
      try laptop.waitForEnd()
      try order("pin this chat", phone)
      try order("mute this chat", phone)
      try phone.wait(for: "muted")
      laptop = try homes[1].open("--account", "ana@localhost")
      try laptop.wait(for: "● online", bound: 20)
      try open(laptop)
      try laptop.wait(for: "muted")
      try laptop.waitUntil("the pin's end") { !$0.isCyPinned }
      try order("mute this chat for", phone)
      for device in [phone, laptop] { try device.wait(for: "muted until ") }
      // Both have the chat open: it stays marked until one of them comes back to it.
      try order("mark this chat", phone)
      for device in [phone, laptop] { try device.waitUntil("the mark") { $0.isCyMarked } }
      try laptop.choose("notes")
      try laptop.wait(for: "Write to Notes")
      #expect(laptop.isCyMarked)
      try open(laptop)
      for device in [phone, laptop] { try device.waitUntil("the mark's end") { !$0.isCyMarked } }
      try order("unmute", phone)
      try laptop.waitUntil("alerts") { !$0.lines[1].contains("muted") }
      try order("archive this", phone)
      for device in [phone, laptop] { try device.wait(for: "Archived (1)") }
      cy.send("quince", to: "ana@localhost", id: "m-9")
      for device in [phone, laptop] {
        try device.wait(for: "quince")
        try device.waitUntil("its row") { !$0.contains("Archived") && $0.isCyNewest }
      }
    }

    private func order(_ words: String, _ device: TerminalSession) throws {
      try device.choose(words)
      try device.waitUntil("the palette's end") { !$0.lines.joined().contains(words) }
    }

    private func read(on homes: [PsstHome], of account: String, writtenBy cy: Peer) throws {
      for home in homes { try home.write("read-markers = false\n", to: "config/config.toml") }
      let phone = try homes[0].open("--account", account)
      var laptop = try homes[1].open("--account", account)
      for device in [phone, laptop] { try device.wait(for: "● online", bound: 20) }
      try phone.wait(for: "cy")
      cy.send("marmalade", to: account, id: "m-1")
      for device in [phone, laptop] {
        try device.waitUntil("the count") { $0.countOfCy == "1" }
      }
      try open(phone)
      try phone.wait(for: "marmalade")
      try laptop.waitUntil("the count's end") { $0.countOfCy == nil }

      laptop.press(.control("c"), .control("c"))
      try laptop.waitForEnd()
      for (index, text) in ["apricot", "quince"].enumerated() {
        cy.send(text, to: account, id: "m-\(index + 2)")
        try phone.wait(for: text)
      }
      try phone.waitUntil("the count's end") { $0.countOfCy == nil }
      phone.press(.control("c"), .control("c"))
      try phone.waitForEnd()
      laptop = try homes[1].open("--account", account)
      try laptop.wait(for: "● online", bound: 20)
      try laptop.waitUntil("the count's end") { $0.isCyNewest && $0.countOfCy == nil }
      #expect(!cy.events.contains { $0.event == "marker" })
    }

    private func open(_ device: TerminalSession) throws {
      try device.choose("cy")
      try device.wait(for: "Write to cy")
    }
  }
}

extension TerminalSession {
  /// The words of cy's row in the list: the dot, the name, the count where there is one, the time.
  private var rowOfCy: [Substring] {
    let rows = lines.map { $0.prefix(30).split(whereSeparator: { " ▌".contains($0) }) }
    return rows.first { $0.dropFirst().first == "cy" } ?? []
  }

  fileprivate var countOfCy: String? {
    rowOfCy.count == 4 ? rowOfCy[2].description : nil
  }

  fileprivate var isCyPinned: Bool { rowOfCy.contains("▴") }

  fileprivate var isCyMarked: Bool { rowOfCy.contains("•") }

  fileprivate var isCyNewest: Bool { rowOfCy.count >= 3 }
}
