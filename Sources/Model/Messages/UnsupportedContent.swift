internal import Localization

extension Message {
  /// What came and had something to say, and psst cannot show: it is a line that says what it is.
  public enum Unsupported: Sendable, Hashable {
    /// It cannot be read, because it is encrypted in this way.
    case encrypted(Encryption)
    case sticker
    /// To a group that has no valid address, or that somebody in a group speaks of; the address where that was told.
    case invitation(to: String?)
    case attention
    case call

    /// How a message is encrypted from end to end (XEP-0380).
    public enum Encryption: String, Sendable {
      case omemo, openPGP
    }
  }
}

extension Message.Unsupported {
  /// For people.
  public var words: String {
    switch self {
    case .encrypted: tr("(an encrypted message: psst cannot read it yet)")
    case .sticker: tr("(a sticker)")
    case .invitation(let group?): tr("(an invitation to the group \(group))")
    case .invitation(nil): tr("(an invitation to a group: its address cannot be read)")
    case .attention: tr("(wants your attention)")
    case .call: tr("(a call: psst cannot take calls)")
    }
  }

  /// For files of ours and for other programs: `encrypted omemo`, `sticker`.
  public var code: String {
    switch self {
    case .encrypted(let encryption): "encrypted \(encryption.rawValue)"
    case .sticker: "sticker"
    case .invitation(let group): ["invitation", group].compactMap(\.self).joined(separator: " ")
    case .attention: "attention"
    case .call: "call"
    }
  }

  /// What ``code`` wrote; `nil` where it did not.
  public init?(code: String) {
    let parts = code.split(separator: " ", maxSplits: 1).map(String.init)
    let detail = parts.count == 2 ? parts[1] : nil
    switch parts.first {
    case "encrypted":
      guard let encryption = detail.flatMap(Encryption.init) else { return nil }
      self = .encrypted(encryption)
    case "sticker": self = .sticker
    case "invitation": self = .invitation(to: detail)
    case "attention": self = .attention
    case "call": self = .call
    default: return nil
    }
  }
}
