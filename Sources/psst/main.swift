internal import CPlatform
internal import Files
internal import Glibc

psst_prepare_memory()

// The words after the program's name, as the C library has them (execve(2)).
exit(
  Commands.main(Array(CommandLine.arguments.dropFirst()), openScreen: FullScreen.open).rawValue)
