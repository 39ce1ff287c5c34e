import Foundation
import Harness

/// ejabberd without its service: Erlang nodes that belong to the test.
enum Ejabberd {
  /// A name among the nodes of a cluster, and where they ask for each other (epmd(1)).
  struct Name {
    let name: String
    let registry: UInt16
  }

  private static let libraries = "/usr/lib/x86_64-linux-gnu"

  /// The configuration that comes with the package.
  static let shipped = "/usr/share/ejabberd/ejabberd.yml.example"

  /// With its packages ejabberd and erlang-p1-sqlite3.
  static var isInstalled: Bool {
    let files = FileManager.default
    let erlang = (try? files.contentsOfDirectory(atPath: "/usr/lib/erlang/lib")) ?? []
    return files.fileExists(atPath: shipped) && erlang.contains { $0.hasPrefix("p1_sqlite3-") }
  }

  /// Compiles psst's modules as the head of the printed configuration says; a server as shipped has none.
  private static func compileModules(in folder: String) throws {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(".erl") }
    if files.isEmpty { return }
    let compiler = try ChildProcess(
      ["erlc", "-o", folder] + files.map { "\(folder)/\($0)" },
      environment: ["ERL_LIBS": libraries])
    guard try compiler.waitForEnd(bound: 60) == 0 else {
      throw Unmet("erlc: \(compiler.outputText)\(compiler.errorText)")
    }
  }

  /// A node with the folder's `ejabberd.yml` and the modules in its folder `modules`. Returns when it has done
  /// the steps, which are Erlang.
  static func start(
    in folder: String, at place: [String] = [], as name: Name? = nil, then steps: [String]
  ) throws -> ChildProcess {
    try compileModules(in: folder + "/modules")
    let cluster = name.map {
      [
        "-sname", $0.name, "-setcookie", "test", "-start_epmd", "false",
        "-kernel", "inet_dist_use_interface", "{127,0,0,1}",
      ]
    }
    var environment = [
      "ERL_LIBS": libraries, "EJABBERD_CONFIG_PATH": folder + "/ejabberd.yml",
      "EJABBERD_LOG_PATH": folder + "/ejabberd.log", "HOME": folder,
    ]
    environment["ERL_EPMD_PORT"] = name.map { "\($0.registry)" }
    let process = try ChildProcess(
      place + ["erl", "-noinput", "-mnesia", "dir", "\"\(folder)/spool\""]
        + ["-pa", folder + "/modules"] + (cluster ?? [])
        + [
          "-s", "ejabberd", "-eval",
          (steps + ["io:format(\"all is ready~n\")"]).joined(separator: ", ") + ".",
        ], environment: environment)
    try process.waitUntil("ejabberd", bound: 60) { $0.outputText.contains("all is ready") }
    return process
  }

  /// The step that makes an account, where it is not there yet.
  static func register(_ name: String, _ domain: String, _ password: String) -> String {
    let words = [name, domain, password].map { "<<\"\($0)\">>" }.joined(separator: ", ")
    return "_ = ejabberd_auth:try_register(\(words))"
  }
}
