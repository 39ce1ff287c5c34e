internal import Files
internal import Localization
internal import Model
internal import Pictures
internal import Transfer

/// The file that is to be my picture.
enum OwnPicture {
  static var refusal: String {
    let most = Avatar.largestOwn / 1_024
    return tr(
      "That is no picture that others can be shown: a PNG or JPEG of at most \(most) KiB is needed."
    )
  }

  /// `nil` where it is none, too large, or broken.
  static func read(_ path: String) -> [UInt8]? {
    let path = PrivateFile.resolved(UserPath.expanded(path))
    let style = PictureStyle(.none, isASCII: true)
    do throws(Failure) {
      guard let bytes = try PrivateFile.read(path, limit: Avatar.largestOwn),
        Avatar(own: bytes) != nil
      else { return nil }
      _ = try PictureReading.read(path, columns: 8, rows: 4, as: style)
      return bytes
    } catch { return nil }
  }
}
