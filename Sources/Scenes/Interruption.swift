internal import Glibc

/// A signal that asks the program to end: the play is left as by its viewer, with nothing left behind.
public enum Interruption {
  /// The viewer, or a signal, ended the play; 0 where it was no signal.
  public struct Left: Error, Sendable {
    public var signal: Int32
  }

  /// Written by a signal handler.
  fileprivate nonisolated(unsafe) static var caught: Int32 = 0

  /// From now on such signals are noticed at the next step of a play.
  public static func watch() {
    var action = sigaction()
    // Without SA_RESTART: whoever waits is woken.
    action.__sigaction_handler.sa_handler = { Interruption.caught = $0 }
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaction(number, &action, nil) }
  }

  static func check() throws {
    if caught != 0 { throw Left(signal: caught) }
  }

  /// Ends the process as the signal would have.
  public static func end(by number: Int32) {
    signal(number, SIG_DFL)
    raise(number)
  }
}
