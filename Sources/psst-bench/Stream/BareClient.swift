internal import Glibc
internal import Model
internal import Sync
internal import XMPP

/// The least a client can do: signs in, then raw bytes. It keeps nothing and shows nothing, so what it
/// reaches is what the server can take.
final class BareClient {
  private let descriptor: Int32
  private var session: Session
  private let name: String

  init(_ name: String, port: UInt16) throws {
    self.name = name
    descriptor = try LoopbackSocket.connect(to: port)
    session = Session(
      SessionConfiguration(
        account: Stage.address(name), secret: .password(Stage.password), resource: "bare",
        requiresTLS: false))
    try signIn()
  }

  deinit {
    write("</stream:stream>")
    close(descriptor)
  }

  private func signIn() throws {
    var outputs = session.handle(.connected(isSecure: false, binding: nil), at: SyncRunner.now())
    while true {
      for output in outputs {
        if case .send(let bytes) = output { write(bytes) }
        if case .event(.ready) = output { return }
        if case .event(.ended(let why)) = output { throw BenchError("\(name): \(why)") }
      }
      guard let bytes = LoopbackSocket.read(descriptor, milliseconds: 10_000), !bytes.isEmpty else {
        throw BenchError("\(name): the server does not answer")
      }
      outputs = session.handle(.received(bytes), at: SyncRunner.now())
    }
  }

  private func write(_ bytes: [UInt8]) { _ = LoopbackSocket.write(bytes[...], to: descriptor) }

  private func write(_ text: String) { write(Array(text.utf8)) }

  /// Sends so many messages without waiting, asking for an acknowledgement after each 50, as psst does;
  /// reads on until the relay has seen all of them acknowledged.
  func send(_ count: Int, to peer: JID, through relay: Relay) throws {
    var batch = ""
    for number in 1...count {
      batch += Self.message(number, to: peer)
      guard number % 50 == 0 || number == count else { continue }
      write(batch + "<r xmlns='urn:xmpp:sm:3'/>")
      batch = ""
      drain(milliseconds: 0)
    }
    let start = Stopwatch.now
    while relay.now.accepted(count) == nil {
      guard Stopwatch.seconds(since: start) < 60 else {
        throw BenchError("not all were accepted: \(relay.now.words)")
      }
      drain(milliseconds: 20)
    }
  }

  /// The same elements that psst sends.
  private static func message(_ number: Int, to peer: JID) -> String {
    let id = OriginID(
      at: SyncRunner.now().wall, random: (UInt64(number), UInt64.random(in: .min ... .max)))
    return "<message to='\(peer)' type='chat' id='\(id)'>"
      + "<body>queued \(number), which says about as much as messages do: see you there</body>"
      + "<origin-id xmlns='urn:xmpp:sid:0' id='\(id)'/><request xmlns='urn:xmpp:receipts'/>"
      + "<markable xmlns='urn:xmpp:chat-markers:0'/>"
      + "<active xmlns='http://jabber.org/protocol/chatstates'/></message>"
  }

  /// Where a file may be put (XEP-0363 §4): the address, and the header that lets one in.
  func uploadSlot(size: Int, at host: JID) throws -> (address: String, header: String) {
    write(
      "<iq type='get' id='slot' to='\(host)'><request xmlns='urn:xmpp:http:upload:0' "
        + "filename='file.bin' size='\(size)' content-type='application/octet-stream'/></iq>")
    var text = ""
    while !text.contains("</slot>") {
      guard let bytes = LoopbackSocket.read(descriptor, milliseconds: 10_000), !bytes.isEmpty,
        !text.contains("<error")
      else { throw BenchError("no place for a file: \(text)") }
      text += String(decoding: bytes, as: UTF8.self)
    }
    guard let put = text.firstMatch(of: /<put [^>]*url=['"]([^'"]+)['"]/),
      let header = text.firstMatch(of: /<header name=['"]Authorization['"]>([^<]+)</)
    else { throw BenchError("no place for a file: \(text)") }
    return (String(put.1), "Authorization: \(header.1)")
  }

  private func drain(milliseconds: Int32) {
    while let bytes = LoopbackSocket.read(descriptor, milliseconds: milliseconds), !bytes.isEmpty {}
  }

  /// Asks for the whole archive, page after page; returns how many messages came and in what time.
  func readArchive(page: Int) throws -> (messages: Int, seconds: Double) {
    var last = ""
    var count = 0
    let start = Stopwatch.now
    while true {
      let answer = try askArchive(after: last, page: page)
      count += answer.count
      guard !answer.isComplete, let end = answer.last else { break }
      last = end
    }
    return (count, Stopwatch.seconds(since: start))
  }

  private func askArchive(
    after last: String, page: Int
  ) throws -> (count: Int, last: String?, isComplete: Bool) {
    let after = last.isEmpty ? "" : "<after>\(last)</after>"
    write(
      "<iq type='set' id='page'><query xmlns='urn:xmpp:mam:2' queryid='q'>"
        + "<set xmlns='http://jabber.org/protocol/rsm'><max>\(page)</max>\(after)</set></query></iq>"
    )
    var scanner = TagScanner()
    var (count, newest, fin) = (0, String?.none, Bool?.none)
    while fin == nil {
      guard let bytes = LoopbackSocket.read(descriptor, milliseconds: 10_000), !bytes.isEmpty else {
        throw BenchError("the archive does not answer")
      }
      scanner.scan(bytes[...]) { tag in
        if tag.isTag("result") { (count, newest) = (count + 1, tag.attribute("id")) }
        if tag.isTag("fin") { fin = tag.attribute("complete") == "true" }
      }
    }
    return (count, newest, fin ?? true)
  }
}
