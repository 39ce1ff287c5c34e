/// An XML element as XMPP uses them: expanded names, attributes in the order given, text and elements
/// as children. Two elements are equal when they say the same in the same order.
public struct XMLElement: Sendable, Equatable {
  /// Of `xml:lang` and its like (Namespaces in XML §3).
  public static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

  /// The local name, without prefix.
  public var name: String
  /// The namespace's name; empty for none.
  public var namespace: String
  public var attributes: [XMLAttribute]
  /// What stands inside, in order. Neighbouring texts are one.
  public var nodes: [XMLNode]

  public init(name: String, namespace: String, attributes: [XMLAttribute] = []) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
    self.nodes = []
  }

  /// Builds an element; attributes whose value is `nil` are left out, children come before the text.
  public init(
    _ name: String, _ namespace: String, _ attributes: KeyValuePairs<String, String?> = [:],
    _ children: [XMLElement] = [], text: String? = nil
  ) {
    self.init(name: name, namespace: namespace)
    self.attributes = attributes.compactMap { name, value in
      value.map { XMLAttribute(name: name, value: $0) }
    }
    nodes = children.map(XMLNode.element)
    if let text, !text.isEmpty { nodes.append(.text(text)) }
  }

  /// The child elements, in order.
  public var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text directly inside, all pieces together; empty where there is none.
  public var text: String {
    nodes.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
  }

  /// The value of the attribute without namespace of this name.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute && $0.namespace.isEmpty }?.value
  }

  /// The first child of this name and namespace.
  public func child(_ name: String, _ namespace: String) -> XMLElement? {
    for case .element(let child) in nodes where child.is(name, namespace) { return child }
    return nil
  }

  /// It has this name in this namespace.
  public func `is`(_ name: String, _ namespace: String) -> Bool {
    self.name == name && self.namespace == namespace
  }
}

/// One attribute of an element.
public struct XMLAttribute: Sendable, Equatable {
  /// The local name, without prefix.
  public var name: String
  /// The namespace's name; empty for none, as for most attributes.
  public var namespace: String
  public var value: String

  public init(name: String, namespace: String = "", value: String) {
    self.name = name
    self.namespace = namespace
    self.value = value
  }
}

/// What stands inside an element.
public enum XMLNode: Sendable, Equatable {
  case element(XMLElement)
  case text(String)
}
