internal import Localization
internal import Model
internal import Sync
internal import XMPP

/// Asks a server for an account (XEP-0077).
enum RegistrationAttempt {
  enum Answer: Equatable, Sendable {
    case made
    case asks(RegistrationForm)
  }

  /// Blocks until it is known, at most so many seconds.
  static func run(
    _ account: Account, password: String, _ registration: Registration,
    wire makeWire: @escaping WireMaker, seconds: Int
  ) -> Result<Answer, SignInProblem> {
    var configuration = SessionConfiguration(
      account: account.jid, secret: .password(password), resource: AccountDirectory.newResource(),
      requiresTLS: account.security != .off)
    configuration.registration = registration
    return ShortSession<Answer>.run(configuration, wire: makeWire, seconds: seconds) { event in
      guard case .registration(let answer) = event else { return nil }
      return outcome(of: answer, account.jid, wasFilled: registration.form != nil)
    }
  }

  private static func outcome(
    of answer: RegistrationAnswer, _ jid: JID, wasFilled: Bool
  ) -> Result<Answer, SignInProblem> {
    switch answer {
    case .made: .success(.made)
    case .asks(let form): .success(.asks(form))
    case .elsewhere(let website):
      .failure(
        SignInProblem(
          tr("accounts of \(jid.domain) are made on its website"), at: .server,
          advice: tr("Go to \(website), then sign in here")))
    case .unreadable:
      .failure(
        SignInProblem(tr("the server asks what psst cannot read"), at: .server))
    case .refused(let error, let isAboutInvitation):
      .failure(isAboutInvitation ? invitation(error) : refusal(error, jid, wasFilled))
    }
  }

  private static func invitation(_ error: StanzaError) -> SignInProblem {
    SignInProblem(
      tr("the invitation is not taken\(words(error))"), at: .address,
      advice: tr("It may have been used, or be too old: ask for another"))
  }

  /// Whatever would be filled in.
  private static let closing: Set<String> = [
    "not-allowed", "forbidden", "service-unavailable", "feature-not-implemented", "item-not-found",
    "registration-required", "not-authorized",
  ]

  private static func refusal(
    _ error: StanzaError, _ jid: JID, _ wasFilled: Bool
  ) -> SignInProblem {
    switch error.condition {
    case "conflict":
      SignInProblem(
        tr("there is an account \(jid.bare) already"), at: .address,
        advice: tr("Choose another name, or sign in if it is yours"))
    case let condition where closing.contains(condition) && !wasFilled:
      SignInProblem(
        tr("the server makes no account for you\(words(error))"), at: .form,
        advice: tr("Some servers make them on a website, or by invitation"))
    case "resource-constraint", "policy-violation", "remote-server-timeout":
      SignInProblem(
        tr("the server makes no account just now\(words(error))"), at: .form,
        advice: tr("Try again later"), isPassing: true)
    default:
      SignInProblem(
        tr("the server does not take this: \(error.text ?? error.condition)"), at: .form,
        isPassing: error.kind == "wait")
    }
  }

  private static func words(_ error: StanzaError) -> String { error.text.map { ": \($0)" } ?? "" }
}
