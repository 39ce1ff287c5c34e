internal import Files
internal import Glibc
internal import Plain
internal import Scenes
internal import Screen

/// `psst demo`: plays scenes. Nothing of the user's is read or written, and no network is used.
@MainActor struct Demo {
  private let arguments: Arguments
  private let seed: UInt64

  init(_ arguments: Arguments) throws(Failure) {
    self.arguments = arguments
    let text = arguments.options["seed"] ?? "1"
    guard let seed = UInt64(text) else { throw .usage("--seed needs a number, not \"\(text)\"") }
    self.seed = seed
  }

  func run() throws -> ExitCode {
    try refuseIdle()
    if arguments.has("list") { return list() }
    if arguments.has("words") { return Output.say(SceneManual.lines) }
    let speed = try speed
    Interruption.watch()
    do {
      return try perform(at: speed)
    } catch let left as Interruption.Left {
      if left.signal != 0 { Interruption.end(by: left.signal) }
      return .done
    }
  }

  /// Scenes that nobody would look at.
  private func refuseIdle() throws {
    let names = arguments.operands
    for option in ["list", "words"] where arguments.has(option) && !names.isEmpty {
      throw Failure.usage("psst demo --\(option) takes no scene, and \(names[0]) is one")
    }
    for option in ["record", "picture"] where arguments.has(option) && names.count > 1 {
      throw Failure.usage("psst demo --\(option) takes one scene, and \(names[1]) is another")
    }
  }

  private func perform(at speed: Double) throws -> ExitCode {
    if arguments.has("check") { return try check() }
    let scenes = try scenes(or: ["tour"])
    if arguments.has("record") || arguments.has("picture") { return try record(scenes[0], speed) }
    return try play(scenes, speed)
  }

  private func play(_ scenes: [Scene], _ speed: Double) throws -> ExitCode {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else {
      throw Failure("there is no terminal to play on; --check and --record need none")
    }
    let isColorless = !(ProcessEnvironment.variable("NO_COLOR") ?? "").isEmpty
    let player = try ScreenPlayer(speed: speed, isColorless: isColorless)
    defer { player.close() }
    for scene in scenes {
      try Performance.play(
        fitted(scene, into: player.room),
        .init(seed: seed, folder: Self.folder, depth: player.depth), onFrame: player.show)
    }
    try player.finish()
    return .done
  }

  /// In a terminal that is too small for it a scene is played at the terminal's size, where all that it expects
  /// holds at that size, too; else a part of it is seen.
  private func fitted(_ scene: Scene, into room: Size) throws -> Scene {
    let size = scene.screen
    guard size.width > room.width || size.height > room.height else { return scene }
    var smaller = scene
    smaller.screen = Size(
      width: min(size.width, room.width), height: min(size.height, room.height))
    do {
      try Performance.play(smaller, .init(seed: seed, folder: Self.folder))
      return smaller
    } catch is SceneError {
      return scene
    }
  }

  private func record(_ scene: Scene, _ speed: Double) throws -> ExitCode {
    let recording = try Recording(of: scene, .init(seed: seed, folder: Self.folder))
    if let path = arguments.options["record"] {
      try write(recording.asciicast(speed: speed), to: path)
    }
    guard let path = arguments.options["picture"] else { return .done }
    guard let caption = arguments.options["still"] else {
      try write(recording.movie(speed: speed), to: path)
      return .done
    }
    guard let picture = recording.still(at: caption) else {
      throw Failure("no caption of the scene has \"\(caption)\"")
    }
    try write(picture, to: path)
    return .done
  }

  private var speed: Double {
    get throws {
      guard let text = arguments.options["speed"] else { return 1 }
      guard let speed = Double(text), speed >= 0.05, speed <= 100 else {
        throw Failure.usage("--speed needs a number from 0.05 to 100, not \"\(text)\"")
      }
      return speed
    }
  }

  private func write(_ text: String, to path: String) throws {
    let file =
      path == "-" ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0, FileBytes.writeAll(Array(text.utf8), to: file) else {
      throw Failure("\(path): \(String(cString: strerror(errno)))")
    }
    if file != STDOUT_FILENO { close(file) }
  }

  private func list() -> ExitCode {
    let width = ShippedScenes.names.map(\.count).max() ?? 0
    return Output.say(
      ShippedScenes.names.map { name in
        let title = (try? ShippedScenes.load(name))?.title ?? ""
        return name + String(repeating: " ", count: width + 2 - name.count) + title
      })
  }

  private func check() throws -> ExitCode {
    var code = ExitCode.done
    for scene in try scenes(or: ShippedScenes.names) {
      do {
        try Performance.play(scene, .init(seed: seed, folder: Self.folder))
        Output.say(["ok    \(scene.name)"])
      } catch let error as SceneError {
        Output.say(["FAIL  \(scene.name)"] + "\(error)".split(separator: "\n").map(String.init))
        code = .failed
        break
      }
    }
    return code
  }

  private func scenes(or names: [String]) throws -> [Scene] {
    let given = arguments.operands.isEmpty ? names : arguments.operands
    return try given.map { try scene($0) }
  }

  /// By its name, or from a file.
  private func scene(_ name: String) throws -> Scene {
    let isFile = name == "-" || name.contains("/") || name.contains(".")
    var scene = isFile ? try read(name) : try ShippedScenes.load(name)
    if let size = arguments.options["size"] {
      guard let size = Size(word: size) else {
        throw Failure.usage("--size needs a size such as 80x24, not \"\(size)\"")
      }
      scene.screen = size
    }
    return scene
  }

  private func read(_ path: String) throws -> Scene {
    let text = try Self.text(of: path)
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    return try Scene.parse(text, name: path == "-" ? "standard input" : path) { name in
      let beside = folder.isEmpty ? name : "\(folder)/\(name)"
      return (try? Self.text(of: beside)) ?? ShippedScenes.text(name)
    }
  }

  private static func text(of path: String) throws -> String {
    let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    defer { if file != STDIN_FILENO { close(file) } }
    let bytes = try FileBytes.readAll(file, limit: 1_000_000, name: path)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// For the play's own databases.
  private static var folder: String {
    ProcessEnvironment.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }
}
