import Foundation

/// Where the sources stand, and the programs built from them.
public enum Repository {
  /// The folder that holds Package.swift.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The built program: beside the test bundle this code runs from.
  public static func program(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/" + name
  }

  public static var psst: String { program("psst") }

  /// The interpreter with slixmpp, made by the README's test command.
  public static var peerPython: String { root + "/.build/peer-venv/bin/python" }
}
