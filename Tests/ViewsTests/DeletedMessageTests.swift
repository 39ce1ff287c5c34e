import Model
import Screen
import Store
import Testing

@testable import Views

/// Messages that are deleted for everyone (M2).
@Suite struct DeletedMessageTests {
  static let origin = MessageActionTests.origin

  /// A message that is deleted for everyone, or is to be.
  static func deleted(
    mine: Bool = true, by status: DeliveryStatus? = nil, failure: String? = nil,
    isErased: Bool? = nil, _ width: Int = 100, _ height: Int = 30
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    let isShown = status == .failed && isErased != true
    var message = Stage.message(6, isShown ? "the one" : "", mine: mine ? .read : nil)
    message.retract(
      .init(
        at: message.writtenAt,
        pending: status.flatMap {
          Message.Pending(originID: OriginID("d1"), status: $0, failure: failure)
        }, isErased: isErased ?? (status == nil)))
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  private func retraction(_ actions: [Action]) -> OriginID? {
    guard case .intent(.retract(let id, let new), _)? = actions.first, new.value.utf8.count == 36
    else { return nil }
    return id
  }

  @Test(arguments: [DeliveryStatus.sending, .sent, .delivered, .read])
  func `M2 d asks once, and then deletes for everyone what may have left`(
    status: DeliveryStatus
  ) {
    var stage = MessageActionTests.stage(status)
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("Delete for everyone?") && stage.text.contains("\"the one\""))
    #expect(stage.press(Key(.escape)).isEmpty)
    #expect(!stage.text.contains("Delete for everyone?"))
    stage.press(.char("d"))
    #expect(retraction(stage.press(Key(.enter))) == Self.origin)
    #expect(!stage.text.contains("Delete for everyone?"))
  }

  @Test func `M2 what waits may have left before, and is deleted as it then must be`() {
    var stage = MessageActionTests.stage(.queued)
    stage.press(.char("d"))
    #expect(stage.text.contains("Delete this message? It has not been sent."))
    #expect(retraction(stage.press(Key(.enter))) == Self.origin)
  }

  @Test func `M2 another's message is not deleted, and it is said`() {
    var stage = MessageActionTests.stage(nil)
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.toldRow.contains("Only a message of yours can be deleted for everyone."))
  }

  @Test func `M2 who deleted it stands in its place, dim and slanted, and no status`() throws {
    let mine = Self.deleted()
    let row = try #require(mine.row(containing: "You deleted this message"))
    #expect(mine.rows[row].hasSuffix("You deleted this message"))
    var drawn = try StylingTests.stage([])
    drawn.openPane(mine.snapshot.pane?.messages ?? [])
    var style = drawn.interface.appearance.look.style(.dim)
    style.isItalic = true
    #expect(try StylingTests.styles("You deleted this message", drawn) == [style])
    #expect(Self.deleted(mine: false).text.contains("Bo deleted this message"))
  }

  @Test(arguments: [
    (DeliveryStatus.queued, "Delete queued"), (.sending, "Deleting…"),
  ])
  func `M2 M7 how far the deletion is stands where the status stood`(
    status: DeliveryStatus, words: String
  ) throws {
    let stage = Self.deleted(by: status)
    let wide = status == .queued ? words + " · after older messages" : words
    #expect(Self.deleted(by: status, 140, 30).text.contains(wide))
    let row = try #require(stage.row(containing: "You deleted this message"))
    #expect(stage.rows[row].hasSuffix(words))
    #expect(!stage.text.contains("the one"))
  }

  @Test(arguments: [false, true])
  func `M2 M7 a deletion that failed shows the message where it is there, and Enter retries`(
    isErased: Bool
  ) {
    var stage = Self.deleted(by: .failed, failure: "not allowed", isErased: isErased)
    #expect(stage.text.contains("! Delete failed · Enter to retry"))
    #expect(stage.text.contains("not allowed"))
    #expect(stage.text.contains("the one") == !isErased)
    #expect(stage.text.contains("You deleted this message") == isErased)
    stage.press(Key(.escape))
    #expect(stage.rows[29].contains("Enter retry"))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("d1")))])
  }

  @Test func `M2 O9 a deletion that nobody confirms says so, and Enter sends it again`() {
    var stage = Self.deleted(by: .sent, failure: "not confirmed by Bo", isErased: true)
    let row = stage.row(containing: "┃ deletion not confirmed by Bo")
    #expect(row.map { stage.rows[$0 + 1].hasSuffix("┃ Enter sends it again") } == true)
    stage.resize(140, 30)
    #expect(stage.text.contains("deletion not confirmed by Bo · Enter sends it again"))
    stage.resize(100, 30)
    stage.press(Key(.escape))
    #expect(stage.rows[29].contains("Enter send again"))
    #expect(stage.press(Key(.enter)) == [.intent(.retry(OriginID("d1")))])
  }

  @Test func `M2 nothing is done with the text of what was deleted`() {
    var stage = Self.deleted()
    stage.press(Key(.escape))
    for key in ["r", "e", "o", "y", "d"] as [Character] {
      #expect(stage.press(.char(key)).isEmpty, "\(key)")
      #expect(stage.toldRow.contains("This message was deleted."), "\(key)")
      #expect(stage.interface.drafts.composer.buffer.isEmpty)
    }
    #expect(stage.wait(5000).isEmpty)
    for word in ["reply", "edit", "copy", "delete"] { #expect(!stage.rows[29].contains(word)) }
    #expect(stage.press(Key(.enter)) == [.intent(.openInfo(Self.origin))])
  }

  @Test func `M2 Up in an empty composer edits the message before it`() {
    var stage = Self.deleted()
    stage.press(Key(.up))
    #expect(stage.interface.drafts.composer.text == "v2 attached")
  }

  @Test func `M2 info tells that it was deleted, and no text or version`() {
    var stage = Self.deleted()
    stage.press(Key(.escape))
    stage.press(.char(" "))
    var message = Stage.message(6, "", mine: .read)
    message.retract(.init(at: message.writtenAt, isErased: true))
    stage.snapshot.life = MessageLife(
      message: message, events: [LifeEvent(at: message.writtenAt, .retracted)])
    stage.update()
    #expect(stage.text.contains("You deleted this message"))
    #expect(stage.text.contains("deleted for everyone"))
    #expect(!stage.text.contains("Versions") && !stage.text.contains("\"\""))
    var theirs = Self.deleted(mine: false)
    theirs.press(Key(.escape))
    theirs.press(.char(" "))
    #expect(theirs.text.contains("deleted  Tue 12 May 14:02:00"))
    #expect(!theirs.text.contains("said "))
  }

  @Test func `M2 A1 the notice of a message goes with it`() {
    var stage = AlertTests.stage()
    stage.send(.focus(false))
    #expect(AlertTests.arrive("first", from: Stage.cy, at: &stage) == ["Cy: first"])
    #expect(AlertTests.arrive("secret", from: Stage.cy, at: &stage).isEmpty)
    #expect(stage.toldRow.contains("Cy: 2 messages"))
    stage.events = [.deleted(Set([101, 102].map { MessageID(row: $0, of: .first) }))]
    stage.update()
    #expect(!stage.text.contains("Cy: 2 messages"))
    #expect(AlertTests.told(stage.wait(Timing.alert)).isEmpty)
    #expect(!stage.text.contains("Cy: "))
  }

  @Test func `M2 O6 the review names a deletion, which has no text to edit`() {
    var stage = Stage.conversation()
    let entry = OutboxEntry(
      sequence: 1, chat: Stage.bo, originID: OriginID("d1"), text: "the one", state: .queued,
      attempts: 0, lastError: nil, queuedAt: Stage.noon, amendment: .retraction(of: "origin-6"))
    stage.press(.alt("q"))
    stage.snapshot[.first].outbox = OutboxCounts(queued: 1)
    stage.snapshot.queue = OpenQueue(entries: [entry])
    stage.update()
    #expect(stage.text.contains("delete: the one"))
    #expect(stage.press(.char("e")).isEmpty)
    #expect(stage.text.contains("A deletion has no text to edit."))
    stage.press(.char("d"))
    #expect(stage.text.contains("\"delete: the one\""))
  }
}
