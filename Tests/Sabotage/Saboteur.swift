import Simulation

/// Carries out a ``Sabotage`` at one device, on the bytes that pass.
final class Saboteur: WireTampering {
  private let kind: Sabotage
  private let account: String
  /// Ids of messages that left once.
  private var sent: Set<String> = []
  private var thisConnection: [String] = []
  private var before: [String] = []
  private var newestArchiveID: String?
  private var blocked: Set<String> = []
  private var texts: [String: String] = [:]
  private(set) var isWaitingForPage = false
  /// The id of what the server was asked last, and whether it has just answered that.
  private var asked: String?
  private var hasJustAnswered = false

  init(_ kind: Sabotage, account: String) {
    self.kind = kind
    self.account = account
  }

  /// What came back goes out again, without a word to the program.
  func sentAgain(_ id: String) -> [UInt8]? {
    kind == .bouncesBack ? texts[id].map { Array($0.utf8) } : nil
  }

  /// A page of the archive was asked for.
  func hasAsked(_ bytes: [UInt8]) -> Bool {
    guard kind == .dropsSlowPages,
      String(decoding: bytes, as: UTF8.self).contains("<query xmlns='urn:xmpp:mam:2'")
    else { return false }
    isWaitingForPage = true
    return true
  }

  func connected() {
    isWaitingForPage = false
    before = kind == .resendsEverything ? before + thisConnection : thisConnection
    thisConnection = []
  }

  /// What the program was told.
  func incoming(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let id = StanzaText.value(of: "id", after: "by='\(account)'", in: text) {
      newestArchiveID = id
    }
    if kind == .dropsSlowPages, text.contains("<fin") { isWaitingForPage = false }
    hasJustAnswered = isAnswered(by: text)
    if text.contains("type='error'"), let chat = StanzaText.value(of: "from", in: text) {
      blocked.insert(chat)
    }
  }

  private func isAnswered(by text: String) -> Bool {
    guard let asked, text.contains(" id='\(asked)'") else { return false }
    return kind == .trustsEveryPong || text.contains("complete='true'")
  }

  /// What it asks in the moment of an answer is about what it handed over since the question. Whose program takes
  /// that answer for all that is under way behaves as if this one were answered, too.
  func answer(to bytes: [UInt8]) -> [UInt8]? {
    guard let (mark, content) = questions,
      let iq = question(mark, in: String(decoding: bytes, as: UTF8.self)),
      let id = StanzaText.value(of: "id", in: iq)
    else { return nil }
    asked = id
    guard hasJustAnswered else { return nil }
    hasJustAnswered = false
    let from = StanzaText.value(of: "to", in: iq).map { " from='\($0)'" } ?? ""
    return Array("<iq type='result' id='\(id)'\(from)>\(content)</iq>".utf8)
  }

  /// By what they are known, and what answers them.
  private var questions: (mark: String, content: String)? {
    let set = "<set xmlns='http://jabber.org/protocol/rsm'/>"
    switch kind {
    case .trustsEveryPong: return ("<ping xmlns='urn:xmpp:ping'/>", "")
    case .trustsEveryPage:
      return (
        "<query xmlns='urn:xmpp:mam:2'", "<fin xmlns='urn:xmpp:mam:2' complete='true'>\(set)</fin>"
      )
    default: return nil
    }
  }

  /// What is asked of the server itself.
  private func question(_ mark: String, in text: String) -> String? {
    let pieces = text.split(separator: "<iq ").map { "<iq " + $0 }
    return pieces.last { piece in
      piece.contains(mark) && StanzaText.value(of: "to", in: piece)?.contains("@") != true
    }
  }

  /// What leaves in place of what the program wrote.
  func outgoing(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    if kind == .livePoisonsCursor { return Array(poisoned(text).utf8) }
    let pieces = StanzaText.pieces(of: text).map { piece in
      StanzaText.isChat(piece) ? changed(piece) : piece
    }
    var result = pieces.joined()
    if result.contains("<presence"), isResending {
      result += before.joined()
      if kind == .resendsLastConnection { before = [] }
    }
    return Array(result.utf8)
  }

  private var isResending: Bool { kind == .resendsLastConnection || kind == .resendsEverything }

  private func changed(_ message: String) -> String {
    let id = StanzaText.value(of: "id", in: message) ?? ""
    let isRepeat = !sent.insert(id).inserted
    thisConnection.append(message)
    texts[id] = message
    switch kind {
    case .newIDAtResend where isRepeat, .newIDWithoutArchive where isRepeat:
      return StanzaText.replacing(id, by: id.dropLast(4) + "f0f0", in: message)
    case .forgetsWhatItCorrects where isRepeat:
      return StanzaText.without("replace", in: message)
    case .forgetsWhatItAnswers where isRepeat:
      return StanzaText.without("reply", in: message)
    case .errorBlocksChat:
      let chat = StanzaText.value(of: "to", in: message) ?? ""
      return blocked.contains(chat) ? "" : message
    default: return message
    }
  }

  private func poisoned(_ text: String) -> String {
    guard let newestArchiveID, let start = text.firstRange(of: "<after>"),
      let end = text.firstRange(of: "</after>")
    else { return text }
    return text[..<start.upperBound] + newestArchiveID + text[end.lowerBound...]
  }
}
