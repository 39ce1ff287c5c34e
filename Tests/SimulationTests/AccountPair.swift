import Foundation
import Model
import Simulation
import Synchronization

/// One virtual time for the worlds of two accounts of one program, each of which is on a thread: whose next event is the
/// earlier one goes on. What their engines tell is written down in the order in which it happens.
final class SharedTime: Sendable {
  struct Told: Sendable {
    let account: AccountID
    let changes: [Change]
  }

  private enum Place {
    case running
    case waiting(Int64)
    case gone
  }

  private struct State {
    var places: [Place]
    var told: [Told] = []
  }

  private let turn = NSCondition()
  private let state: Mutex<State>

  init(accounts: Int) { state = Mutex(State(places: Array(repeating: .running, count: accounts))) }

  var told: [Told] { state.withLock { $0.told } }

  /// What the world of one of them is given.
  func seat(of account: AccountID) -> any Company { Seat(account: account, time: self) }

  private struct Seat: Company {
    let account: AccountID
    let time: SharedTime

    func awaitTurn(at time: Int64) { self.time.wait(account, at: time) }

    func tell(_ changes: [Change]) {
      time.state.withLock { $0.told.append(Told(account: account, changes: changes)) }
    }

    func leave() { time.leave(account) }
  }

  private func wait(_ account: AccountID, at time: Int64) {
    turn.lock()
    defer { turn.unlock() }
    set(.waiting(time), account)
    while !isFirst(account, at: time) { turn.wait() }
    set(.running, account)
  }

  private func leave(_ account: AccountID) {
    turn.lock()
    defer { turn.unlock() }
    set(.gone, account)
  }

  private func set(_ place: Place, _ account: AccountID) {
    state.withLock { $0.places[account.index] = place }
    turn.broadcast()
  }

  private func isFirst(_ account: AccountID, at time: Int64) -> Bool {
    state.withLock { state in
      state.places.indices.allSatisfy { other in
        switch state.places[other] {
        case _ where other == account.index: true
        case .gone: true
        case .running: false
        case .waiting(let theirs): (time, account.index) < (theirs, other)
        }
      }
    }
  }
}

/// Two accounts, on two servers, and their lives: in one program, and each in one of its own.
struct AccountPair: Sendable {
  static let accounts = [AccountID.first, AccountID(1)]

  let seed: UInt64
  let together: [Outcome]
  let alone: [Outcome]
  /// What the program with both was told, and what those with one were.
  let toldTogether: [SharedTime.Told]
  let toldAlone: [[SharedTime.Told]]

  /// The first account's server is gone for minutes or an hour in half of the seeds.
  static func scenarios(_ seed: UInt64) -> [Scenario] {
    var random = SeededRandom(seed: seed, stream: 16)
    let first = Scenario(seed: seed)
    let second = first.beside(seed: seed + 1_000_000_000)
    guard random.chance(50) else { return [first, second] }
    let down = random.within(300_000...3_600_000)
    return [first.losingServer(at: random.within(8_000...first.faultPhase), for: down), second]
  }

  static func live(_ seed: UInt64, folder: String, keepsStory: Bool = false) -> AccountPair {
    let scenarios = scenarios(seed)
    func options(_ company: any Company) -> World.Options {
      var options = World.Options(folder: folder, keepsStory: keepsStory)
      options.company = company
      return options
    }
    let time = SharedTime(accounts: 2)
    let ends = Mutex<[Int: Outcome]>([:])
    let done = DispatchGroup()
    for (place, scenario) in scenarios.enumerated() {
      let options = options(time.seat(of: accounts[place]))
      done.enter()
      Seeds.begin {
        let outcome = World.run(scenario, options)
        ends.withLock { $0[place] = outcome }
        done.leave()
      }
    }
    done.wait()
    let own = scenarios.map { scenario in
      let time = SharedTime(accounts: 1)
      return (World.run(scenario, options(time.seat(of: .first))), time.told)
    }
    return AccountPair(
      seed: seed, together: ends.withLock { ends in scenarios.indices.map { ends[$0]! } },
      alone: own.map(\.0), toldTogether: time.told, toldAlone: own.map(\.1))
  }
}
