internal import Glibc
internal import Localization
internal import Model

/// A server on a network, for many people: the configuration it needs so that psst keeps its promises on it.
public struct NetworkServer: Sendable {
  /// What can be configured.
  public enum Software: String, Sendable, CaseIterable {
    case prosody, ejabberd
  }

  /// Where a Prosody looks for psst's modules when nothing else is said.
  public static let usualModules = "/usr/local/lib/psst/prosody"

  let software: Software
  let domain: String
  /// The folder of the modules, as the server will see it.
  let modules: String

  /// - Parameters:
  ///   - domain: what stands behind the @ of its accounts; letters, digits, dots and hyphens.
  ///   - modules: an absolute path; for Prosody alone.
  public init(
    _ software: Software, domain: String, modules: String = usualModules
  ) throws(PrivateServerError) {
    let isName = domain.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." || $0 == "-"
    }
    guard isName, let jid = JID(domain), jid.local == nil, jid.resource == nil else {
      throw .adminRefused(tr("“\(domain)” cannot be a domain"))
    }
    self.software = software
    self.domain = jid.domain
    self.modules = modules
  }

  /// The whole configuration file.
  public var configuration: String {
    let bytes =
      switch software {
      case .prosody: PackageResources.prosody_network_cfg_lua
      case .ejabberd: PackageResources.ejabberd_yml
      }
    return String(decoding: bytes, as: UTF8.self)
      .replacing("@DOMAIN@", with: domain)
      .replacing("@MODULES@", with: Self.lua(modules))
  }

  /// Readable where nothing in it means something to Lua.
  private static func lua(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    return isPlain ? "\"\(path)\"" : "\(LuaString(path))"
  }

  /// Writes the modules that the configuration names into a folder, readable by the server's user; makes
  /// the folder where it is missing. Does nothing for a server that needs none.
  public func writeModules() throws(PrivateServerError) {
    guard software == .prosody else { return }
    guard mkdir(modules, 0o755) == 0 || errno == EEXIST else { throw SmallFile.failure(modules) }
    for (name, bytes) in ServerConfiguration.shared {
      let path = "\(modules)/\(name)"
      try SmallFile.write(String(decoding: bytes, as: UTF8.self), to: path)
      guard chmod(path, 0o644) == 0 else { throw SmallFile.failure(path) }
    }
  }
}
