internal import Model
internal import XMLStream

/// A server's place for files (XEP-0363), which refuses, is slow, breaks off and forgets as long as things break. It has no
/// bytes: of each file it knows whether it is there whole.
final class FileHost {
  /// What comes of a question.
  enum Said {
    case given(XMLElement)
    case refused(condition: String, kind: String)
    case nothing
  }

  private struct Slot {
    var message: String
    var get: String
    var isWhole = false
  }

  static let domain = "files.sim.example"
  private static let namespace = "urn:xmpp:http:upload:0"
  private static let limit: Int64 = 1_000_000
  /// Attempts before a file may be given up.
  private static let attempts = 3

  private unowned let world: World
  private var random: SeededRandom
  /// By the address that a file is put at.
  private var slots: [String: Slot] = [:]
  /// By the message's id: how often its upload broke since the user wished for it, and those that were refused for good.
  private var broken: [String: Int] = [:]
  private var refused: Set<String> = []
  private var files: Set<String> = []
  /// The messages' ids by the names of their files: a place is asked for by name.
  private var names: [String: String] = [:]
  /// So many uploads break, one after the other.
  var failures = 0
  private var made = 0

  init(world: World) {
    self.world = world
    random = Oddity.files.numbers(seed: world.scenario.seed)
  }

  /// The file of a message with this id, which is on its writer's disk.
  func file(of id: OriginID, caption: String) -> Attachment {
    let size = 1 + Int64(random.below(90_000))
    let file = Attachment(name: id.value, size: size, caption: caption)
    keep(file, of: id)
    return file
  }

  /// It is on its writer's disk.
  func keep(_ file: Attachment, of id: OriginID) {
    files.insert(id.value)
    names[file.name] = id.value
  }

  /// The user wants it again.
  func retried(_ id: OriginID) {
    broken[id.value] = nil
    refused.remove(id.value)
  }

  func isFile(_ id: String) -> Bool { files.contains(id) }

  /// Three attempts were in vain, or the server does not want it.
  func mayFail(_ id: String) -> Bool {
    refused.contains(id) || broken[id, default: 0] >= Self.attempts
  }

  // MARK: Questions

  func answer(_ query: XMLElement) -> Said {
    switch (query.name, query.namespace) {
    case ("query", ServerNamespace.information): .given(information)
    case ("request", Self.namespace): slot(for: query)
    default: .refused(condition: "service-unavailable", kind: "cancel")
    }
  }

  private var information: XMLElement {
    let space = ServerNamespace.forms
    func field(_ name: String, _ value: String) -> XMLElement {
      XMLElement("field", space, ["var": name], [XMLElement("value", space, text: value)])
    }
    let form = XMLElement(
      "x", space, ["type": "result"],
      [field("FORM_TYPE", Self.namespace), field("max-file-size", String(Self.limit))])
    let feature = XMLElement("feature", ServerNamespace.information, ["var": Self.namespace])
    return XMLElement("query", ServerNamespace.information, [:], [feature, form])
  }

  private func slot(for request: XMLElement) -> Said {
    guard let name = request["filename"], let id = names[name],
      let size = request["size"].flatMap({ Int64($0) }), (1...Self.limit).contains(size)
    else {
      world.report(.protocolBroken, "a place is asked for what nobody sends: \(request.attributes)")
      return .refused(condition: "bad-request", kind: "modify")
    }
    switch world.isFaulty ? random.below(20) : 19 {
    case 0:
      refused.insert(id)
      return .refused(condition: "not-allowed", kind: "cancel")
    case 1, 2:
      broken[id, default: 0] += 1
      return .refused(condition: "resource-constraint", kind: "wait")
    case 3: return .nothing
    default: return .given(slot(of: id, called: name))
    }
  }

  private func slot(of id: String, called name: String) -> XMLElement {
    made += 1
    let put = "https://\(Self.domain)/put/\(made)"
    let path = name.map { $0 == " " ? "%20" : String($0) }.joined()
    let slot = Slot(message: id, get: "https://\(Self.domain)/get/\(made)/\(path)")
    slots[put] = slot
    return XMLElement(
      "slot", Self.namespace, [:],
      [
        XMLElement("put", Self.namespace, ["url": put]),
        XMLElement("get", Self.namespace, ["url": slot.get]),
      ])
  }

  // MARK: Files

  /// How an upload goes on is told once, after a while.
  /// - Parameter isReachable: there is a way from the device.
  func put(
    _ order: UploadOrder, isReachable: Bool, _ ended: @escaping (UploadNews.Ending) -> Void
  ) {
    let id = order.id.value
    guard slots[order.slot.put]?.message == id else {
      world.report(.protocolBroken, "\(id) is put where it has no place", id)
      return
    }
    let quick = random.within(20...800)
    let slow = random.within(1_000...12_000)
    guard isReachable else { return breaks(id, after: slow, "nobody is there", ended) }
    if failures > 0 {
      failures -= 1
      return breaks(id, after: quick, "the server answered 503", ended)
    }
    switch world.isFaulty ? random.below(12) : 11 {
    case 0, 1: breaks(id, after: quick, "the server answered 503", ended)
    case 2: breaks(id, after: slow, "the upload broke off", ended)
    case 3:
      slots[order.slot.put] = nil
      breaks(id, after: quick, "the server's place for it has expired", ended)
    case 4:
      // All of it is there, and nobody is told.
      world.after(quick) { [self] in slots[order.slot.put]?.isWhole = true }
      breaks(id, after: slow, "the upload broke off", ended)
    case 5, 6: arrives(order, after: slow, ended)
    default: arrives(order, after: quick, ended)
    }
  }

  private func arrives(
    _ order: UploadOrder, after delay: Int64, _ ended: @escaping (UploadNews.Ending) -> Void
  ) {
    world.after(delay) { [self] in
      world.lastNews = world.now
      slots[order.slot.put]?.isWhole = true
      world.tell("the file of \(order.id) is there")
      ended(.done(hash: nil))
    }
  }

  private func breaks(
    _ id: String, after delay: Int64, _ words: String,
    _ ended: @escaping (UploadNews.Ending) -> Void
  ) {
    world.after(delay) { [self] in
      broken[id, default: 0] += 1
      world.tell("the upload of \(id) breaks: \(words)")
      ended(.broken(words))
    }
  }

  /// A message of a file is at the server: so is its file.
  func check(_ message: XMLElement, _ id: String) {
    guard files.contains(id) else { return }
    let body = message.child("body", ServerNamespace.client)?.text ?? ""
    let address = body.split(separator: "\n").last.map(String.init) ?? ""
    let isThere = slots.values.contains { $0.get == address && $0.message == id && $0.isWhole }
    if !isThere { world.report(.unexpected, "\(id) comes before its file: \(body)", id) }
  }
}
