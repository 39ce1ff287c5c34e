public import Model

/// What a message says besides its text, or in the place of one; read and written by an ``Extension``.
public enum Payload: Sendable, Equatable {
  /// XEP-0184: a receipt is asked for.
  case receiptRequest
  /// XEP-0184: the sender's device has the message of this id.
  case receipt(id: String)
  /// XEP-0333: the sender takes markers for this message.
  case markable
  /// XEP-0333: the message of this id and all before it were on the sender's screen.
  case displayed(id: String)
  /// XEP-0085.
  case chatState(ChatState)
  /// A message of mine was refused; only from one of my devices to the others.
  case refusal(RefusalNotice)
  /// The message is about an earlier one.
  case amendment(Amendment)
  /// XEP-0461: the text answers another message.
  case reply(ReplyTarget)
}

extension Payload {
  /// It is a message's worth; the others only add to one.
  var standsAlone: Bool {
    switch self {
    case .receiptRequest, .markable, .reply: false
    case .amendment(let amendment): !amendment.isText
    case .receipt, .displayed, .chatState, .refusal: true
    }
  }

  /// It is part of what somebody says; the others are between two programs.
  public var isSaid: Bool {
    switch self {
    case .amendment, .reply: true
    case .receiptRequest, .receipt, .markable, .displayed, .chatState, .refusal: false
    }
  }

  /// It is of no use later: the archives are not to keep a message of it (XEP-0334), and nobody refers to that.
  var isFleeting: Bool {
    switch self {
    case .chatState: true
    case .receiptRequest, .receipt, .markable, .displayed, .refusal, .amendment, .reply: false
    }
  }
}

/// XEP-0085 states that psst uses.
public enum ChatState: String, Sendable {
  case active, composing, paused, inactive, gone
}
