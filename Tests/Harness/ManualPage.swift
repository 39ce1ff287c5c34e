import Foundation

/// A page of the manual, or README.md, with parts that are made and not written: what stands between
/// `<!-- made: NAME -->` and `<!-- /made -->`. `PSST_UPDATE=1` writes them.
public struct ManualPage {
  public struct Stale: Error, CustomStringConvertible {
    public var description: String
  }

  private let path: String
  private var text: String

  /// - Parameter name: of a file of the DocC catalogue, or `README.md`.
  public init(_ name: String) throws {
    let folder = name == "README.md" ? "" : "/Sources/psst/psst.docc"
    path = Repository.root + folder + "/" + name
    text = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Throws ``Stale`` where the part says something else.
  public mutating func check(_ part: String, _ content: String) throws {
    let opening = "<!-- made: \(part) -->\n"
    guard let start = text.range(of: opening),
      let end = text.range(of: "<!-- /made -->", range: start.upperBound..<text.endIndex)
    else { throw Stale(description: "\(path) has no part \(part)") }
    guard text[start.upperBound..<end.lowerBound] != content else { return }
    guard PictureFile.isUpdating else {
      throw Stale(description: "\(path): \(part) is not what is made now; PSST_UPDATE=1 writes it")
    }
    text.replaceSubrange(start.upperBound..<end.lowerBound, with: content)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// The same for a file that is made as a whole.
  public static func checkFile(_ name: String, _ content: String) throws {
    let path = Repository.root + "/Sources/psst/psst.docc/" + name
    guard (try? String(contentsOfFile: path, encoding: .utf8)) != content else { return }
    guard PictureFile.isUpdating else {
      throw Stale(description: "\(path) is not what is made now; PSST_UPDATE=1 writes it")
    }
    try content.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
