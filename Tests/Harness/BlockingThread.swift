import Foundation
public import Testing

/// Runs a suite's tests on a thread of their own, where they may wait by blocking in poll(2): all other tests
/// share few threads, and what is under test may need those, too, to go on at all.
public struct BlockingThread: SuiteTrait, TestTrait, TestScoping {
  private let executor: BlockingExecutor

  /// Every test of the suites in it gets it too.
  public var isRecursive: Bool { true }

  fileprivate init(_ executor: BlockingExecutor) {
    // A program that has ended, and is still written to, must not end the test runner (pipe(7)).
    signal(SIGPIPE, SIG_IGN)
    self.executor = executor
  }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == BlockingThread {
  /// All suites that name the same thread take turns on it.
  public static func thread(_ executor: BlockingExecutor) -> Self { BlockingThread(executor) }
}

/// Runs one job after the other on one thread.
public final class BlockingExecutor: TaskExecutor, @unchecked Sendable {
  public static let terminals = BlockingExecutor("terminals")
  public static let servers = BlockingExecutor("servers")
  public static let trials = BlockingExecutor("trials")
  public static let sockets = BlockingExecutor("sockets")

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(_ name: String) {
    let thread = Thread { [unowned self] in self.run() }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func run() {
    while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}
