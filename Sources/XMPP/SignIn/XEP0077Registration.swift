internal import Localization
internal import Model
internal import XMLStream

/// XEP-0077: an account is made at a server before anybody signs in to it.
enum XEP0077Registration: Extension {
  static let namespace = "jabber:iq:register"

  /// Its own fields (XEP-0077 §14.1), with words for people.
  private static func label(of name: String) -> String? {
    switch name {
    case "username": tr("User name")
    case "nick": tr("Nickname")
    case "password": tr("Password")
    case "name": tr("Full name")
    case "first": tr("First name")
    case "last": tr("Last name")
    case "email": tr("Email address")
    case "address": tr("Street")
    case "city": tr("City")
    case "state": tr("State")
    case "zip": tr("Postal code")
    case "phone": tr("Telephone")
    case "url": tr("Website")
    case "date": tr("Date")
    case "misc": tr("Other")
    case "text": tr("Text")
    default: nil
    }
  }

  static func question(to domain: String, id: String) -> XMLElement {
    iq("get", to: domain, id: id, [])
  }

  static func submission(_ answer: RegistrationForm, to domain: String, id: String) -> XMLElement {
    var form = answer.form
    form.kind = .submit
    guard answer.isPlain else {
      return iq("set", to: domain, id: id, [XEP0004DataForms.element(form)])
    }
    let fields = form.fields.compactMap { field in
      field.name.map { XMLElement($0, namespace, text: field.values.first ?? "") }
    }
    return iq("set", to: domain, id: id, fields)
  }

  private static func iq(
    _ type: String, to domain: String, id: String, _ children: [XMLElement]
  ) -> XMLElement {
    XMLElement(
      "iq", Namespace.client, ["type": type, "to": domain, "id": id],
      [XMLElement("query", namespace, [:], children)])
  }

  /// What the server wants to know; `nil` where that cannot be read.
  static func form(in answer: XMLElement) -> RegistrationForm? {
    guard let query = answer.child("query", namespace) else { return nil }
    if query.child("x", XEP0004DataForms.namespace) != nil {
      return XEP0004DataForms.form(in: query).map {
        RegistrationForm(XEP0158Challenge.prepared($0), isPlain: false)
      }
    }
    let own = query.children.filter { $0.namespace == namespace }
    let isBounded = own.allSatisfy { $0.text.utf8.count <= XEP0004DataForms.longestText }
    guard own.count <= XEP0004DataForms.mostFields, isBounded else { return nil }
    let fields = own.compactMap(field)
    let names = Set(fields.compactMap(\.name))
    guard names.count == fields.count else { return nil }
    let words = query.child("instructions", namespace)?.text ?? ""
    return RegistrationForm(DataForm(.form, instructions: words, fields: fields), isPlain: true)
  }

  /// All that are named must be filled in (§3.1.1); the key goes back as it came.
  private static func field(_ element: XMLElement) -> DataForm.Field? {
    if element.name == "key" {
      return DataForm.Field(name: "key", kind: .hidden, values: [element.text])
    }
    guard let label = label(of: element.name) else { return nil }
    return DataForm.Field(
      name: element.name, kind: element.name == "password" ? .secret : .line, label: label,
      values: element.text.isEmpty ? [] : [element.text], isRequired: true)
  }

  /// Where accounts are made instead, for a server that does it on its website (§6).
  static func website(in answer: XMLElement) -> String? {
    let x = answer.child("query", namespace)?.child("x", XEP0066OutOfBand.namespace)
    let url = x?.child("url", XEP0066OutOfBand.namespace)?.text
    return url.flatMap { $0.utf8.count <= 2_000 && Attachment.isWeb($0) ? $0 : nil }
  }
}
