internal import Glibc

/// What the disk alone takes for what a commit writes (fdatasync(2)).
struct DiskProbe {
  var path: String

  func run(_ count: Int) throws -> Percentiles {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchError("cannot make \(path): errno \(errno)") }
    defer { close(file) }
    let block = [UInt8](repeating: 7, count: 65_536)
    var times: [Double] = []
    for number in 0..<count {
      times.append(
        Stopwatch.milliseconds {
          _ = pwrite(file, block, block.count, off_t(number % 16 * block.count))
          _ = fdatasync(file)
        })
    }
    return Percentiles(times)
  }
}
