internal import Localization
internal import Model
internal import XMLStream

/// An account is made in the place of signing in: the invitation is shown, the form asked for, and sent back.
extension Negotiation {
  enum RegistrationStage: Equatable {
    case inviting, asking
    case submitting
  }

  mutating func register(_ registration: Registration, id: String) -> [Step] {
    let domain = configuration.account.domain
    guard let token = registration.invitation else { return ask(registration, id: id) }
    stage = .registering(.inviting, id: id)
    return send(XEP0445PreAuthentication.presenting(token, to: domain, id: id))
  }

  private mutating func ask(_ registration: Registration, id: String) -> [Step] {
    guard let form = registration.form else {
      stage = .registering(.asking, id: id)
      return send(XEP0077Registration.question(to: configuration.account.domain, id: id))
    }
    return submit(form, id: id)
  }

  private mutating func submit(_ form: RegistrationForm, id: String) -> [Step] {
    stage = .registering(.submitting, id: id)
    return send(XEP0077Registration.submission(form, to: configuration.account.domain, id: id))
  }

  private func send(_ iq: XMLElement) -> [Step] {
    [.send(iq.serialized(inside: Namespace.client))]
  }

  /// - Parameter next: the id of what is sent next.
  mutating func handle(
    _ element: XMLElement, registering now: RegistrationStage, id: String, next: String
  ) throws(SessionFailure) -> [Step] {
    guard element.is("iq", Namespace.client), element["id"] == id else {
      throw .broken(tr("\(element.name) before the account is made"))
    }
    guard element["type"] == "result" else {
      let error = StanzaError(of: element)
      return [.registration(.refused(error, isAboutInvitation: now == .inviting))]
    }
    switch now {
    case .inviting: return ask(configuration.registration ?? Registration(), id: next)
    case .asking: return asked(element, id: next)
    case .submitting: return [.registration(.made)]
    }
  }

  private mutating func asked(_ answer: XMLElement, id: String) -> [Step] {
    if let website = XEP0077Registration.website(in: answer) {
      return [.registration(.elsewhere(website))]
    }
    guard let form = XEP0077Registration.form(in: answer) else {
      return [.registration(.unreadable)]
    }
    let filled = form.filled(
      username: configuration.account.local ?? "", password: configuration.secret.password ?? "")
    return filled.isComplete ? submit(filled, id: id) : [.registration(.asks(filled))]
  }
}
