/// What somebody wants to sign in with, as it was typed; it is checked when it is used (C1).
public struct SignInRequest: Sendable, Equatable {
  /// `name@example.org`.
  public var address: String
  public var password: String
  /// `HOST:PORT`; empty where it is found by the address.
  public var server: String
  public var security: Account.Security
  /// What they are called; `nil`: that was not said.
  public var name: String?
  /// What the user was asked about, and takes (Z3).
  public var concession: SignInConcession?
  /// Lets in whom the server would refuse as new (XEP-0445).
  public var invitation: String?

  public init(
    address: String, password: String, server: String = "",
    security: Account.Security = .startTLS, name: String? = nil, invitation: String? = nil
  ) {
    self.address = address
    self.password = password
    self.server = server
    self.security = security
    self.name = name
    self.invitation = invitation
  }
}

/// What is to be done with it.
public enum SignInOrder: Sendable, Equatable {
  case signIn(SignInRequest)
  /// Make the account first (XEP-0077), with the server's form filled in where it had one.
  case register(SignInRequest, RegistrationForm?)

  /// What was typed.
  public var request: SignInRequest {
    switch self {
    case .signIn(let request), .register(let request, _): request
    }
  }
}

/// What came of it.
public enum SignInAnswer: Sendable, Equatable {
  /// The account is open.
  case done(JID)
  /// The server wants to know this of a new account; where it was told before, why that was not taken.
  case asks(RegistrationForm, because: SignInProblem? = nil)
  case refused(SignInProblem)
}

/// Why somebody cannot sign in, or have an account.
public struct SignInProblem: Error, Sendable, Equatable {
  /// What may be wrong, so that one is led there.
  public enum Part: Sendable { case address, password, server, form }

  /// What happened, and what can be done: beginnings and ends of sentences are for whoever shows them.
  public var text: String
  public var advice: String?
  public var part: Part
  /// The same may work later.
  public var isPassing: Bool
  /// What the user may be asked whether it will do.
  public var concession: SignInConcession?

  public init(
    _ text: String, at part: Part, advice: String? = nil, isPassing: Bool = false,
    concession: SignInConcession? = nil
  ) {
    self.text = text
    self.part = part
    self.advice = advice
    self.isPassing = isPassing
    self.concession = concession
  }

  /// As sentences.
  public var sentences: String {
    [text, advice].compactMap(\.self).map { part in
      let ending = part.last == "." ? "" : "."
      return part.prefix(1).uppercased() + part.dropFirst() + ending
    }.joined(separator: " ")
  }
}
