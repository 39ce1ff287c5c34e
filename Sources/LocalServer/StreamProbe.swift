internal import CPlatform
internal import Glibc

/// Asks a port on 127.0.0.1 for XMPP (RFC 6120 §4.2): an open port alone says little about who listens.
enum StreamProbe {
  /// It answers with stream features that have SCRAM-SHA-256.
  static func hasFeatures(port: UInt16) -> Bool {
    features(port: port)?.contains("<mechanism>SCRAM-SHA-256</mechanism>") ?? false
  }

  /// The beginning of the stream up to the end of its features; `nil` without them within 2 s.
  static func features(port: UInt16) -> String? {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard connection >= 0 else { return nil }
    defer { close(connection) }
    var limit = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard LoopbackPort.withLoopback(port, { connect(connection, $0, $1) }) == 0 else { return nil }
    let opening = Array(
      """
      <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
      to='\(PrivateServer.domain)' version='1.0'>
      """.utf8)
    _ = send(connection, opening, opening.count, Int32(MSG_NOSIGNAL))
    defer { _ = send(connection, "</stream:stream>", 16, Int32(MSG_NOSIGNAL)) }
    return readFeatures(connection)
  }

  private static func readFeatures(_ connection: Int32) -> String? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 65536 {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains("</stream:features>") { return text }
    }
    return nil
  }
}
