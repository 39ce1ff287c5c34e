internal import Files
internal import Glibc
internal import Localization

/// A picture on the desktop's clipboard, by the program that the desktop has for that: `wl-paste` (wl-clipboard) under
/// Wayland, `xclip` under X11, also where SSH forwards it. Terminals themselves give texts alone.
enum ClipboardPicture {
  /// Why there is none, in words.
  struct Refusal: Error { var words: String }

  /// As many bytes as are taken.
  private static let limit = 64 << 20
  /// Milliseconds that the program may take: whoever has the clipboard has to answer it.
  private static let timeout: Int32 = 5_000
  /// PNG 1.2, 3.1.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The command that writes it to its output; `nil` without a desktop.
  private static var command: [String]? {
    func has(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }
    if has("WAYLAND_DISPLAY") { return ["wl-paste", "--no-newline", "--type", "image/png"] }
    if has("DISPLAY") {
      return ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]
    }
    return nil
  }

  /// Writes it to a new file at a path in a folder, which is made. Waits for the program.
  static func take(to path: String, in folder: String) throws(Refusal) {
    guard let command else {
      throw Refusal(words: tr("There is no desktop here whose clipboard has pictures."))
    }
    do throws(Failure) { try PrivateFile.makeFolder(folder) } catch {
      throw Refusal(words: error.text)
    }
    guard try write(command, to: path), size(path) <= limit else {
      unlink(path)
      throw Refusal(words: tr("\(command[0]) gave no picture within bounds."))
    }
    guard begins(path) else {
      unlink(path)
      throw Refusal(words: tr("There is no picture on the clipboard."))
    }
  }

  /// Returns whether the program has ended by itself.
  private static func write(_ command: [String], to path: String) throws(Refusal) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw Refusal(words: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    do throws(ChildProgram.Refusal) {
      let child = try ChildProgram(command, on: .background, output: file)
      return child.wait(within: timeout) { size(path) <= limit } != nil
    } catch {
      unlink(path)
      throw Refusal(
        words:
          tr(
            "Pictures on the clipboard need \(command[0]), which cannot be started: \(error.words)."
          ))
    }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func begins(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: signature.count)
    return read(file, &bytes, bytes.count) == bytes.count && bytes == signature
  }
}
