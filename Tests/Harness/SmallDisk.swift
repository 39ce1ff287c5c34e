import Foundation
import Glibc

/// A disk of a few megabytes that exists for one test only: a tmpfs in a mount namespace of its own
/// (mount_namespaces(7)), which programs see that are started at ``place``.
public final class SmallDisk {
  /// Whether this computer lets a test make one: it takes root, or user namespaces.
  public static let isPermitted: Bool = {
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/unshare")
    program.arguments = unsharing + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    (program.standardOutput, program.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? program.run()) != nil else { return false }
    program.waitUntilExit()
    return program.terminationStatus == 0
  }()

  /// The words before the name of a program that is to see the disk: see ``PsstHome/init(at:)``.
  public let place: [String]

  private let holder: ChildProcess
  private var folder = ""

  /// Where its programs find it, once it is mounted.
  public var path: String { folder }

  /// One that stands in the place of a folder from the beginning.
  public convenience init(at folder: String, megabytes: Int) throws {
    try self.init()
    try mount(at: folder, megabytes: megabytes)
  }

  public init() throws {
    holder = try ChildProcess(["/usr/bin/unshare"] + Self.unsharing + ["sh", "-c", "echo; cat"])
    try holder.waitUntil("a namespace") { !$0.output.isEmpty }
    let user = geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]
    place = ["/usr/bin/nsenter", "--target", "\(holder.pid)", "--mount"] + user + ["--"]
  }

  private static var unsharing: [String] {
    ["--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"])
  }

  /// Puts it in the place of this folder, which is made.
  public func mount(at folder: String, megabytes: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    self.folder = folder
    let options = "size=\(megabytes)m,mode=700"
    guard try run("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder) == 0 else {
      throw Unmet("no tmpfs at \(folder)")
    }
  }

  /// Takes all the room that is left.
  public func fill() throws {
    guard try run("dd", "if=/dev/zero", "of=\(folder)/filler", "bs=4k") != 0 else {
      throw Unmet("\(folder) has no end")
    }
  }

  /// Gives it back.
  public func makeRoom() throws {
    guard try run("rm", "\(folder)/filler") == 0 else { throw Unmet("no filler in \(folder)") }
  }

  private func run(_ words: String...) throws -> Int32 {
    let program = try ChildProcess(place + words)
    program.endInput()
    return try program.waitForEnd()
  }
}
