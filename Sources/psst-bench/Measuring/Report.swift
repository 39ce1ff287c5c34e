internal import FoundationEssentials
internal import Glibc

/// One measured number.
struct Reading: Codable {
  var measure: String
  var value: Double
  var unit: String
  /// What the requirements ask, in words; empty where they ask nothing.
  var target = ""
}

/// What one benchmark found; printed as it is found.
final class Report {
  private struct Section: Codable {
    var title: String
    var readings: [Reading] = []
    var remarks: [String] = []
  }

  private var sections: [Section] = []
  private let isJSON: Bool

  init(isJSON: Bool) { self.isJSON = isJSON }

  func begin(_ title: String) {
    sections.append(Section(title: title))
    say("\n\(title)")
  }

  func add(_ measure: String, _ value: Double, _ unit: String, target: String = "") {
    let reading = Reading(measure: measure, value: value, unit: unit, target: target)
    sections[sections.count - 1].readings.append(reading)
    let number = Self.padded(Self.text(of: value), to: 12, onLeft: true)
    let words = Self.padded(measure, to: 52)
    say("  \(words)\(number) \(Self.padded(unit, to: 8))\(target.isEmpty ? "" : "  \(target)")")
  }

  /// Median and p99 of one thing.
  func add(_ measure: String, _ values: Percentiles, _ unit: String, target: String = "") {
    add("\(measure), median of \(values.count)", values.median, unit)
    add("\(measure), p99", values.p99, unit, target: target)
  }

  func remark(_ text: String) {
    sections[sections.count - 1].remarks.append(text)
    say("  \(text)")
  }

  /// The whole as one JSON value, where that was asked for.
  func finish() throws {
    guard isJSON else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(sections), as: UTF8.self))
  }

  private func say(_ line: String) {
    guard !isJSON else { return }
    print(line)
    fflush(nil)
  }

  private static func padded(_ text: String, to width: Int, onLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return onLeft ? blanks + text : text + blanks
  }

  /// Three digits that say something.
  private static func text(of value: Double) -> String {
    guard value.isFinite else { return "–" }
    let scale: Double = abs(value) < 10 ? 100 : abs(value) < 100 ? 10 : 1
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
