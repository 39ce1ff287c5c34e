import Model
import Simulation
import Store
import Testing

/// Budget: forty seconds for 60 seeds on two cores.
@Suite struct `Two accounts in one program` {
  /// Seeds that failed once. They stay for ever.
  static let kept: [UInt64] = []

  /// `PSST_ACCOUNT_SEEDS`: how many.
  @Test(.enabled(if: Seeds.single == nil))
  func `C1 O3 O9 T1 neither account loses, repeats or reorders anything, nor waits for the other`()
    async throws
  {
    let seeds = (0..<UInt64(Seeds.accounts)).map { Seeds.first + $0 } + Self.kept
    var outcomes: [[Outcome]] = []
    // What programs were told of many lives would fill the memory.
    for start in stride(from: 0, to: seeds.count, by: 20) {
      let part = Array(seeds[start..<min(start + 20, seeds.count)])
      outcomes += await judge(part)
    }
    let messages = outcomes.joined().reduce(0) { $0 + $1.messages }
    let minutes = outcomes.map { $0.map { $0.virtualTime / 60_000 } }
    let longest = minutes.max { $0[0] - $0[1] < $1[0] - $1[1] } ?? []
    print(
      "simulated \(outcomes.count) pairs of accounts, \(messages) messages; at most one was done "
        + "after \(longest) min")
  }

  private func judge(_ seeds: [UInt64]) async -> [[Outcome]] {
    let pairs = await Seeds.each(seeds) { seed, folder in
      let pair = AccountPair.live(seed, folder: folder)
      guard pair.together.contains(where: { !$0.violations.isEmpty }) else { return pair }
      return AccountPair.live(seed, folder: folder, keepsStory: true)
    }
    for pair in pairs {
      for (together, alone) in zip(pair.together, pair.alone) {
        if !together.violations.isEmpty { Issue.record("\(pair.seed): \(together.report)") }
        // The same bytes at the same times, and the same on all disks: as if the other were not there.
        let isSame = together.hash == alone.hash && together.virtualTime == alone.virtualTime
        #expect(isSame, "\(pair.seed): an account fares otherwise beside another one")
        let isKept = together.dump == alone.dump
        #expect(isKept, "\(pair.seed): the disks differ")
      }
      await Self.compare(pair)
    }
    return pairs.map(\.together)
  }

  /// One store shows of each account what a store of its own does.
  @MainActor private static func compare(_ pair: AccountPair) {
    let both = store(of: 2, pair.toldTogether)
    for account in AccountPair.accounts {
      let own = store(of: 1, pair.toldAlone[account.index])
      let isSame = both.accounts[account.index] == own.accounts[0]
      #expect(isSame, "\(pair.seed): what is shown of account \(account.index) differs")
      let chats = both.chats.filter { $0.account == account }
      #expect(chats.map(\.jid) == own.chats.map(\.jid), "\(pair.seed): the list differs")
      #expect(chats.map(\.unread) == own.chats.map(\.unread), "\(pair.seed): unread differs")
      #expect(
        chats.map { $0.last?.originID } == own.chats.map { $0.last?.originID }
          && chats.map { $0.last?.status } == own.chats.map { $0.last?.status },
        "\(pair.seed): the newest messages differ")
    }
    #expect(
      both.unread == both.chats.reduce(0) { $0 + $1.unread }
        && both.chats.count == Set(both.chats.map(\.id)).count,
      "\(pair.seed): the list of both has something twice")
  }

  @MainActor private static func store(of count: Int, _ told: [SharedTime.Told]) -> Snapshot {
    let store = AppStore(accounts: (0..<count).map { _ in AccountState(ana) }) { _, _ in }
    for told in told { store.apply(told.changes, of: told.account) }
    return store.snapshot
  }

  /// Both accounts have the same address: nothing but the account tells them apart.
  private static let ana = JID("ana@sim.example")!
}
