/// What the program says to its caller when it ends.
public enum ExitCode: Int32, Sendable {
  case done = 0
  case failed = 1
  /// The command line was not understood (the convention of getopt programs).
  case usage = 2
  /// Nothing is wrong, but not everything is done: a message stays queued (`EX_TEMPFAIL`, sysexits(3)).
  case tryAgain = 75
}
