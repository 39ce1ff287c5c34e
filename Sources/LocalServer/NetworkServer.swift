internal import Glibc
internal import Localization
internal import Model

/// A server on a network, for many people: the configuration it needs so that psst keeps its promises on it.
public struct NetworkServer: Sendable {
  /// What can be configured.
  public enum Software: String, Sendable, CaseIterable {
    case prosody, ejabberd
  }

  /// Where the server looks for psst's modules when no folder is named.
  public static func usualModules(of software: Software) -> String {
    "/usr/local/lib/psst/\(software.rawValue)"
  }

  let software: Software
  let domain: String
  /// The folder of the modules, as the server will see it.
  let modules: String

  /// - Parameters:
  ///   - domain: what stands behind the @ of its accounts; letters, digits, dots and hyphens.
  ///   - modules: an absolute path; ``usualModules(of:)`` where it is `nil`.
  public init(
    _ software: Software, domain: String, modules: String? = nil
  ) throws(PrivateServerError) {
    let isName = domain.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." || $0 == "-"
    }
    guard isName, let jid = JID(domain), jid.local == nil, jid.resource == nil else {
      throw .adminRefused(tr("“\(domain)” cannot be a domain"))
    }
    self.software = software
    self.domain = jid.domain
    self.modules = modules ?? Self.usualModules(of: software)
  }

  /// The whole configuration file.
  public var configuration: String {
    let (bytes, folder) =
      switch software {
      case .prosody: (PackageResources.prosody_network_cfg_lua, Self.lua(modules))
      case .ejabberd: (PackageResources.ejabberd_yml, Self.shell(modules))
      }
    return String(decoding: bytes, as: UTF8.self)
      .replacing("@DOMAIN@", with: domain)
      .replacing("@MODULES@", with: folder)
  }

  /// For a command in a comment. A path that a shell or YAML could take for more than a name is not repeated.
  private static func shell(_ path: String) -> String {
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "/._-+".unicodeScalars.contains($0)
    }
    return isPlain ? path : "DIR"
  }

  /// Readable where nothing in it means something to Lua.
  private static func lua(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    return isPlain ? "\"\(path)\"" : "\(LuaString(path))"
  }

  /// Writes the modules that the configuration names into a folder, readable by the server's user; makes
  /// the folder where it is missing.
  public func writeModules() throws(PrivateServerError) {
    let files =
      switch software {
      case .prosody: ServerConfiguration.shared
      case .ejabberd: ["mod_psst_silence.erl": PackageResources.mod_psst_silence_erl]
      }
    guard mkdir(modules, 0o755) == 0 || errno == EEXIST else { throw SmallFile.failure(modules) }
    for (name, bytes) in files {
      let path = "\(modules)/\(name)"
      try SmallFile.write(String(decoding: bytes, as: UTF8.self), to: path)
      guard chmod(path, 0o644) == 0 else { throw SmallFile.failure(path) }
    }
  }
}
