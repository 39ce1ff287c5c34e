internal import Files
internal import Model

/// The token that stands for an account's password (XEP-0484): a file of its folder, as careful as that of the password
/// (Z3). One line: how it is used, a space, the token.
struct StoredToken {
  private let path: String

  /// - Parameter folder: the account's.
  init(in folder: String) { path = folder + "/token" }

  /// `nil` where there is none that can be used: then the password is.
  func read() throws(Failure) -> SignInToken? {
    guard let bytes = try PrivateFile.read(path) else { return nil }
    let line = AccountDirectory.line(bytes)
    guard let space = line.firstIndex(of: " "),
      let mechanism = SignInToken.Mechanism(rawValue: String(line[..<space]))
    else { return nil }
    return SignInToken(String(line[line.index(after: space)...]), for: mechanism)
  }

  func write(_ token: SignInToken?) throws(Failure) {
    guard let token else { return try PrivateFile.remove(path) }
    let line = "\(token.mechanism.rawValue) \(token.secret)\n"
    try PrivateFile.write(Array(line.utf8), to: path)
  }
}
