internal import Model
internal import XMLStream

/// XEP-0004: forms as a service writes them, and as they are sent back.
enum XEP0004DataForms: Extension {
  static let namespace = "jabber:x:data"
  /// Bounds of what is read (Z4). A form that is larger is not read at all: sent back in part it would take away.
  static let mostFields = 300
  static let mostValues = 3_000
  static let longestText = 10_000

  /// The form inside an element; `nil` where there is none, or one that is too large.
  static func form(in parent: XMLElement) -> DataForm? {
    parent.child("x", namespace).flatMap(read)
  }

  private static func read(_ x: XMLElement) -> DataForm? {
    let fields = x.children.filter { $0.is("field", namespace) }
    let values = x.children.reduce(0) { $0 + $1.children.count }
    guard let kind = DataForm.Kind(rawValue: x["type"] ?? "form"), fields.count <= mostFields,
      values <= mostValues, let title = texts("title", x)?.joined(separator: "\n"),
      let instructions = texts("instructions", x)?.joined(separator: "\n")
    else { return nil }
    let known = fields.compactMap(field)
    guard known.count == fields.count else { return nil }
    return DataForm(kind, title: title, instructions: instructions, fields: known)
  }

  private static func field(_ element: XMLElement) -> DataForm.Field? {
    guard let values = texts("value", element),
      [element["var"], element["label"]].allSatisfy({ $0?.count ?? 0 <= longestText })
    else { return nil }
    let isWhole = element["var"] != nil
    let kind = DataForm.Field.Kind(rawValue: element["type"] ?? "") ?? .line
    return DataForm.Field(
      name: element["var"], kind: isWhole ? kind : .fixed, label: element["label"] ?? "",
      values: values,
      options: element.children.filter { $0.is("option", namespace) }.compactMap(option),
      isRequired: element.child("required", namespace) != nil,
      media: XEP0221MediaElement.addresses(in: element))
  }

  private static func option(_ element: XMLElement) -> DataForm.Option? {
    guard let value = texts("value", element)?.first else { return nil }
    return DataForm.Option(label: element["label"] ?? value, value: value)
  }

  /// The texts of the children of this name; `nil` where one is too long.
  private static func texts(_ name: String, _ parent: XMLElement) -> [String]? {
    let all = parent.children.filter { $0.is(name, namespace) }.map(\.text)
    return all.allSatisfy { $0.count <= longestText } ? all : nil
  }

  /// A form filled in: the words for people stay here.
  static func element(_ form: DataForm) -> XMLElement {
    let fields = form.fields.filter { $0.name != nil && $0.kind != .fixed }
    return XMLElement("x", namespace, ["type": form.kind.rawValue], fields.map(element))
  }

  private static func element(_ field: DataForm.Field) -> XMLElement {
    XMLElement(
      "field", namespace, ["var": field.name, "type": field.kind.rawValue],
      field.values.map { XMLElement("value", namespace, text: $0) })
  }
}
