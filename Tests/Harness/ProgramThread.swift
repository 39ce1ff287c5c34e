import Dispatch
import Glibc

/// The one thread on which tests drive programs. Its tests wait by blocking in poll(2): on a thread of
/// their own, so that they never hold one of the few that all other tests share, and one at a time.
@globalActor public actor ProgramThread {
  public static let shared: ProgramThread = {
    // A program that has ended, and is still written to, must not end the test runner (pipe(7)).
    signal(SIGPIPE, SIG_IGN)
    return ProgramThread()
  }()

  private let executor = QueueExecutor()

  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "programs")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
