internal import Localization

/// What a message does to an earlier one: of the same author, or of anybody where it reacts.
public enum Amendment: Sendable, Equatable {
  /// It says the same in other words (XEP-0308). The id is the stanza's, as its author named it.
  case correction(of: String)
  /// It was never said (XEP-0424): deleted for everyone.
  case retraction(of: String)
  /// All that its author has to say of it in emoji from now on (XEP-0444), whoever wrote it.
  case reactions([Emoji], to: String)

  /// What it does, and the word that it is stored by.
  public enum Kind: String, Sendable {
    case correction, retraction, reactions

    /// For other programs.
    public var verb: String {
      switch self {
      case .correction: "edit"
      case .retraction: "delete"
      case .reactions: "react"
      }
    }
  }

  /// Which of them it is.
  public var kind: Kind {
    switch self {
    case .correction: .correction
    case .retraction: .retraction
    case .reactions: .reactions
    }
  }

  /// - Parameter text: what it says, where it reacts.
  public init(_ kind: Kind, of target: String, saying text: String) {
    self =
      switch kind {
      case .correction: .correction(of: target)
      case .retraction: .retraction(of: target)
      case .reactions: .reactions(Emoji.all(in: text.split(separator: " ")), to: target)
      }
  }

  /// What it does to a message with this text: `edit: see you`, `react 👍: see you`
  public func described(_ text: String) -> String {
    switch self {
    case .correction: return tr("edit: \(text)")
    case .retraction: return tr("delete: \(text)")
    case .reactions(let emoji, _):
      return emoji.isEmpty
        ? tr("take back reaction: \(text)") : tr("react \(emoji.joined): \(text)")
    }
  }

  /// The id of the message that it is about.
  public var target: String {
    switch self {
    case .correction(let id), .retraction(let id), .reactions(_, let id): id
    }
  }

  /// It says something in words: without what it amends it is a message like others. The rest is never shown by
  /// itself.
  public var isText: Bool { if case .correction = self { true } else { false } }

  /// It deletes what it amends.
  public var isRetraction: Bool { if case .retraction = self { true } else { false } }

  /// The emoji of a reaction.
  public var emoji: [Emoji]? { if case .reactions(let emoji, _) = self { emoji } else { nil } }

  /// What stands in the place of its text where it has none of its own.
  public var substitute: String { emoji?.joined ?? "" }
}

extension Message {
  /// That a message was corrected.
  public struct Edit: Sendable, Equatable {
    /// The text is a correction's: not while all of them were refused.
    public var isApplied: Bool
    /// When last.
    public var at: Timestamp
    /// The newest correction, while it is mine and not certain to be known.
    public var pending: Pending?

    public init(isApplied: Bool, at: Timestamp, pending: Pending? = nil) {
      self.isApplied = isApplied
      self.at = at
      self.pending = pending
    }
  }

  /// That a message was deleted for everyone.
  public struct Retraction: Sendable, Equatable {
    public var at: Timestamp
    /// What deletes it, while it is mine and not certain to be known.
    public var pending: Pending?
    /// Its texts are gone from this computer.
    public var isErased: Bool
    /// A moderator of the room did it; `nil` where its author did.
    public var removal: Removal?

    public init(
      at: Timestamp, pending: Pending? = nil, isErased: Bool = false, removal: Removal? = nil
    ) {
      self.removal = removal
      self.at = at
      self.pending = pending
      self.isErased = isErased
    }

    /// The server refused it, and what was said is there still.
    public var isRefused: Bool { !isErased && pending?.status == .failed }
  }

  /// What one person says of a message in emoji.
  public struct Reaction: Sendable, Equatable {
    /// A bare address.
    public var sender: JID
    public var isMine: Bool
    /// None where all were taken back, and the server does not know that yet.
    public var emoji: [Emoji]
    public var at: Timestamp
    /// What says so, while they are mine and not certain to be known.
    public var pending: Pending?

    public init(
      sender: JID, isMine: Bool, emoji: [Emoji], at: Timestamp, pending: Pending? = nil
    ) {
      self.sender = sender
      self.isMine = isMine
      self.emoji = emoji
      self.at = at
      self.pending = pending
    }
  }

  /// What I say of it in emoji.
  public var myReaction: Reaction? { reactions.first { $0.isMine } }

  /// A message, correction, retraction or reaction of mine that the server does not have, or nobody confirms.
  public struct Pending: Sendable, Equatable {
    public var originID: OriginID
    /// queued, sending or failed; sent where ``failure`` says who does not confirm it.
    public var status: DeliveryStatus
    /// As ``Message/failure``.
    public var failure: String?

    /// `nil` where it is neither unsent nor in doubt.
    public init?(originID: OriginID, status: DeliveryStatus, failure: String?) {
      guard !status.isWithServer || status == .sent && failure != nil else { return nil }
      self.originID = originID
      self.status = status
      self.failure = failure
    }

    /// It goes again only at the user's word.
    public var isStuck: Bool { status == .failed || status == .sent }
  }

  /// Of a message of mine, as long as it is not certain to have come.
  public var pending: Pending? {
    guard let originID, let status else { return nil }
    return Pending(originID: originID, status: status, failure: failure)
  }
}
