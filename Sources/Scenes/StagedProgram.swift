internal import Model
internal import Screen
internal import Simulation
internal import Store
internal import Views

/// My program on the stage: the program's own store and views, with the stage for an engine.
@MainActor final class StagedProgram {
  let store: AppStore
  private var interface: Interface
  private let moment: () -> Moment
  private(set) var size: Size
  /// Changes the engine told of, which come to the store after what it does now.
  private var news: [(account: AccountID, changes: [Change])] = []
  private var isDue = true
  private var shown: Surface?
  private(set) var hasQuit = false
  private(set) var wantsSuspension = false
  /// Told outside of the screen, in order.
  private(set) var alerts: [String] = []
  private(set) var clipboard = ""
  private(set) var theme: Theme

  init(
    accounts: [JID], scene: Scene, theme: Theme, fading: FadeMeans, moment: @escaping () -> Moment,
    submit: @escaping (Intent, AccountID) -> Void
  ) {
    let states = accounts.enumerated().map { AccountState($1, isPrivate: $0 == 0) }
    store = AppStore(accounts: states, submit: submit)
    self.theme = theme
    self.moment = moment
    size = scene.screen
    interface = Interface(
      theme: theme, fading: fading,
      preferences: Preferences(animates: scene.animates))
    handle(.resize(size))
    handle(.focus(true))
  }

  func apply(_ changes: [Change], of account: AccountID) { news.append((account, changes)) }

  func handle(_ input: Input) {
    if case .resize(let size) = input { self.size = size }
    settle()
    perform(interface.handle(input, snapshot: store.snapshot, now: moment()))
    update()
    isDue = true
  }

  private func update() {
    perform(interface.update(store.snapshot, events: store.takeEvents(), now: moment()))
  }

  /// Virtual time until it wants to be woken, from now; `nil` when nothing moves by itself.
  var wakesIn: Int64? {
    let now = moment().uptime
    return [interface.nextWake, store.nextDeadline].compactMap { $0 }.min().map { max(0, $0 - now) }
  }

  func wake() {
    store.tick(moment())
    isDue = true
  }

  /// Takes over what came; returns whether there was anything to.
  @discardableResult func settle() -> Bool {
    guard isDue || !news.isEmpty else { return false }
    repeat {
      let told = news
      news = []
      for (account, changes) in told { store.apply(changes, of: account) }
      update()
    } while !news.isEmpty
    isDue = false
    return true
  }

  /// What is seen: what waits for its commit is not, yet.
  func render() -> Surface {
    if store.awaitsCommit, let shown, shown.size == size { return shown }
    let surface = interface.render(store.snapshot, size: size, now: moment())
    shown = surface
    return surface
  }

  /// What is typed is kept, as on leaving.
  func leave() { perform(interface.leaveChat()) }

  func wentOn() { wantsSuspension = false }

  /// What looks like a file is one.
  private static func look(at path: String) -> InspectedFile {
    let isFile = path.split(separator: "/").last?.contains(".") ?? false
    return InspectedFile(
      path: path,
      outcome: isFile ? .file(Stage.file(at: path)) : .refused("No such file or directory"))
  }

  /// Fills the room that it may have, with a colour from the left to the right.
  private static func picture(_ request: PictureRequest) -> Model.Picture? {
    let row = (0..<request.columns).map { column in
      let light = UInt32(column * 255 / request.columns)
      return Model.Picture.Cell("▓", .rgb(light << 8), on: .rgb(0x404080))
    }
    let cells = (0..<request.rows).flatMap { _ in row }
    return Model.Picture(
      width: request.columns, cells: cells, pixels: (request.columns * 8, request.rows * 16))
  }

  private func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .intent(let intent, let account): store.perform(intent, of: account, at: moment())
      case .everywhere(let intent): store.performEverywhere(intent, at: moment())
      case .quit: hasQuit = true
      case .suspend: wantsSuspension = true
      case .copy(let text): clipboard = text
      case .alert(_, let title, let text): alerts.append("\(title): \(text)")
      case .keepTheme(let name): if let new = try? Theme.load(name: name) { theme = new }
      case .inspect(let path): apply([.inspected(Self.look(at: path))], of: .first)
      case .readPicture(let request):
        apply([.picture(request, Self.picture(request))], of: .first)
      case .startServer, .redraw, .externalEditor, .openLink, .openFile, .takeClipboard,
        .showPicture, .account,
        .readSettings, .keepSetting, .checkSpelling, .addWord:
        break
      }
    }
  }
}
