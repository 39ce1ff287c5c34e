import Glibc

/// The one thread on which tests drive programs. They wait by blocking in poll(2), one at a time.
@globalActor public actor ProgramThread {
  public static let shared: ProgramThread = {
    // A program that has ended, and is still written to, must not end the test runner (pipe(7)).
    signal(SIGPIPE, SIG_IGN)
    return ProgramThread()
  }()

  private let thread = BlockingThread("programs")

  nonisolated public var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
}
