/// The one thread on which tests talk to sockets of their own, blocking (accept(2), recv(2)).
@globalActor public actor SocketThread {
  public static let shared = SocketThread()

  private let thread = BlockingThread("sockets")

  nonisolated public var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
}
