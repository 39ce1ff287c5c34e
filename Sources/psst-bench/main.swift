internal import Glibc

do {
  try BenchCommand(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  let words = (error as? BenchError)?.words ?? "\(error)"
  let line = Array("psst-bench: \(words)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(1)
}
