import Model
import Screen
import Store
import Testing

@testable import Views

/// What the names of those who speak in a group are written in.
@Suite struct SpeakerColorTests {
  private static func stage() throws -> Stage {
    var stage = Stage.conversation()
    stage.interface.draw(in: try Theme.load(name: "nord"), of: .shipped)
    stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .room, name: "team")
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: .joined, nick: "me",
      occupants: ["Bert", "Ulla", "me"].map { .init(nick: $0) })
    stage.openPane(
      ["Bert", "Ulla", nil, "Bert"].enumerated().map { index, nick in
        var message = Stage.message(
          Int64(index + 1), "text \(index)", mine: nick == nil ? .sent : nil)
        if let nick { message.sender = Stage.bo.with(resource: nick)! }
        return message
      })
    stage.update()
    return stage
  }

  /// Of the first letter of a word in a row of the screen.
  private static func color(of word: String, inRow part: String, _ stage: Stage) throws -> Color? {
    let row = try #require(stage.row(containing: part))
    let surface = stage.surface
    let text = surface.text(row: row)
    let end = try #require(text.firstRange(of: word)?.lowerBound)
    return surface[text.distance(from: text.startIndex, to: end), row].style.foreground
  }

  @Test func `G5 each who speaks in a group has a colour, and I have mine as everywhere`() throws {
    let stage = try Self.stage()
    let theme = try Theme.load(name: "nord")
    let bert = try Self.color(of: "Bert", inRow: "text 0", stage)
    #expect(bert == theme.color(ofName: "Bert") && bert != nil)
    #expect(try Self.color(of: "Bert", inRow: "text 3", stage) == bert)
    #expect(try Self.color(of: "Ulla", inRow: "text 1", stage) != bert)
    let mine = theme.style(.messageMine, on: nil).foreground
    #expect(try Self.color(of: "you", inRow: "text 2", stage) == mine)
  }

  @Test func `G5 the bar beside every row is in the colour of who speaks`() throws {
    var stage = try Self.stage()
    let theme = try Theme.load(name: "nord")
    stage.snapshot.pane?.messages[0].content = .text("text 0\nbelow")
    stage.update()
    for part in ["text 0", "below", "text 3"] {
      #expect(
        try Self.color(of: "┃", inRow: part, stage) == theme.color(ofName: "Bert"), "\(part)")
    }
    let mine = theme.style(.messageMine, on: nil).foreground
    #expect(try Self.color(of: "┃", inRow: "text 2", stage) == mine)
    #expect(try Self.color(of: "┃", inRow: "text 1", stage) == theme.color(ofName: "Ulla"))
  }

  @Test func `in the list of who is there each has the same colour`() throws {
    var stage = try Self.stage()
    let ulla = try Self.color(of: "Ulla", inRow: "text 1", stage)
    stage.press(.alt("p"))
    #expect(try Self.color(of: "Ulla", inRow: "● Ulla", stage) == ulla)
    let own = try Theme.load(name: "nord").style(.dialog, on: nil).foreground
    #expect(try Self.color(of: "me", inRow: "● me", stage) == own)
  }

  @Test func `in a chat with one person the other's name is as the theme has it`() throws {
    var stage = Stage.conversation()
    stage.interface.draw(in: try Theme.load(name: "nord"), of: .shipped)
    stage.update()
    let other = try Theme.load(name: "nord").style(.messageOther, on: nil).foreground
    #expect(try Self.color(of: "Bo", inRow: "thx", stage) == other)
  }
}
