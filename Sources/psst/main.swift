internal import CPlatform
internal import Files
internal import Glibc
internal import Pictures

if CommandLine.arguments.dropFirst().first == PictureReading.word {
  exit(PictureReading.main(Array(CommandLine.arguments.dropFirst(2))))
}
psst_prepare_memory()

// The words after the program's name, as the C library has them (execve(2)).
exit(
  Commands.main(Array(CommandLine.arguments.dropFirst()), openScreen: FullScreen.open).rawValue)
