import Foundation

/// A thread for tests that wait by blocking: all other tests share few threads, and what is under test may
/// need those, too, to go on at all.
final class BlockingThread: SerialExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  init(_ name: String) {
    let thread = Thread { [unowned self] in self.run() }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  private func run() {
    while true { next().runSynchronously(on: asUnownedSerialExecutor()) }
  }

  private func next() -> UnownedJob {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}
