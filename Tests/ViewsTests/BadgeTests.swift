import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct BadgeTests {
  static let badges: [(DeliveryStatus, String, String)] = [
    (.queued, "⚠ Queued · will send when online", "⚠ "),
    (.sending, "Sending…", "…"),
    (.sent, "✓ sent", "✓ "),
    (.delivered, "✓✓ delivered", "✓✓ "),
    (.read, "✓✓ read", "✓✓r"),
    (.failed, "! Failed · Enter to retry", "! "),
  ]

  @Test(arguments: badges)
  func `S5 S7 every status stands on the message and in the list in words or signs`(
    status: DeliveryStatus, badge: String, glyph: String
  ) throws {
    var stage = Stage.conversation()
    if status == .queued { stage.snapshot[.first].connection = Stage.noLink }
    let message = Stage.message(6, "hello", mine: status)
    stage.snapshot.pane?.messages.append(message)
    stage.snapshot.chats[0].last = LastMessage(message)
    stage.update()
    let row = try #require(stage.rows.last { $0.contains("hello") })
    #expect(row.hasSuffix("┃ hello" + String(repeating: " ", count: 45 - badge.count) + badge))
    let item = try #require(stage.rows.first { $0.hasPrefix("▌  you: hello") })
    #expect(item.prefix(30).contains(glyph))
    stage.resize(100, 24)
    #expect(stage.rows.contains { $0.hasPrefix("▌● Bo Reyes") && $0.prefix(30).contains(glyph) })
  }

  @Test func `S5 I4 what is queued has a triangle, in ASCII an exclamation mark`() {
    #expect(Glyphs.unicode.warning == "⚠" && Glyphs.ascii.warning == "!")
    var stage = Stage.conversation(40, 12)
    stage.snapshot.pane?.messages += [
      Stage.message(6, String(repeating: "a", count: 33), mine: .queued),
      Stage.message(7, "b", mine: .sent),
    ]
    stage.update()
    #expect(
      stage.rows.contains { $0.contains("aaa") && $0.hasSuffix(" ⚠") },
      "where there is no room for words, too")
  }

  @Test(arguments: Theme.shippedNames)
  func `S5 one tick and two are gray, and two in the accent are read`(name: String) throws {
    let theme = try Theme.load(name: name)
    let (sent, delivered) = (theme.style(.statusSent), theme.style(.statusDelivered))
    let read = theme.style(.statusRead)
    #expect(delivered == sent && delivered.foreground == theme.style(.dim).foreground)
    #expect(read.foreground == theme.style(.accent).foreground && read != delivered)
  }

  @Test func `S5 O9 a sent message that the other's program does not confirm says so`() throws {
    var stage = Stage.conversation()
    let text = "hello " + String(repeating: "long ", count: 40)
    stage.snapshot.pane?.messages.append(
      Stage.message(6, text, mine: .sent, failure: "not confirmed by Bo"))
    stage.update()
    let row = try #require(stage.row(containing: "not confirmed by Bo · Enter sends it again"))
    #expect(stage.rows[row - 1].hasSuffix("✓?"))
  }

  @Test func `S5 a failed message says why`() throws {
    var stage = Stage.conversation()
    stage.snapshot.pane?.messages.append(
      Stage.message(6, "hello", mine: .failed, failure: "no such user"))
    stage.update()
    let row = try #require(stage.row(containing: "! Failed · Enter to retry"))
    #expect(stage.rows[row + 1].hasSuffix("no such user"))
  }

  @Test func `S2 an echo drawn before its commit says saving`() {
    var stage = Stage.conversation()
    var message = Stage.message(0, "hello", mine: .queued)
    message.isSaving = true
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    #expect(stage.rows.contains { $0.contains("hello") && $0.hasSuffix("saving") })
  }

  @Test(arguments: [100, 80, 40, 30])
  func `S3 a message keeps its rows and its text's place whatever its status becomes`(width: Int) {
    // As my newest it has words, else ticks.
    for isNewest in [true, false] { #expect(places(width, isNewest: isNewest).count == 1) }
  }

  private func places(_ width: Int, isNewest: Bool) -> Set<[Int]> {
    var stage = Stage.conversation(width, 24)
    let text = "zig zoom zoom zoom zoom zoom zoom zoom zoom zoom zoom zoom zag"
    let newer = isNewest ? [] : [Stage.message(10, "newer", mine: .sent)]
    var places: Set<[Int]> = []
    for status in [DeliveryStatus.queued, .sending, .sent, .delivered, .read] {
      stage.openPane([Stage.message(9, text, mine: status)] + newer)
      stage.update()
      let starts = stage.rows.map { row in
        row.ranges(of: "z").first.map { row.distance(from: row.startIndex, to: $0.lowerBound) }
          ?? -1
      }
      places.insert(starts)
    }
    return places
  }

  @Test func `S5 the words stand with my newest message alone, and with what is wrong`() throws {
    var stage = Stage.conversation()
    let statuses: [DeliveryStatus] = [.read, .delivered, .sent, .queued, .failed, .delivered]
    stage.openPane(
      statuses.enumerated().map { Stage.message(Int64($0) + 1, "message \($0).", mine: $1) }
        + [Stage.message(7, "an answer")])
    stage.update()
    let ends = ["✓✓", "✓✓", "✓", "⚠ Queued", "! Failed · Enter to retry", "✓✓ delivered"]
    func rest(_ number: Int) -> String {
      let row = stage.rows.first { $0.contains("message \(number).") } ?? ""
      return String(row.split(separator: ".").last ?? "").trimmingBlanks
    }
    for (number, end) in ends.enumerated() { #expect(rest(number) == end) }
    stage.snapshot.pane?.messages.append(Stage.message(8, "newer", mine: .sending))
    stage.update()
    #expect(rest(5) == "✓✓")
    #expect(stage.rows.contains { $0.contains("newer") && $0.hasSuffix(" Sending…") })
    // Further up the newest is not known.
    stage.snapshot.pane?.isEnd = false
    stage.update()
    stage.snapshot.pane?.messages[7].status = .read
    stage.update()
    #expect(stage.rows.contains { $0.contains("newer") && $0.hasSuffix(" ✓✓") })
  }

  @Test func `S6 a message being sent pulses, and nothing else wakes the program`() {
    var stage = Stage.conversation()
    #expect(stage.nextMotion == nil)
    stage.snapshot.pane?.messages.append(Stage.message(6, "hello", mine: .sending))
    stage.snapshot[.first].outbox.sending = 1
    stage.update()
    stage.wait(2000)
    #expect(stage.interface.nextWake == stage.uptime + 500)
    let bright = stage.surface
    stage.wait(500)
    #expect(stage.surface != bright)
    #expect(stage.text.contains("Sending…"))
    stage.snapshot.pane?.messages[5].status = .sent
    stage.snapshot[.first].outbox.sending = 0
    stage.update()
    #expect(stage.nextMotion == nil)
  }

  @Test func `S6 animations can be turned off`() {
    var stage = Stage.conversation()
    var still = Interface(theme: .plain, preferences: Preferences(animates: false))
    _ = still.handle(.resize(stage.size), snapshot: stage.snapshot, now: stage.now)
    stage.interface = still
    stage.snapshot.pane?.messages.append(Stage.message(6, "hello", mine: .sending))
    stage.snapshot[.first].outbox.sending = 1
    stage.update()
    stage.wait(5000)
    #expect(stage.nextMotion == nil)
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(drop { $0 == " " }) }
}
