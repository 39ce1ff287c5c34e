internal import Accounts
internal import Dispatch
internal import Files
internal import Localization
internal import Model
internal import Screen
internal import Store
internal import Sync
internal import Views

/// Settings that are seen and changed in the program (I9). Disks can be slow: the main thread waits for none.
extension FullScreen {
  func readSettings() {
    fileWriting.async { [paths = commands.paths] in
      let file = SettingsFile(paths)
      DispatchQueue.main.async {
        MainActor.assumeIsolated { self.chats?.take(file) }
      }
    }
  }

  /// - Parameter value: as it is written in the file; `nil` takes it out.
  func keepSetting(_ key: String, _ value: String?) {
    fileWriting.async { [paths = commands.paths] in
      let result = Result { () throws(Failure) in
        try ConfigurationFile.keep(key, value, paths)
      }
      let (file, configuration) = (SettingsFile(paths), Configuration.read(paths))
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.chats?.take(file)
          switch result {
          case .success: self.follow(configuration, in: key)
          case .failure(let error): self.store?.tell(Notice(.error, error.text))
          }
        }
      }
    }
  }

  /// Does at once what a changed setting says, as far as that can be done.
  private func follow(_ new: Configuration, in key: String) {
    let old = configuration
    configuration = new
    switch key {
    case "theme": draw(new.theme ?? Configuration.defaultTheme)
    case "language":
      (new.language ?? .ofEnvironment).use()
      chats?.follow(new.preferences)
    case "background": if let ground = new.ground { adapt(to: ground) }
    case "policy": new.policy.map { store?.performEverywhere(.setPolicy($0), at: SyncRunner.now()) }
    case "keep": new.keep.map { store?.performEverywhere(.setKeep($0), at: SyncRunner.now()) }
    case "alerts": chats?.alerting = Alerting(new.alerts)
    case "do-not-disturb": chats?.disturb(!new.isQuiet)
    case "keymap": chats?.follow(new.keymap)
    case "receipts", "read-markers", "typing", "fetch":
      for session in sessions { session.owned?.runner.follow(new.privacy) }
    default: chats?.follow(new.preferences)
    }
    let waits = SettingTable.rows.contains { $0.key == key && $0.waitsForStart }
    if waits, old != new { tellWaiting(for: key, new) }
  }

  /// Whether pictures are shown at all is seen at once.
  private func tellWaiting(for key: String, _ new: Configuration) {
    if key == "pictures", !new.showsPictures { return }
    let title = SettingTable.rows.first { $0.key == key }.map { tr(entry: $0.title) } ?? key
    store?.tell(Notice(.information, tr("\(title): from the next start of psst on.")))
  }

  private func draw(_ name: String) {
    load(name)
    chats?.draw(in: theme, of: shelf)
    loop.setNeedsDraw()
  }
}
