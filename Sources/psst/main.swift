internal import Glibc

// The words after the program's name, as the C library has them (execve(2)).
exit(
  Commands.main(Array(CommandLine.arguments.dropFirst())) { _, _ in
    Output.complain("psst: the full screen is not part of this build; --plain works")
    return .failed
  }.rawValue)
