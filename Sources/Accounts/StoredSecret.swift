internal import Files
internal import Localization
internal import Model

/// What an account signs in with: files of its folder that only its owner can read (Z3). The password, as a line, or a
/// mark that the desktop's keyring has it; and the keys that its server took last, made of it: `HASH ITERATIONS SALT KEY`,
/// both in hexadecimal.
///
/// Once a server has wanted the same keys twice, they stand alone. Some make a salt for each sign-in, because they
/// have the password themselves: there the password stays.
struct StoredSecret {
  private let password: String
  private let mark: String
  private let keys: String
  private let keyring: Keyring?

  /// - Parameters:
  ///   - folder: the account's.
  ///   - keyring: to be used for it; `nil` where there is none.
  init(in folder: String, _ keyring: Keyring? = nil) {
    (password, mark, keys) = (folder + "/password", folder + "/keyring", folder + "/keys")
    self.keyring = keyring
  }

  /// `nil` where there is nothing to sign in with.
  func read() throws(Failure) -> SignInSecret? {
    if let bytes = try PrivateFile.read(password) {
      return .password(AccountDirectory.line(bytes))
    }
    if try PrivateFile.read(mark) != nil { return .keyring }
    return try readKeys().map { .keys($0) }
  }

  /// - Parameter made: of this password.
  func write(_ text: String, _ made: SCRAMKeys?) throws(Failure) {
    if let keyring, keyring.write(text) {
      try PrivateFile.write([], to: mark)
      try PrivateFile.remove(password)
    } else {
      try PrivateFile.write(Array((text + "\n").utf8), to: password)
      try forgetInKeyring()
    }
    if let made { try write(made) } else { try PrivateFile.remove(keys) }
  }

  /// The server took these, made of the password.
  func note(_ made: SCRAMKeys) throws(Failure) {
    guard try readKeys() == made else { return try write(made) }
    try PrivateFile.remove(password)
    try forgetInKeyring()
  }

  func remove() throws(Failure) {
    try PrivateFile.remove(password)
    try forgetInKeyring()
    try PrivateFile.remove(keys)
  }

  private func forgetInKeyring() throws(Failure) {
    guard try PrivateFile.read(mark) != nil else { return }
    try PrivateFile.remove(mark)
    keyring?.remove()
  }

  private func write(_ made: SCRAMKeys) throws(Failure) {
    let words = [
      made.hash.rawValue, String(made.iterations), made.salt.hexadecimal, made.salted.hexadecimal,
    ]
    try PrivateFile.write(Array((words.joined(separator: " ") + "\n").utf8), to: keys)
  }

  private func readKeys() throws(Failure) -> SCRAMKeys? {
    guard let bytes = try PrivateFile.read(keys) else { return nil }
    let words = AccountDirectory.line(bytes).split(separator: " ").map(String.init)
    guard words.count == 4, let hash = SCRAMKeys.Hash(rawValue: words[0]),
      let iterations = Int(words[1]), let salt = Self.bytes(words[2]),
      let salted = Self.bytes(words[3]), salted.count == hash.length
    else { throw Failure(tr("\(keys) is damaged")) }
    return SCRAMKeys(hash: hash, salt: salt, iterations: iterations, salted: salted)
  }

  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
