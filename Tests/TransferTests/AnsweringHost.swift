import Foundation
import Glibc

/// A web server on the loopback for one request, which it answers as the test says.
final class AnsweringHost: @unchecked Sendable {
  enum Answer {
    /// HTTP's status (RFC 9110 §15), when it has all of the file.
    case status(Int)
    /// The same when it has none of it.
    case atOnce(Int)
    /// A reset behind so many bytes of the file.
    case reset(after: Int)
    /// Three bytes of a file, and that there are so many.
    case file(told: Int64)
  }

  let port: UInt16
  /// What came of the file.
  private(set) var body: [UInt8] = []
  private let listener: Int32
  private let done = DispatchSemaphore(value: 0)

  init(_ answer: Answer) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(
          bind(listener, $0, size) == 0 && listen(listener, 1) == 0, "a free port was expected")
        getsockname(listener, $0, &size)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    Thread { [self] in
      serve(answer)
      done.signal()
    }.start()
  }

  deinit { close(listener) }

  func wait() { done.wait() }

  private func serve(_ answer: Answer) {
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    defer { close(connection) }
    var text: [UInt8] = []
    while let piece = read(connection) {
      text += piece
      guard let end = text.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: text[..<end.lowerBound], as: UTF8.self)
      let length = head.firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) } ?? 0
      body = Array(text[end.upperBound...])
      return finish(answer, length, on: connection)
    }
  }

  private func finish(_ answer: Answer, _ length: Int, on connection: Int32) {
    if case .atOnce(let status) = answer { write(status, to: connection) }
    let wanted = if case .reset(let count) = answer { count } else { length }
    while body.count < wanted, let piece = read(connection) { body += piece }
    switch answer {
    case .status(let status): write(status, to: connection)
    case .atOnce: break
    case .file(let told):
      let text = "HTTP/1.1 200 So\r\nContent-Length: \(told)\r\nConnection: close\r\n\r\nabc"
      _ = Glibc.write(connection, text, text.utf8.count)
    case .reset:
      var now = linger(l_onoff: 1, l_linger: 0)
      let size = socklen_t(MemoryLayout<linger>.size)
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, size)
    }
  }

  /// `nil` at the end.
  private func read(_ connection: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(connection, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func write(_ status: Int, to connection: Int32) {
    let text = "HTTP/1.1 \(status) So\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    _ = Glibc.write(connection, text, text.utf8.count)
  }
}
