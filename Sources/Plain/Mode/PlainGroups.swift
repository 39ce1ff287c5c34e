internal import Files
internal import Handover
internal import Localization
internal import Model

/// Groups that are to be made, and what services show.
struct PlainGroups {
  private var service: JID?
  /// Those that are to be made as soon as it is known where.
  private var wishes: [(name: String, people: [JID], isPublic: Bool)] = []
  private var newGroups: [NewGroup] = []
  private var isListing = false
  /// The service that was asked last; `nil` is the account's own.
  private var listed: JID?
  /// Services that were asked before, and may not have answered yet.
  private var overtaken: Set<JID> = []

  /// Nothing is waited for.
  var isSettled: Bool { wishes.isEmpty && newGroups.isEmpty && !isListing }

  // MARK: Making

  /// `/group NAME PEOPLE…`; a name of several words stands in quotes, and `public` before it says what it is.
  mutating func make(_ operand: String, _ names: NameBook) throws(Failure)
    -> [PlainMode.Action]
  {
    var rest = Substring(operand)
    let isPublic = rest.hasPrefix("public ")
    if isPublic { rest = rest.dropFirst("public ".count).drop { $0 == " " } }
    guard let name = Self.name(&rest) else {
      return [.say(tr("error: /group needs a name, and whom to invite: /group Team bo cy"))]
    }
    var people: [JID] = []
    for word in rest.split(separator: " ") { people.append(try names.address(of: String(word))) }
    wishes.append((name, people, isPublic))
    return service == nil ? [.submit(.findGroups)] : makeNow()
  }

  /// Takes the name off the beginning.
  private static func name(_ rest: inout Substring) -> String? {
    let isQuoted = rest.first == "\""
    if isQuoted { rest = rest.dropFirst() }
    let name = rest.prefix { $0 != (isQuoted ? "\"" : " ") }
    rest = rest.dropFirst(name.count + 1)
    return name.isEmpty ? nil : String(name)
  }

  private mutating func makeNow() -> [PlainMode.Action] {
    guard let service else { return [] }
    let groups = wishes.compactMap { wish in
      JID(local: NewGroup.local(of: wish.name), domain: service.domain).map {
        NewGroup(room: $0, name: wish.name, isPublic: wish.isPublic, people: wish.people)
      }
    }
    wishes = []
    newGroups += groups
    return groups.map { .submit(.makeGroup($0)) }
  }

  mutating func found(_ service: JID) -> [PlainMode.Action] {
    self.service = service
    return makeNow()
  }

  /// There is nobody to make one.
  mutating func refused() { wishes = [] }

  mutating func apply(_ waiting: [NewGroup]) { newGroups = waiting }

  func made(_ group: NewGroup, _ wording: PlainWording) -> [PlainMode.Action] {
    let count = group.people.count
    let (name, room) = (group.name, group.room)
    let words =
      count == 0
      ? tr("made the group \(name) (\(room))")
      : tr(
        count, "made the group \(name) (\(room)), \(count) person invited",
        "made the group \(name) (\(room)), \(count) people invited")
    return [.say(wording.clean(words))]
  }

  // MARK: Listing

  mutating func list(_ operand: String) -> [PlainMode.Action] {
    guard !operand.isEmpty else { return list(at: nil) }
    guard let service = JID(operand), service.local == nil, service.isBare else {
      return [.say(tr("error: /groups needs the address of a server, like chat.example.org"))]
    }
    return list(at: service)
  }

  private mutating func list(at place: JID?) -> [PlainMode.Action] {
    if isListing, let before = listed ?? service { overtaken.insert(before) }
    (isListing, listed) = (true, place)
    return [.submit(.listGroups(at: place))]
  }

  /// The answer of a service asked before the last one.
  private func isOvertaken(_ listing: GroupListing) -> Bool {
    listing.service != listed ?? service && listing.service.map(overtaken.contains) == true
  }

  mutating func apply(
    _ listing: GroupListing?, _ wording: PlainWording
  ) -> [PlainMode.Action] {
    guard isListing, let listing, listing.progress != .reading else { return [] }
    let said = lines(listing).map { PlainMode.Action.say(wording.clean($0)) }
    // Closing would close the newer list.
    if isOvertaken(listing) { return said }
    (isListing, overtaken) = (false, [])
    return said + [.submit(.closeGroups)]
  }

  private func lines(_ listing: GroupListing) -> [String] {
    if case .failed(let why) = listing.progress { return [tr("error: \(why)")] }
    let place = listing.service?.description ?? ""
    let end = listing.progress == .cut ? [tr("there are more groups at \(place)")] : []
    let lines =
      listing.groups.isEmpty ? [tr("no groups at \(place)")] : listing.groups.map(Self.line)
    return lines + end
  }

  /// `team@rooms.example.org (Team, 5 people, members only): what it is about`
  private static func line(_ group: ListedGroup) -> String {
    let facts = [
      group.name.isEmpty ? nil : ShownName.marked(group.name),
      group.people.map { tr($0, "1 person", "\($0) people") },
      group.isMembersOnly ? tr("members only") : nil,
      group.wantsPassword ? tr("with a password") : nil,
    ].compactMap(\.self)
    let about = group.about.split { $0.isWhitespace }.joined(separator: " ")
    return "\(group.jid)" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
      + (about.isEmpty ? "" : ": \(about)")
  }
}
