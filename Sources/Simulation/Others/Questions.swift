/// How often the archive is asked: each question can cost the server its whole archive.
final class Questions {
  /// A stream may begin with so many that bring it to the end of the archive, …
  static let atOnce = 8
  /// … and has one more for so many milliseconds.
  static let pause: Int64 = 3_000

  private unowned let world: World
  /// By the name of the stream: since when, and how many.
  private var asked: [String: (since: Int64, count: Int)] = [:]

  init(world: World) { self.world = world }

  /// What is newer was asked for, and the answer is the end of the archive.
  func reachedEnd(_ device: String, stream: Int) {
    guard world.has(.costlyArchive) else { return }
    let name = "\(device) \(stream)"
    let (since, count) = asked[name] ?? (world.now, 0)
    asked[name] = (since, count + 1)
    let most = Self.atOnce + Int((world.now - since) / Self.pause)
    guard count == most else { return }
    world.report(
      .wasteful,
      "\(device) asks its archive the \(count + 1)th time in \(world.now - since) ms")
  }
}
