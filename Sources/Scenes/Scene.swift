public import Model
public import Screen

/// A play: who is there, and what happens, line by line.
public struct Scene: Sendable, Equatable {
  /// Somebody with an account, and a device.
  public struct Person: Sendable, Equatable {
    /// What scenes and addresses call them.
    public var name: String
    /// What the roster calls them.
    public var fullName: String?
  }

  /// Where its text is from, without folders and ending.
  public var name: String
  /// What it shows, in one line.
  public var title = ""
  /// Ids of requirements.
  public var proves: [String] = []
  /// Whose screen is shown.
  public var me = Person(name: "me")
  public var friends: [Person] = []
  /// Another account of mine, on a server of its own, and who is there.
  public var account: String?
  public var colleagues: [Person] = []
  /// More devices of mine, by what the scene calls them.
  public var devices: [String] = []
  /// Groups of my server, which who enters them first makes: the first part of their address.
  public var groups: [String] = []
  /// People of my roster who only come and go.
  public var crowd = 0
  public var screen = Size(width: 100, height: 30)
  public var theme = "terminal"
  public var policy = SendPolicy.smart
  public var animates = true
  public var tellsRead = true
  /// The first friend's chat is open when it begins.
  public var opensChat = true
  /// Milliseconds since 1970 at the beginning.
  public var start: Int64 = 1_778_594_400_000  // 2026-05-12T14:00:00Z
  public var steps: [Step] = []

  /// All who can be spoken of: me, friends, my other devices, and those of my other account.
  var people: [String] { [me.name] + friends.map(\.name) + devices + colleagues.map(\.name) }
}

/// One thing that happens, or is to hold.
public struct Step: Sendable, Equatable {
  /// Where it is written.
  public var place: SceneError.Place
  /// The line, as it is written.
  public var line: String
  public var kind: Kind

  /// What happens.
  public enum Kind: Sendable, Equatable {
    case caption(String)
    /// What was before is not shown.
    case curtain
    // At the keyboard.
    case type(String)
    case press([Key])
    case paste(String)
    case click(String)
    case wheel(up: Bool, Int)
    case resize(Size)
    case focus(Bool)
    // The others.
    case says(String, String)
    /// Somebody answers a message with a text.
    case answers(String, String, with: String)
    case sends(String, Int, within: Int64)
    /// An emoji for a message, or taken back.
    case reacts(String, to: String, with: String)
    /// Their newest message, for everyone.
    case deletes(String)
    case typing(String, Bool)
    case reads(String)
    /// Their terminal has the focus, or not.
    case looks(String, isThere: Bool)
    /// What they say beside their presence.
    case hasStatus(String, String)
    /// A device of mine: what it does of the chat with somebody.
    case pins(String, String, Bool)
    /// What they call themselves.
    case isCalled(String, String)
    case comes(String)
    case goes(String)
    case dies(String)
    /// The crowd's presence changes so often, in so many milliseconds.
    case crowd(Int, within: Int64)
    // In groups.
    case inGroup(String, who: String, GroupAct)
    case group(String, GroupChange)
    /// The service of all groups can be reached, or not. Nobody is in any any more then, and nobody is told.
    case groupService(isUp: Bool)
    /// Nobody may make a group.
    case groupsAreClosed
    // What breaks.
    case network(String, NetworkChange)
    case server(ServerChange)
    /// That of my other account stops, or starts.
    case otherServer(isUp: Bool)
    case refuse(String, condition: String, times: Int?)
    case accept(String)
    case disk(DiskState)
    case clock(Int64)
    // The program.
    case kill
    case restart
    case reboot
    case suspend
    case resume
    // Time.
    case wait(Int64)
    case jump(Int64)
    case expect(Expectation, isTrue: Bool)
    case until(Expectation, isTrue: Bool, within: Int64)
  }

  /// What somebody does in a group.
  public enum GroupAct: Sendable, Equatable {
    /// Under a name; `nil` is their own.
    case enters(as: String?)
    case leaves
    case writes(String)
    case answers(String, with: String)
    case types(Bool)
    /// What is there.
    case reads
    /// For everyone in it.
    case deletesIt
    /// Of this name, with these people.
    case makes(String, with: [String])
    case invites(String)
    case uses(RoomPower, on: String, because: String)
    case changesTopic(String)
  }

  /// What a group does.
  public enum GroupChange: Sendable, Equatable {
    case removes(String)
    case bans(String)
    /// Without a word.
    case loses(String)
    /// By a mistake of its own, which it says.
    case drops(String)
    /// What is written to it next is lost on the way.
    case missesNext
    /// Who comes has to say it.
    case wants(password: String)
    /// To all but its members.
    case closes
  }

  /// What becomes of somebody's network.
  public enum NetworkChange: Sendable, Equatable {
    case on, off, silent, halfOpen, fast
    /// Bits a second, milliseconds of delay there and back, percent lost.
    case slow(rate: Int, delay: Int64, loss: Int)
    /// So often off for so long (ms), and on as long in between.
    case flaps(Int, Int64)
  }

  /// What becomes of the server.
  public enum ServerChange: Sendable, Equatable {
    case stops, starts
    /// It dies with the next message, before or after it is stored, and is back after so many ms.
    case crashes(isStored: Bool, Int64)
    /// So many uploads of files break, one after the other.
    case breaksUploads(Int)
  }

  /// What the disk says to writes.
  public enum DiskState: String, Sendable, CaseIterable {
    case works
    case full
    case readOnly = "read-only"
  }
}

/// What can hold.
public enum Expectation: Sendable, Equatable {
  /// Each text stands in one row of the screen.
  case screen([String])
  /// One row has all texts, from left to right.
  case row([String])
  /// Each text stands on the screen once, each below the one before.
  case order([String])
  /// The text stands on the screen so often.
  case count(String, Int)
  /// The text is drawn in the colours of this role of the theme. Where a row is given: in one that has this text, too.
  case color(String, Role, row: String?)
  /// The cursor stands right after the text; the empty text: it is hidden.
  case cursor(String)
  case outbox(waiting: Int?, failed: Int?)
  /// My newest message of this text has this status on the disk.
  case stored(String, DeliveryStatus)
  /// My disk has so many messages with somebody.
  case kept(Int, with: String)
  /// Somebody has from me (my other device: has at all), each once, in this order.
  case has(String, [String])
  /// The same, and nothing else.
  case hasOnly(String, [String])
  /// Somebody has so many messages from me.
  case hasCount(String, Int)
  case lacks(String, String)
  /// Somebody has from me in a group, each once, in this order.
  case hasInGroup(String, [String], group: String)
  /// Somebody has in a group what I have, in the same order.
  case sameInGroup(String, group: String)
  /// My other device shows the same messages in the same order as my first.
  case same(String, with: String)
  case sees(String, Presence)
  case seesTyping(String)
  /// A device of mine has the chat with somebody above the others, or muted.
  case seesPinned(String, String)
  case seesMuted(String, String)
  /// What I say beside my presence.
  case seesWords(String, String)
  /// The newest message of somebody with this text has this status on their disk.
  case seesStatus(String, String, DeliveryStatus)
  case unread(String, Int)
  /// So many alerts outside of the screen since the beginning.
  case alerts(Int)
  /// The newest alert says this.
  case alert(String)
  case clipboard(String)
}
