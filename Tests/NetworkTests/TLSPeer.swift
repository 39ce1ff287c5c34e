import CPlatform
import Glibc
import Harness
import Scratch

/// A folder with a certificate authority and certificates for one test, and `openssl s_server` on them
/// (openssl-s_server(1)).
final class TLSPeer {
  enum Certificate: String, CaseIterable {
    case good, wrongHost, expired, selfSigned, wildcard, address, commonNameOnly
  }

  private let scratch = ScratchFolder()
  let port: UInt16
  private var process: Int32 = 0

  var trustFile: String { folder + "/ca.pem" }

  init(_ certificate: Certificate, options: String = "") throws {
    port = try Loopback.freePort()
    try make(certificate)
    process = try spawn(
      "exec openssl s_server -accept 127.0.0.1:\(port) -cert cert.pem -key key.pem "
        + "-naccept 1 -ign_eof \(options) > out < in")
  }

  deinit {
    if process > 0 { kill(process, SIGKILL) }
  }

  var folder: String { scratch.path }

  /// What s_server wrote so far.
  var output: String {
    guard let file = fopen(folder + "/out", "r") else { return "" }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 8 << 20)
    let count = fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  private func make(_ certificate: Certificate) throws {
    let name =
      switch certificate {
      case .wrongHost: "subjectAltName=DNS:other.example"
      case .wildcard: "subjectAltName=DNS:l*.localhost"
      case .address: "subjectAltName=IP:127.0.0.1"
      case .commonNameOnly: "basicConstraints=CA:FALSE"
      default: "subjectAltName=DNS:localhost"
      }
    let subject = certificate == .commonNameOnly ? "localhost" : "test"
    let days = certificate == .expired ? -1 : 1
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    let issuer =
      certificate == .selfSigned ? "-signkey key.pem" : "-CA ca.pem -CAkey ca.key -CAcreateserial"
    try run(
      """
      openssl req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj '/CN=test authority' && \
      openssl req \(key) -keyout key.pem -out csr -subj '/O=test/CN=\(subject)' && \
      echo '\(name)' > ext && \
      openssl x509 -req -in csr \(issuer) -out cert.pem -days \(days) -extfile ext && mkfifo in
      """)
  }

  private func run(_ script: String) throws {
    guard system("cd \(folder) && (\(script)) > log 2>&1") == 0 else { throw Failure(step: script) }
  }

  /// A detached shell; the pipe that feeds s_server is held open by a writer of its own.
  private func spawn(_ command: String) throws -> Int32 {
    let script = "exec 3<>in; \(command)"
    let words: [String] = ["sh", "-c", script]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { (arguments + environment).forEach { free($0) } }
    let id = psst_spawn_detached("/bin/sh", arguments, environment, folder, folder + "/log")
    guard id > 0 else { throw Failure(step: command) }
    for _ in 0..<2000 {
      if output.contains("ACCEPT") { return id }
      _ = poll(nil, 0, 5)
    }
    throw Failure(step: "s_server does not listen")
  }

  struct Failure: Error {
    var step: String
  }
}
