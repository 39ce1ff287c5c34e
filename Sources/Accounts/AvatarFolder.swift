internal import Files

/// The pictures of an account's people, by their hash: 0600, as many and as large as the engine lets them be.
public struct AvatarFolder {
  private let folder: String

  /// - Parameter folder: the account's.
  public init(in folder: String) { self.folder = folder + "/avatars" }

  /// Where a picture is.
  /// - Parameter hash: hexadecimal digits, so that it leads nowhere else.
  public func path(of hash: String) -> String { folder + "/" + hash }

  /// - Parameter bytes: `nil`: it is of no use any more.
  func put(_ bytes: [UInt8]?, as hash: String) throws(Failure) {
    guard let bytes else { return try PrivateFile.remove(path(of: hash)) }
    try PrivateFile.makeFolder(folder)
    try PrivateFile.write(bytes, to: path(of: hash))
  }
}
