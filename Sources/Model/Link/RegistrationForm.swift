/// What a server wants to know of a new account, or is told (XEP-0077).
public struct RegistrationForm: Sendable, Equatable {
  public var form: DataForm
  /// It is asked in XEP-0077's own words, and not by a form of XEP-0004: so it is answered.
  public var isPlain: Bool

  public init(_ form: DataForm, isPlain: Bool) {
    self.form = form
    self.isPlain = isPlain
  }

  /// The form with the name and the password in it, which were typed already and are not asked for again.
  public func filled(username: String, password: String) -> RegistrationForm {
    var filled = self
    for (name, value) in [("username", username), ("password", password)] {
      guard let index = form.fields.firstIndex(where: { $0.name == name }) else { continue }
      filled.form.fields[index].values = [value]
      filled.form.fields[index].kind = .hidden
    }
    return filled
  }

  /// Nobody need be asked for more than was typed already.
  public var isComplete: Bool {
    form.fields.allSatisfy { field in
      switch field.kind {
      case .hidden, .fixed: true
      default: !field.isRequired && field.media.isEmpty
      }
    }
  }
}

/// How an account is made before one signs in to it.
public struct Registration: Sendable, Equatable {
  /// Lets in whom the server would refuse (XEP-0445).
  public var invitation: String?
  /// Filled in; `nil` asks for it first.
  public var form: RegistrationForm?

  public init(invitation: String? = nil, form: RegistrationForm? = nil) {
    self.invitation = invitation
    self.form = form
  }
}
