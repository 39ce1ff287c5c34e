import Model
import Scratch
import Testing
import XMPP

@testable import Sync

/// An archive that lost what it had kept last while psst was away, as one that was put back from a copy.
@Suite struct LostEndTests {
  struct Loss: CustomTestStringConvertible, Sendable {
    var isRoom: Bool
    /// See ``ModelServer/idsAreTimes``.
    var idsAreTimes: Bool
    /// How many were lost, of a hundred.
    var lost: Int
    /// How many came since.
    var new: Int

    var testDescription: String {
      "\(isRoom ? "a group" : "two people"), \(idsAreTimes ? "times" : "ids"), \(lost) lost, \(new) new"
    }
  }

  static let losses = [true, false].flatMap { isRoom in
    [true, false].flatMap { idsAreTimes in
      [1, 60].flatMap { lost in
        [1, 130].map { Loss(isRoom: isRoom, idsAreTimes: idsAreTimes, lost: lost, new: $0) }
      }
    }
  }

  private func say(_ number: Int, in rig: Rig, _ loss: Loss, isLive: Bool) {
    guard loss.isRoom else {
      return rig.server.deliver("\(number)", id: "x\(number)", from: bo, isLive: isLive)
    }
    let said = rig.server.room.say("\(number)", id: OriginID(named: "x\(number)"), as: "bo")
    if isLive { rig.server.tell(.message(said)) }
  }

  @Test(arguments: losses)
  func `T1 O9 what came after an archive lost its end stands behind what was here`(
    loss: Loss
  ) throws {
    let rig = try loss.isRoom ? RoomTests.joined() : Rig.online()
    rig.server.idsAreTimes = loss.idsAreTimes
    rig.server.room.isTimed = true
    for number in 1...100 { say(number, in: rig, loss, isLive: true) }
    rig.run()
    rig.pass(60_000)
    rig.cut()
    if loss.isRoom {
      rig.server.room.forgetNewest(loss.lost)
    } else {
      rig.server.forgetNewest(loss.lost)
    }
    for number in 101...100 + loss.new { say(number, in: rig, loss, isLive: false) }
    rig.link()
    rig.run()
    rig.pass(60_000)
    let chat = loss.isRoom ? team : bo
    #expect(try rig.texts(chat) == (1...100 + loss.new).map(String.init))
    say(0, in: rig, loss, isLive: true)
    rig.run()
    rig.pass(60_000)
    #expect(try rig.texts(chat).last == "0")
  }
}
