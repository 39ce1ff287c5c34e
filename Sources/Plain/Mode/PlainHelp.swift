internal import Localization

/// What `/help` says: commands, and what they do.
extension PlainWording {
  /// What of the help has this word; all of it where that is empty. A line that begins with blanks goes on with the one
  /// before.
  static func help(about word: String) -> [String] {
    var parts: [[String]] = []
    for line in help {
      if line.hasPrefix(" "), !parts.isEmpty {
        parts[parts.count - 1].append(line)
      } else {
        parts.append([line])
      }
    }
    let wanted = word.lowercased()
    return parts.filter { part in
      wanted.isEmpty || part.contains { $0.lowercased().contains(wanted) }
    }.flatMap(\.self)
  }

  static var help: [String] {
    [
      tr("/to NAME   talk to somebody: a name, or an address"),
      tr(
        "/msg W T   say this to somebody in the group, and to nobody else there; without a text, all"
      ),
      tr("           that follows, until /to"),
      tr("/chats     list the chats, the newest last; /unread: those with something unread"),
      tr("/read W    mark a chat as read; without a name, the one that you talk to; /unread W: as"),
      tr("           unread, until you read it or talk to it again"),
      tr("/quiet     tell only messages and trouble; /verbose: each step of each message, too;"),
      tr("           /normal: messages, who is online, and what was delivered, as at the start"),
      tr("/search W  find the messages with these words, the newest last; beside words, or alone:"),
      tr("           from:bo, from:me, in:team, after:2026-05-12, before:yesterday"),
      tr(
        "/reply T   answer the newest message of the other with this text; /reply #3 T answers #3:"),
      tr(
        "           a terminal shows the numbers, and /react, /save, /edit, /delete take them, too"),
      tr("/react E   react to that message with this emoji, or take it back"),
      tr("/file PATH send a file"),
      tr("/save      fetch the newest file of the other, and keep it in your folder for such"),
      tr("/edit TEXT say your last message in other words"),
      tr("/delete    delete your last message for everyone"),
      tr("/queue     show what waits to be sent; /edit #3 T and /delete #3 change it there"),
      tr("/send      try now what waits, and once more what failed"),
      tr("/accept W  let who asks see when you are online, and ask the same; or join a group"),
      tr("/refuse W  do not let them; or do not join the group that somebody invites to"),
      tr("/add ADDR  ask to see when somebody is online"),
      tr("/rename W NAME  call somebody so; without a name, as the address has it"),
      tr("/label W A, B  put these labels on somebody; without any, take them off"),
      tr("/pin W     have a chat stand above the others; /unpin W takes it back"),
      tr(
        "/archive W leave a chat out of the list until something new comes; /unarchive W brings it back,"
      ),
      tr("           /archived lists them"),
      tr(
        "/mute W    no alerts of a chat; /unmute W: alerts again; /mute W 1h, /mute W tomorrow: no"),
      tr("           alerts for an hour, or until tomorrow morning"),
      tr(
        "/block W   have nothing to do with somebody; /unblock W takes it back, /blocked lists them"
      ),
      tr(
        "/group NAME WHO…  make a group of these people; \"two words\" for a longer name, and before it"
      ),
      tr("           public for one that anybody can find and join"),
      tr(
        "/groups    list the groups of your server; behind it, of another server: chat.example.org"),
      tr("/invite W  ask somebody into the group that one talks to"),
      tr("/invitations  show those that are too many to be told one by one"),
      tr("/join ADDR enter a group; behind its address, what to be called there"),
      tr("/nick NAME be called so in the group that one talks to"),
      tr("/password ADDR PASSWORD  enter a group that wants one; it is kept for the next time"),
      tr("/leave ADDR leave it; what was said there stays"),
      tr("/destroy ADDR delete a group of yours for everyone in it (asks first)"),
      tr("/members   who is in the group that one talks to, and who belongs to it"),
      tr("/remove    delete the newest message of another for everyone, as a moderator"),
      tr(
        "/configure W X  say what a group of yours is, or change W to X: /configure membersonly yes"
      ),
      tr("/topic TEXT change what the group is about; without a text, say it"),
      tr("/kick NAME WHY  remove somebody from the group; the reason may be left out"),
      tr(
        "/ban NAME WHY  remove somebody for good: a name there, or an address; /unban ADDR takes it back"
      ),
      tr(
        "/role NAME WHAT  owner, admin, member, none, moderator, participant or visitor of the group"
      ),
      tr("/me DOES   say what you do: /me waves"),
      tr("/status TEXT  say this beside your presence; without a text: nothing any more"),
      tr(
        "/name NAME be called so by those who give you no name; without one: as your address has it"
      ),
      tr("/help      show this; /help WORD: what of it has the word"),
      tr("/quit      leave; what waits is kept"),
      tr("Anything else is sent to the one named last; // sends a text that begins with /."),
    ]
  }
}
