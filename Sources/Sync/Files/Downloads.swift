internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Fetches the files of messages, each once at a time: when the user says so, or by themselves as far as the user has
/// said. Where they lie then is in their messages.
struct Downloads: Tracker {
  static let keyPath: any Path = \.downloads

  /// So many are fetched by themselves at a time; of more the user says which.
  static let mostUnasked = 4

  /// The rows of the messages whose files are on their way.
  private var going: Set<Int64> = []
  /// Those of them that nobody asked for.
  private var unasked: Set<Int64> = []
  /// What begins when it is known where my server keeps files.
  private var waiting: [DownloadOrder] = []
  private var isHomeAsked = false

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    if !state.downloads.waiting.isEmpty {
      if !state.downloads.isHomeAsked {
        state.downloads.isHomeAsked = true
        state.uploads.askHome(isLinked: state.ready != nil, turn)
      }
      if !state.uploads.isAskingHome { try state.downloads.begin(turn) }
    }
    guard turn.privacy.fetchesUpTo > 0 else { return }
    for row in turn.arrived { try state.downloads.fetch(row, turn) }
  }

  /// What has just come from a contact, and is as small as was said.
  private mutating func fetch(_ row: Int64, _ turn: Turn) throws(StorageError) {
    guard unasked.count < Self.mostUnasked, !going.contains(row),
      let message = try turn.database.messages.message(row), !message.isMine,
      let file = message.attachment, file.address != nil, file.savedAs == nil,
      let size = file.size, size <= turn.privacy.fetchesUpTo,
      let contact = try turn.database.roster.contact(message.chat), contact.subscription != .none
    else { return }
    going.insert(row)
    unasked.insert(row)
    try order(DownloadOrder(row: row, file: file), turn)
  }

  /// What may lie at my own server begins when it is known where that keeps files.
  private mutating func order(_ order: DownloadOrder, _ turn: Turn) throws(StorageError) {
    var order = order
    order.home = try Uploads.home(turn)
    if order.home == nil, order.file.address?.contains(turn.me.asciiDomain) == true {
      waiting.append(order)
    } else {
      turn.download(order)
    }
  }

  private mutating func begin(_ turn: Turn) throws(StorageError) {
    let home = try Uploads.home(turn)
    for var order in waiting where going.contains(order.row) {
      order.home = home
      turn.download(order)
    }
    (waiting, isHomeAsked) = ([], false)
  }

  /// Begins it, or ends it where it is on its way; one that is to get another name goes on.
  mutating func toggle(_ row: Int64, _ path: String?, _ turn: Turn) throws(StorageError) {
    guard let file = try turn.database.messages.message(row)?.attachment else {
      return turn.change(.download(row: row, nil))
    }
    guard path == nil || !going.contains(row) else {
      return turn.notice(.information, tr("\(file.name) is being saved already."))
    }
    guard going.insert(row).inserted else {
      going.remove(row)
      unasked.remove(row)
      turn.cancelDownload(row)
      waiting.removeAll { $0.row == row }
      turn.change(.download(row: row, nil))
      return turn.notice(.information, tr("\(file.name) is not saved."))
    }
    try order(DownloadOrder(row: row, file: file, path: path), turn)
  }

  /// What became of it could not be written down: the file is there, and its message does not know.
  mutating func missed(_ news: DownloadNews, _ turn: Turn) {
    guard going.remove(news.row) != nil else { return }
    unasked.remove(news.row)
    turn.change(.download(row: news.row, nil))
    if case .saved(let path) = news.ending { turn.notice(.information, tr("Saved as \(path)")) }
  }

  mutating func ended(_ news: DownloadNews, _ turn: Turn) throws(StorageError) {
    guard going.remove(news.row) != nil else { return }
    // Who did not ask is not told; the row says it.
    let isAsked = unasked.remove(news.row) == nil
    turn.change(.download(row: news.row, nil))
    guard let message = try turn.database.messages.message(news.row), var file = message.attachment
    else { return }
    switch news.ending {
    case .failed(let reason):
      if isAsked { turn.notice(.error, tr("\(file.name) is not saved: \(reason).")) }
    case .saved(let path):
      file.savedAs = path
      try turn.database.messages.setFile(file, of: news.row)
      turn.touch(message)
      if isAsked { turn.notice(.information, tr("Saved as \(path)")) }
    }
  }
}
