internal import Localization
internal import Model
internal import Screen

/// Who of a group has read a message of mine, and who has not yet; never when (D4, D5).
enum MessageReaders {
  static func lines(_ readers: [RoomReader], context: Context) -> [[Span]] {
    guard !readers.isEmpty else { return [] }
    let count = readers.count(where: \.hasRead)
    let title = " \(tr("Read by \(count) of \(readers.count)"))"
    let inOrder = readers.filter(\.hasRead) + readers.filter { !$0.hasRead }
    return [[], [Span(title, .paneDay)]] + inOrder.map { line($0, context.look.glyphs) }
  }

  private static func line(_ reader: RoomReader, _ glyphs: Glyphs) -> [Span] {
    let mark = reader.hasRead ? glyphs.read : glyphs.sent
    let blanks = String(repeating: " ", count: max(1, 4 - mark.count))
    let name = Span(
      " \(mark)\(blanks)\(ShownName.marked(reader.nick))",
      reader.hasRead ? .statusRead : .statusSent)
    let address = reader.address.map { [Span("  \(Names.address($0))", .dim)] } ?? []
    return [name] + (reader.hasRead ? [] : [Span("  \(tr("not yet"))", .dim)]) + address
  }
}
