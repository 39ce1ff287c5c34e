/// How to sign in, best first (RFC 5802, RFC 7677, RFC 4616).
enum SASLMechanism: String, CaseIterable {
  case scramSHA256Plus = "SCRAM-SHA-256-PLUS"
  case scramSHA256 = "SCRAM-SHA-256"
  case scramSHA1Plus = "SCRAM-SHA-1-PLUS"
  case scramSHA1 = "SCRAM-SHA-1"
  case plain = "PLAIN"

  var needsBinding: Bool { self == .scramSHA256Plus || self == .scramSHA1Plus }

  /// A mechanism and the binding it is to be given.
  struct Choice: Equatable {
    var mechanism: SASLMechanism
    var binding: ChannelBinding?
  }

  /// The best of what the server offers that is safe here.
  ///
  /// PLAIN gives the password away and is taken only under TLS when nothing else is offered. A binding is
  /// given to a mechanism that does not carry it only where the server offers none that does: that tells the
  /// server (RFC 5802 §6, flag `y`) so that it can find out when somebody in the middle took the offer away.
  static func choose(_ features: StreamFeatures, isSecure: Bool, binding: ChannelBinding?)
    throws(SessionFailure) -> Choice
  {
    let offered = allCases.filter { features.mechanisms.contains($0.rawValue) }
    let isOffered = offered.contains(where: \.needsBinding)
    // A server that takes nothing without a binding is tried with the one there is.
    let isNeeded = !offered.contains { $0 != .plain && !$0.needsBinding }
    let usable = binding.flatMap { binding in
      features.bindings?.contains(binding.typeName)
        ?? (binding.isCertain || isNeeded || !isOffered) ? binding : nil
    }
    let best = offered.first { mechanism in
      switch mechanism {
      case .plain: isSecure
      case .scramSHA1Plus, .scramSHA256Plus: usable != nil
      case .scramSHA1, .scramSHA256: true
      }
    }
    guard let best else {
      let list = features.mechanisms.joined(separator: ", ")
      let offer = list.isEmpty ? "" : ", only \(list)"
      throw .notSafe("the server offers no safe way to sign in\(offer)")
    }
    let isBindable = best.needsBinding || !isOffered
    return Choice(mechanism: best, binding: isBindable ? usable : nil)
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
