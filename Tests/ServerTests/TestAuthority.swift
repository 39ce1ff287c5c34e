import Foundation
import Harness

/// An authority that certifies the servers of a test, and that psst and peers trust.
struct TestAuthority {
  /// Where its certificates are.
  let folder: String

  /// - Parameter folder: it is made, with `ca.pem` in it.
  init(in folder: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try run("openssl req -x509 \(Self.key) -keyout ca.key -out ca.pem -days 2 -subj /CN=authority")
  }

  private static let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

  /// What is trusted.
  var file: String { folder + "/ca.pem" }

  /// Writes `DOMAIN.crt`, `DOMAIN.key` and, with both in it, `DOMAIN.pem`.
  func certify(_ domain: String) throws {
    try run(
      """
      openssl req \(Self.key) -keyout \(domain).key -out csr -subj /O=test
      openssl x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 \
        -out \(domain).crt -extfile <(echo subjectAltName=DNS:\(domain))
      cat \(domain).crt \(domain).key > \(domain).pem
      """)
  }

  private func run(_ steps: String) throws {
    let make = try ChildProcess(["bash", "-ec", "cd '\(folder)'; umask 077\n\(steps)"])
    guard try make.waitForEnd() == 0 else { throw Unmet("openssl: \(make.errorText)") }
  }
}
