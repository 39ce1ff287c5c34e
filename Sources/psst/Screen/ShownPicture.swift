internal import Accounts
internal import Curses
internal import Files
internal import Model
internal import Pictures
internal import Screen
internal import Transfer

/// Pictures for the screen, in the colours that the terminal has.
enum ShownPicture {
  /// What a terminal of these colours is to be given.
  static func style(
    _ depth: ColorDepth, _ means: PictureProtocol, cell: CellPixels
  ) -> PictureStyle {
    PictureStyle(
      colors(depth), isASCII: Glyphs.isASCII, form: means.form,
      cell: means.form == nil ? .usual : cell)
  }

  /// `nil` where it cannot be shown.
  /// - Parameter folder: of the account's data.
  static func read(_ request: PictureRequest, as style: PictureStyle, folder: String) -> Picture? {
    let most = style.form == nil ? Int.max : PictureProtocol.mostCells
    for path in paths(request.source, folder) {
      do throws(Failure) {
        return try PictureReading.read(
          path, columns: min(most, request.columns), rows: min(most, request.rows), as: style)
      } catch { continue }
    }
    return nil
  }

  private static func paths(_ source: PictureRequest.Source, _ folder: String) -> [String] {
    switch source {
    case .file(let path): [UserPath.expanded(path)]
    case .avatar(let hash, _): [AvatarFolder(in: folder).path(of: hash)]
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
