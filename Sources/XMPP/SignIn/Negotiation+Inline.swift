internal import Localization
internal import Model
internal import XMLStream

/// By XEP-0388: one word says who one is and what is wanted of the stream, and one answers all of it.
extension Negotiation {
  /// What shows whose the account is.
  enum Proof {
    case password(SASL)
    case token(HashedToken)
  }

  /// The end of signing in comes without a stream begun anew.
  var isInline: Bool {
    switch stage {
    case .authenticatingInline: true
    case .awaitingHeader, .awaitingFeatures: configuration.token != nil
    default: false
    }
  }

  // MARK: What is said

  /// The token, where it can be used on this connection and may stand for the password.
  var usableToken: HashedToken? {
    guard isSecure, configuration.agent != nil, let token = configuration.token,
      configuration.terms.accept(token.mechanism)
    else { return nil }
    return HashedToken(token, binding: binding)
  }

  /// The way in by the password; `nil` where the server does not know this one, or has a better one without it.
  func inlineChoice(_ features: StreamFeatures) throws(SessionFailure) -> SignInMechanism.Choice? {
    guard isSecure, let inline else { return nil }
    var offered = features
    offered.mechanisms = inline.mechanisms
    guard !features.mechanisms.isEmpty else { return try choose(offered) }
    guard let choice = try? choose(offered) else { return nil }
    let other = try? choose(features)
    return other.map { choice.mechanism.isAtLeast($0.mechanism) } ?? true ? choice : nil
  }

  private func choose(_ features: StreamFeatures) throws(SessionFailure) -> SignInMechanism.Choice {
    try SignInMechanism.choose(
      features, isSecure: isSecure, binding: binding, for: configuration)
  }

  mutating func authenticate(
    _ choice: SignInMechanism.Choice, _ user: String
  ) throws(SessionFailure) -> [Step] {
    let (sasl, first) = try SASL.begin(choice, user: user, secret: configuration.secret)
    stage = .authenticatingInline(.password(sasl))
    wantedToken = bestToken(besides: choice.mechanism)
    let requests = sessionRequests + (wantedToken.map { [XEP0484FAST.request(for: $0)] } ?? [])
    let element = XEP0388ExtensibleSASL.authenticate(
      by: sasl.mechanism.rawValue, first, agent: configuration.agent, requests)
    return [.send(element.serialized())]
  }

  /// With the header, before anything was offered: what the server does not know it leaves out.
  mutating func authentication(by token: HashedToken) throws(SessionFailure) -> XMLElement {
    guard let user = configuration.account.local else {
      throw SessionFailure(.signInRefused(reason: tr("the address has no name before an @")))
    }
    wantedToken = token.mechanism
    return XEP0388ExtensibleSASL.authenticate(
      by: token.mechanism.rawValue, try token.begin(user: user), agent: configuration.agent,
      sessionRequests + [XEP0484FAST.use])
  }

  /// No less bound to the connection than the password is.
  private func bestToken(besides mechanism: SignInMechanism) -> SignInToken.Mechanism? {
    guard configuration.agent != nil, let inline else { return nil }
    var terms = configuration.terms
    if mechanism.needsBinding { terms.strongest = mechanism }
    return ChannelBinding.tokens(for: binding).first {
      inline.tokens.contains($0) && terms.accept($0)
    }
  }

  /// No resource is bound beside an old stream that nobody is asked about.
  private var sessionRequests: [XMLElement] {
    var requests: [XMLElement] = []
    let resumes = inline?.resumes ?? configuration.resumesInline
    if let old, resumes { requests.append(XEP0198StreamManagement.resume(old)) }
    guard configuration.agent != nil, configuration.mayBindInline, old == nil || resumes else {
      return requests
    }
    let features = inline.map(\.bind) ?? XEP0386Bind2.usual
    if let features { requests.append(XEP0386Bind2.request(features)) }
    return requests
  }

  // MARK: What is answered

  mutating func handle(
    _ element: XMLElement, inlineFor proof: Proof
  ) throws(SessionFailure) -> [Step] {
    guard element.namespace == XEP0388ExtensibleSASL.namespace else {
      throw .broken(tr("\(element.name) while signing in"), "not-authorized")
    }
    switch (element.name, proof) {
    case ("challenge", .password(let sasl)):
      let answer = XEP0388ExtensibleSASL.response(try sasl.answer(element.text))
      return [.send(answer.serialized())]
    case ("success", _): return try succeed(element, proof)
    case ("failure", .password(let sasl)):
      throw SignInFailure.failure(of: element, couldBind: sasl.couldBind)
    case ("failure", .token): throw SignInFailure.failure(ofToken: element)
    case ("continue", _): throw XEP0388ExtensibleSASL.wantsMore(element)
    default: throw .broken(tr("\(element.name) while signing in"))
    }
  }

  private mutating func succeed(
    _ success: XMLElement, _ proof: Proof
  ) throws(SessionFailure) -> [Step] {
    let data = XEP0388ExtensibleSASL.additionalData(in: success)
    let news: [Step]
    switch proof {
    case .password(let sasl):
      try sasl.finish(data)
      news = self.news(of: sasl)
    case .token(let token):
      try token.finish(data)
      news = [.signedInBy(token.mechanism)]
    }
    guard let jid = XEP0388ExtensibleSASL.identity(in: success),
      jid.bare == configuration.account.bare
    else { throw .broken(tr("the server signed in another account than ours")) }
    isAuthenticated = true
    let token = wantedToken.flatMap { XEP0484FAST.token(in: success, for: $0) }
    let resumes = inline?.resumes ?? false
    return [.trust(.afterAuthentication)] + news + [.resumes(resumes)]
      + (token.map { [.given($0)] } ?? [])
      + (try beginSession(success, jid))
  }

  /// The old stream goes on, or a resource is bound, or the features are awaited in which that is offered.
  private mutating func beginSession(
    _ success: XMLElement, _ jid: JID
  ) throws(SessionFailure) -> [Step] {
    offer.hasManagement = true
    offer.hasClientState = inline?.bind?.contains(XEP0352ClientState.namespace) ?? false
    offer.bindsInline = inline?.bind != nil
    let sm = XEP0198StreamManagement.namespace
    if let element = success.child("resumed", sm) {
      guard let old else { throw .broken(tr("the server resumed a stream that was not to be")) }
      return [try resumed(element, old)]
    }
    var steps: [Step] = []
    if let old, let element = success.child("failed", sm) {
      steps.append(.notResumed(old, h: XEP0198StreamManagement.count(in: element)))
      self.old = nil
    }
    guard let bound = XEP0386Bind2.Bound(in: success) else {
      stage = .awaitingFeatures
      return steps
    }
    guard !jid.isBare else { throw .broken(tr("the server bound no resource")) }
    if let old { steps.append(.notResumed(old, h: nil)) }
    old = nil
    guard bound.management == nil else { return steps + [.bound(jid, bound)] }
    // Whether there are acknowledgements all the same is in the features that follow.
    (stage, boundAlong) = (.awaitingFeatures, (jid, bound))
    return steps
  }
}
