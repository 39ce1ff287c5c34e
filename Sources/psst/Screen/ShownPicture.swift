internal import Files
internal import Model
internal import Pictures
internal import Screen
internal import Transfer

/// Pictures for the screen, in the colours that the terminal has.
enum ShownPicture {
  /// Blocks; `nil` where it cannot be shown.
  /// - Parameter folder: of the account's data.
  static func read(_ request: PictureRequest, depth: ColorDepth, folder: String) -> Picture? {
    let style = PictureStyle(colors(depth), isASCII: Glyphs.isASCII)
    for path in paths(request.source, folder) {
      do throws(Failure) {
        return try PictureReading.read(
          path, columns: request.columns, rows: request.rows, as: style)
      } catch { continue }
    }
    return nil
  }

  private static func paths(_ source: PictureRequest.Source, _ folder: String) -> [String] {
    switch source {
    case .file(let path): [UserPath.expanded(path)]
    case .sent(let id, _): FileStore.picture(of: id, in: folder + "/files")
    }
  }

  private static func colors(_ depth: ColorDepth) -> PictureStyle.Colors {
    switch depth {
    case .mono: .none
    case .palette8: .eight
    case .palette16: .sixteen
    case .palette256: .palette
    case .trueColor: .all
    }
  }
}
