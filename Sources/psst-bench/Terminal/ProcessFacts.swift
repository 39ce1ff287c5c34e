internal import Glibc

/// What the kernel says about a process (proc(5)).
struct ProcessFacts {
  let process: Int32

  /// Resident memory in MB, shared pages included.
  var resident: Double { Double(number("VmRSS:", in: "/proc/\(process)/status")) / 1024 }

  /// The most resident memory in MB that it has had.
  var peak: Double { Double(number("VmHWM:", in: "/proc/\(process)/status")) / 1024 }

  /// Resident memory in MB that is its own.
  var ownMemory: Double { Double(number("RssAnon:", in: "/proc/\(process)/status")) / 1024 }

  /// How often each of its threads has given the processor up by itself: each wake-up ends so.
  var sleeps: [String: Int] {
    threads.reduce(into: [:]) {
      $0[$1] = number("voluntary_ctxt_switches:", in: "/proc/\(process)/task/\($1)/status")
    }
  }

  /// Wake-ups since an earlier ``sleeps``, of the threads that are there.
  func wakeUps(since before: [String: Int]) -> Int {
    sleeps.reduce(0) { $0 + $1.value - before[$1.key, default: 0] }
  }

  /// Milliseconds all its threads have run.
  var runTime: Double {
    threads.reduce(0) { sum, thread in
      let words = text("/proc/\(process)/task/\(thread)/schedstat").split(separator: " ")
      return sum + (words.first.flatMap { Double($0) } ?? 0) / 1e6
    }
  }

  private var threads: [String] {
    guard let folder = opendir("/proc/\(process)/task") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.first?.isNumber == true { names.append(name) }
    }
    return names
  }

  private func number(_ label: String, in path: String) -> Int {
    for line in text(path).split(separator: "\n") where line.hasPrefix(label) {
      let words = line.dropFirst(label.count).split { $0 == " " || $0 == "\t" }
      return words.first.flatMap { Int($0) } ?? 0
    }
    return 0
  }

  private func text(_ path: String) -> String {
    String(decoding: SmallFile.read(path) ?? [], as: UTF8.self)
  }
}
