import Model
import Screen
import Store
import Testing

@testable import Views

/// Several messages are marked by `v`, and copied or deleted together.
@Suite struct MarkedMessageTests {
  /// The last three are mine: sent, failed and queued; the one before is Bo's.
  private static func stage() -> Stage {
    var stage = Stage.conversation()
    let all: [(Int64, String, DeliveryStatus?)] = [
      (6, "theirs", nil), (7, "sent one", .sent), (8, "failed one", .failed),
      (9, "queued one", .queued),
    ]
    for (id, text, status) in all {
      stage.snapshot.pane?.messages.append(Stage.message(id, text, mine: status))
    }
    stage.update()
    stage.press(Key(.escape))
    return stage
  }

  private static func mark(_ count: Int, in stage: inout Stage) {
    for _ in 0..<count { stage.press(.char("v"), Key(.up)) }
  }

  @Test func `I1 I2 what is marked is seen without colour, and Esc takes the marks first`() throws {
    var stage = Self.stage()
    Self.mark(2, in: &stage)
    let row = try #require(stage.row(containing: "failed one"))
    #expect(stage.rows[row].contains("│■"))
    #expect(stage.rows[29].contains("y copy 2") && stage.rows[29].contains("d delete 2"))
    stage.press(.char("v"))
    #expect(stage.rows[29].contains("d delete 3"))
    stage.press(.char("v"))
    #expect(stage.rows[29].contains("d delete 2"))
    stage.press(Key(.escape))
    #expect(!stage.text.contains("■"))
    #expect(stage.rows[29].contains("r reply"))
  }

  @Test func `M5 what is marked is copied in its order, with when and by whom it was said`() throws
  {
    var stage = Self.stage()
    Self.mark(4, in: &stage)
    let actions = stage.press(.char("y"))
    guard case .copy(let text)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasSuffix(" Bo: theirs") && lines[3].hasSuffix(" you: queued one"))
    #expect(lines[0].hasPrefix("Tue 12 May "))
    #expect(stage.text.contains("4 messages copied."))
    #expect(!stage.text.contains("■"))
  }

  @Test func `M2 O7 marked messages are deleted after one question, each as it can be`() {
    var stage = Self.stage()
    Self.mark(4, in: &stage)
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("Delete 3 messages for everyone?"))
    #expect(stage.text.contains("\"sent one\"") && !stage.text.contains("\"theirs\""))
    #expect(stage.text.contains("1 message of others stays."))
    let actions = stage.press(Key(.enter))
    #expect(actions.contains(.intent(.cancel(OriginID("origin-8")))))
    for id in ["origin-7", "origin-9"] {
      let isRetracted = actions.contains { action in
        if case .intent(.retract(let origin, _), _) = action {
          origin == OriginID(id)
        } else {
          false
        }
      }
      #expect(isRetracted, "\(id): \(actions)")
    }
    #expect(actions.count == 3)
    #expect(!stage.text.contains("■"))
  }

  @Test func `M2 of those who cannot be deleted it is said why, and what is deleted stays so`() {
    var stage = Self.stage()
    stage.press(Key(.up), Key(.up), Key(.up), .char("v"))
    #expect(stage.rows[29].contains("y copy 1") && !stage.rows[29].contains("d delete"))
    #expect(stage.press(.char("d")).isEmpty)
    #expect(stage.text.contains("Only a message of yours can be deleted for everyone."))
  }

  @Test func `O7 what was not sent is deleted by a question that says so`() {
    var stage = Self.stage()
    Self.mark(2, in: &stage)
    stage.press(.char("d"))
    #expect(stage.text.contains("Delete 2 messages? They have not been sent."))
  }
}
