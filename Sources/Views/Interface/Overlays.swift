internal import Screen

/// The layers that lie over the main screen, the topmost last.
struct Overlays {
  private(set) var layers: [any Layer] = []
  /// One that an edit was begun from, and that comes back when the edit is over.
  private var setAside: (any Layer)?
  /// Each layer has a number of its own, at its place.
  private var numbers: [Int] = []
  private var lastNumber = 0

  var isEmpty: Bool { layers.isEmpty }
  var top: (any Layer)? { layers.last }
  /// Nothing of the chat can be read.
  var coversScreen: Bool { layers.contains { $0.coverage != .part } }
  /// Nothing else is seen.
  var coversAll: Bool { layers.contains { $0.coverage == .all } }
  /// Which of the screens is seen: the number of the topmost layer that is one; 0 for the chats.
  var screen: Int {
    layers.lastIndex { $0.coverage != .part }.map { numbers[$0] } ?? 0
  }
  /// Somebody chooses what the screen is drawn in.
  var isPreviewing: Bool { layers.contains { $0.previewed != nil } }

  func has(openedBy command: Command) -> Bool { layers.contains { $0.openedBy == command } }

  // MARK: Coming and going

  mutating func open(_ layer: any Layer) -> [Action] {
    push(layer)
    return layer.opening
  }

  private mutating func push(_ layer: any Layer) {
    lastNumber += 1
    layers.append(layer)
    numbers.append(lastNumber)
  }

  private mutating func pop() -> (any Layer)? {
    _ = numbers.popLast()
    return layers.popLast()
  }

  mutating func close() -> [Action] { pop()?.closing ?? [] }

  mutating func closeAll() -> [Action] {
    var actions: [Action] = []
    while !layers.isEmpty { actions += close() }
    return actions
  }

  /// Closes those below which nothing of the chat can be read, and what lies over them.
  mutating func closeScreens() -> [Action] {
    var actions: [Action] = []
    while coversScreen { actions += close() }
    return actions
  }

  /// Takes the topmost away without closing it: what it shows goes on being told.
  mutating func lift() -> (any Layer)? { pop() }

  /// Keeps one that was lifted until the edit is over.
  mutating func keep(_ layer: any Layer) { setAside = layer }

  /// The edit is over, or one goes back before.
  mutating func recall() {
    if let setAside { push(setAside) }
    setAside = nil
  }

  /// As ``recall()``, where a command leads to the one that is away; returns whether it did.
  mutating func recall(openedBy command: Command) -> Bool {
    guard setAside?.openedBy == command else { return false }
    recall()
    return true
  }

  /// The user went elsewhere: nobody comes back to it.
  mutating func dropSetAside() -> [Action] {
    let actions = setAside?.closing ?? []
    setAside = nil
    return actions
  }

  // MARK: Input

  /// Whether a command is for what lies below the topmost.
  /// - Parameter isAsking: the toast lies over every layer, and is answered there.
  func pass(_ command: Command, isAsking: Bool) -> Bool {
    Self.ofAll.contains(command) || isAsking && [.sendAll, .queue].contains(command)
      || top?.passes.contains(command) ?? true
  }

  /// What can be done whatever lies over the screen.
  private static let ofAll: Set<Command> = [.redraw, .suspend, .connectNow]

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    guard !isEmpty else { return .ignored }
    return layers[layers.count - 1].handle(command, in: surroundings)
  }

  mutating func type(_ text: String) -> [Effect] {
    isEmpty ? [] : layers[layers.count - 1].type(text)
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    isEmpty ? [] : layers[layers.count - 1].point(mouse, in: surroundings)
  }

  mutating func update(in surroundings: Surroundings) -> [Action] {
    var actions: [Action] = []
    for place in layers.indices { actions += layers[place].update(in: surroundings) }
    while top?.isOver ?? false { actions += close() }
    return actions
  }
}
