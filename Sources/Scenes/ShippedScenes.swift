internal import Screen

/// The scenes that are compiled into the program.
public enum ShippedScenes {
  /// Their names, in the order of the list.
  public static var names: [String] { all.map(\.name) }

  /// The text of a scene; `nil` where there is none of that name.
  public static func text(_ name: String) -> String? {
    all.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
  }

  /// A scene by its name.
  public static func load(_ name: String) throws(SceneError) -> Scene {
    guard let text = text(name) else {
      throw .unknownScene(name: name, nearest: NearestName.find(name, among: names))
    }
    return try Scene.parse(text, name: name, finding: self.text)
  }

  private static let all: [(name: String, bytes: @Sendable () -> [UInt8])] = [
    ("tour", { PackageResources.tour_scene }),
    ("x1", { PackageResources.x1_scene }),
    ("x2", { PackageResources.x2_scene }),
    ("x3", { PackageResources.x3_scene }),
    ("x4", { PackageResources.x4_scene }),
    ("x5", { PackageResources.x5_scene }),
    ("x6", { PackageResources.x6_scene }),
    ("x7", { PackageResources.x7_scene }),
    ("x8", { PackageResources.x8_scene }),
  ]
}
