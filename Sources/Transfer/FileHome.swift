/// Where an account's own server keeps files: what lies there may be fetched from a private network, and nothing else.
struct FileHome {
  /// An address that the server gave for a file, or has by its own configuration.
  var known: String?
  /// The account's.
  var domain: String

  /// As Prosody and ejabberd come, and what stands behind a proxy of the web.
  private static let usualPorts: Set<UInt16> = [443, 5_281, 5_443]

  /// The file lies there. Until the server has named one by itself it is under its own domain, where such servers
  /// listen.
  func has(_ address: WebAddress) -> Bool {
    if let known = known.flatMap({ WebAddress($0) }) { return address.isSameHost(as: known) }
    let isOfDomain = address.host == domain || address.host.hasSuffix(".\(domain)")
    return address.isSecure && isOfDomain && Self.usualPorts.contains(address.port)
  }
}
