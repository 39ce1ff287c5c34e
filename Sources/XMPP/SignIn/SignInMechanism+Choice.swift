internal import Localization
internal import Model

extension SignInMechanism {
  /// A mechanism and the binding it is to be given.
  struct Choice: Equatable {
    var mechanism: SignInMechanism
    var binding: ChannelBinding?
  }

  /// The best of what the server offers that is safe here and keeps to the account's terms.
  ///
  /// A binding is given to a mechanism that does not carry it only where the server offers none that does: that
  /// tells the server (RFC 5802 §6, flag `y`) so that it can find out when somebody in the middle took the
  /// offer away.
  static func choose(
    _ features: StreamFeatures, isSecure: Bool, binding: ChannelBinding?,
    for account: SessionConfiguration
  ) throws(SessionFailure) -> Choice {
    let offered = allCases.filter { features.mechanisms.contains($0.rawValue) }
    let isOffered = offered.contains(where: \.needsBinding)
    // A server that takes nothing without a binding is tried with the one there is.
    let isNeeded = !offered.contains { $0 != .plain && !$0.needsBinding }
    let usable = binding.flatMap { binding in
      features.bindings?.contains(binding.typeName)
        ?? (binding.isCertain || isNeeded || !isOffered) ? binding : nil
    }
    let safe = offered.filter { mechanism in
      switch mechanism {
      case .plain: isSecure
      case .scramSHA1Plus, .scramSHA256Plus: usable != nil
      case .scramSHA1, .scramSHA256: true
      }
    }
    let good = safe.filter(account.terms.accept)
    guard !good.isEmpty else { throw refusal(of: safe.first, features, account) }
    guard let best = good.first(where: account.secret.serves) else {
      throw .passwordWanted(of: account.secret)
    }
    let isBindable = best.needsBinding || (!isOffered && best != .plain)
    return Choice(mechanism: best, binding: isBindable ? usable : nil)
  }

  /// Why nothing of it will do, and what the user can do.
  private static func refusal(
    of best: SignInMechanism?, _ features: StreamFeatures, _ account: SessionConfiguration
  ) -> SessionFailure {
    guard let best else {
      let list = features.mechanisms.joined(separator: ", ")
      return .notSafe(
        list.isEmpty
          ? tr("the server offers no safe way to sign in")
          : tr("the server offers no safe way to sign in, only \(list)"))
    }
    return .notSafe(
      words(for: best, account),
      unless: SignInConcession(mechanism: best, before: account.terms.strongest))
  }

  private static func words(
    for best: SignInMechanism, _ account: SessionConfiguration
  ) -> String {
    let command = "psst account add \(account.account.bare)"
    let before = account.terms.strongest.map { tr("It took \($0.rawValue) before.") + " " } ?? ""
    if best == .plain {
      let allowing = command + " --plain-password"
      return tr("the server wants the password itself (PLAIN).") + " " + before
        + tr("If it may have it: \(allowing)")
    }
    let allowing = command + " --weaker-sign-in"
    return tr(
      "the server offers only \(best.rawValue), which is weaker: somebody may be in between.") + " "
      + before + tr("If the server was changed: \(allowing)")
  }
}

extension SignInSecret {
  /// It is enough for the mechanism.
  func serves(_ mechanism: SignInMechanism) -> Bool {
    switch self {
    case .password: true
    case .keys(let keys): mechanism.keyHash == keys.hash
    case .keyring: false
    }
  }
}

extension ChannelBinding {
  /// The registered name (RFC 5929, RFC 9266).
  var typeName: String {
    switch self {
    case .exporter: "tls-exporter"
    case .unique: "tls-unique"
    }
  }

  /// A server that binds but does not say how (XEP-0440) knows this one. That is so under TLS 1.2;
  /// under 1.3 ejabberd before 23.04 offers to bind by `tls-unique`, which is not defined there, and
  /// refuses all else.
  var isCertain: Bool { if case .unique = self { true } else { false } }

  var bytes: [UInt8] {
    switch self {
    case .exporter(let bytes), .unique(let bytes): bytes
    }
  }
}
