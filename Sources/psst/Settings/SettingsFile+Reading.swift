internal import Files
internal import Screen
internal import Views

/// The settings for the screen that shows and changes them (I9).
extension SettingsFile {
  /// The file at its place; without one all is at its default.
  init(_ paths: Paths) {
    do throws(Failure) {
      let bytes = try PrivateFile.read(
        PrivateFile.resolved(paths.configurationFile), limit: Configuration.longest)
      self.init(toml: String(decoding: bytes ?? [], as: UTF8.self))
    } catch {
      self.init(Self.rows([:]), trouble: "config.toml: \(error.text)")
    }
  }

  /// - Parameter toml: a file's text; one that is no TOML cannot be changed.
  init(toml: String) {
    do throws(TOML.SyntaxError) {
      self.init(Self.rows(try TOML.parse(toml).table ?? [:]))
    } catch {
      let place = "config.toml:\(error.line): \(error.message)"
      self.init(
        Self.rows([:]), trouble: "\(place). Nothing can be changed here until that is right.")
    }
  }

  private static func rows(_ values: [String: TOML]) -> [Setting] {
    SettingTable.rows.map { row in
      let written = values[row.key]?.written
      let complaints = written.map {
        Configuration(toml: "\(row.key) = \($0)", file: "").complaints
      }
      return Setting(
        key: row.key, title: row.title, about: row.about, kind: row.kind, standard: row.standard,
        written: written,
        complaint: complaints?.first.map { String($0.trimmingPrefix(":1: ")) },
        waitsForStart: row.waitsForStart)
    }
  }
}

extension TOML {
  /// As it is written, on one line.
  fileprivate var written: String {
    if let string {
      let escaped = string.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
      return "\"\(escaped)\""
    }
    if let integer { return String(integer) }
    if let real { return "\(real)" }
    if let boolean { return String(boolean) }
    if let array { return "[\(array.map(\.written).joined(separator: ", "))]" }
    return "{}"
  }
}

extension Configuration {
  /// What of it the views follow at once.
  var preferences: Preferences {
    Preferences(
      animates: animations, drawsStyling: styling, showsJoins: showsJoins,
      showsPictures: showsPictures, listStyle: listStyle, idleMinutes: idleMinutes,
      spelling: spelling.language(ProcessEnvironment.variable))
  }
}
