import Foundation
import Harness

/// The manual's table of rooms: who may import what.
struct RoomTable {
  /// Room → the modules it may import.
  let allowed: [String: Set<String>]

  /// Modules of the toolchain that any Swift room may use.
  static let toolchain: Set<String> = ["Dispatch", "Glibc", "Observation", "Synchronization"]

  /// - Parameter page: Markdown; the rows of the table have three columns: rooms, purpose, imports.
  init(page: String) {
    var table: [String: Set<String>] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false)
      guard columns.count == 5 else { continue }
      let imports = Self.names(columns[3])
      for room in Self.names(columns[1]) { table[room] = imports }
    }
    let rooms = Set(table.keys.filter { !Self.isC($0) })
    allowed = table.mapValues { $0.contains("all Swift rooms") ? rooms.union(Self.extra($0)) : $0 }
  }

  static func ofRepository() throws -> RoomTable {
    RoomTable(page: try Citations.page("Rooms").joined(separator: "\n"))
  }

  var swiftRooms: [String] { allowed.keys.filter { !Self.isC($0) }.sorted() }

  /// A C library behind a module map: `C` and a capital.
  static func isC(_ room: String) -> Bool {
    room.hasPrefix("C") && room.dropFirst().first?.isUppercase == true
  }

  private static func extra(_ imports: Set<String>) -> Set<String> {
    imports.subtracting(["all Swift rooms"])
  }

  private static func names(_ column: Substring) -> Set<String> {
    let words = column.replacing("`", with: " ").replacing(" and ", with: ",")
    let parts = words.split { $0 == "," || $0 == "–" }
    let names = parts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    if names.contains("all Swift rooms") { return Set(names) }
    return Set(names.flatMap { $0.split(separator: " ").map(String.init) })
  }
}
