internal import XMLStream

/// What the service of groups and its rooms answer to who asks what they are, or says what they shall be (XEP-0045 §6,
/// §9, §10).
struct RoomDesk {
  let host: RoomHost

  /// The answer of the service itself; `nil` where it has none.
  func answer(_ query: XMLElement) -> XMLElement? {
    switch (query.name, query.namespace) {
    case ("query", ServerNamespace.information):
      information(identity: "Groups", features: [], form: [])
    case ("query", ServerNamespace.items):
      XMLElement(
        "query", ServerNamespace.items, [:],
        host.shown.map {
          XMLElement("item", ServerNamespace.items, ["jid": $0.address, "name": $0.name])
        })
    default: nil
    }
  }

  /// What a room says of itself.
  func information(of room: SimulatedRoom) -> XMLElement {
    information(
      identity: room.name,
      features: [
        room.isMembersOnly || room.isClosed ? "muc_membersonly" : "muc_open",
        room.isPublic && !room.isClosed ? "muc_public" : "muc_hidden",
        room.password == nil ? "muc_unsecured" : "muc_passwordprotected",
        ServerNamespace.moderation, ServerNamespace.rooms + "#stable_id",
      ],
      form: [("muc#roominfo_description", room.about), ("muc#roominfo_occupants", room.count)])
  }

  private func information(
    identity: String, features: [String], form: [(String, String)]
  ) -> XMLElement {
    let space = ServerNamespace.information
    let all = [ServerNamespace.rooms] + features
    return XMLElement(
      "query", space, [:],
      [
        XMLElement(
          "identity", space, ["category": "conference", "type": "text", "name": identity])
      ]
        + all.map { XMLElement("feature", space, ["var": $0]) }
        + (form.isEmpty ? [] : [Self.form("result", "muc#roominfo", form)]))
  }

  /// The form by which the owner says what it is.
  func configuration(of room: SimulatedRoom) -> XMLElement {
    XMLElement(
      "query", ServerNamespace.roomOwner, [:],
      [
        Self.form(
          "form", "muc#roomconfig",
          [
            ("muc#roomconfig_roomname", room.name),
            ("muc#roomconfig_roomdesc", room.about),
            ("muc#roomconfig_membersonly", room.isMembersOnly ? "1" : "0"),
            ("muc#roomconfig_publicroom", room.isPublic ? "1" : "0"),
            ("muc#roomconfig_roomsecret", room.password ?? ""),
          ])
      ])
  }

  /// How fields look that are no lines of text.
  private static let kinds = [
    "FORM_TYPE": "hidden", "muc#roomconfig_membersonly": "boolean",
    "muc#roomconfig_publicroom": "boolean", "muc#roomconfig_roomsecret": "text-private",
  ]
  private static let labels = [
    "muc#roomconfig_roomname": "Name", "muc#roomconfig_roomdesc": "Description",
    "muc#roomconfig_membersonly": "Only members may enter",
    "muc#roomconfig_publicroom": "Anybody may find it", "muc#roomconfig_roomsecret": "Password",
  ]

  private static func form(
    _ type: String, _ name: String, _ fields: [(String, String)]
  ) -> XMLElement {
    let all = [("FORM_TYPE", "http://jabber.org/protocol/" + name)] + fields
    return XMLElement(
      "x", ServerNamespace.forms, ["type": type],
      all.map { name, value in
        XMLElement(
          "field", ServerNamespace.forms,
          ["var": name, "type": kinds[name], "label": labels[name]],
          [XMLElement("value", ServerNamespace.forms, text: value)])
      })
  }

  /// What the owner has filled in; without a form it stays as it is.
  func configure(_ room: SimulatedRoom, by query: XMLElement) {
    for field in query.child("x", ServerNamespace.forms)?.children ?? [] {
      let value = field.child("value", ServerNamespace.forms)?.text ?? ""
      switch field["var"] {
      case "muc#roomconfig_roomname": room.name = value
      case "muc#roomconfig_roomdesc": room.about = value
      case "muc#roomconfig_membersonly": room.isMembersOnly = value == "1"
      case "muc#roomconfig_publicroom": room.isPublic = value == "1"
      case "muc#roomconfig_roomsecret": room.password = value.isEmpty ? nil : value
      default: break
      }
    }
  }

  /// Why it does not take what was filled in: no password has a space in it.
  func refusal(of query: XMLElement) -> String? {
    let secret = query.child("x", ServerNamespace.forms)?.children
      .first { $0["var"] == "muc#roomconfig_roomsecret" }?
      .child("value", ServerNamespace.forms)?.text
    return secret?.contains(" ") == true ? "not-acceptable" : nil
  }

  /// Its owner makes people members, and nothing else.
  static func isAdmission(_ iq: XMLElement) -> Bool {
    let items = iq.children.first?.children ?? []
    return iq["type"] == "set" && !items.isEmpty
      && items.allSatisfy { $0["affiliation"] == "member" && $0["jid"] != nil }
  }

  /// Whom the owner makes a member.
  func admit(_ query: XMLElement, to room: SimulatedRoom) {
    for item in query.children where item["affiliation"] == "member" {
      guard let account = item["jid"].map(bareAddress) else { continue }
      room.members.insert(account)
      if room.affiliations[account] == nil { room.affiliations[account] = "member" }
    }
  }
}
