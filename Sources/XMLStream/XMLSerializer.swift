/// Elements → text. What it writes, ``XMLStreamParser`` reads back the same.
enum XMLSerializer {
  static func write(_ element: XMLElement, inheriting outer: String, to output: inout String) {
    output += "<" + element.name
    if element.namespace != outer {
      write(name: "xmlns", value: element.namespace, to: &output)
    }
    for (index, attribute) in element.attributes.enumerated() {
      write(attribute, prefix: "n\(index)", to: &output)
    }
    guard !element.nodes.isEmpty else { return output += "/>" }
    output += ">"
    for node in element.nodes {
      switch node {
      case .element(let child): write(child, inheriting: element.namespace, to: &output)
      case .text(let text): escape(text, to: &output)
      }
    }
    output += "</" + element.name + ">"
  }

  private static func write(_ attribute: XMLAttribute, prefix: String, to output: inout String) {
    switch attribute.namespace {
    case "": write(name: attribute.name, value: attribute.value, to: &output)
    case XMLElement.xmlNamespace:
      write(name: "xml:" + attribute.name, value: attribute.value, to: &output)
    default:
      write(name: "xmlns:" + prefix, value: attribute.namespace, to: &output)
      write(name: prefix + ":" + attribute.name, value: attribute.value, to: &output)
    }
  }

  private static func write(name: String, value: String, to output: inout String) {
    output += " " + name + "='"
    escape(value, isAttribute: true, to: &output)
    output += "'"
  }

  /// Carriage returns, and all white space of attributes but the space, would be changed on reading
  /// (XML 1.0 §2.11, §3.3.3) and are written as references.
  static func escape(_ text: String, isAttribute: Bool = false, to output: inout String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "'" where isAttribute: output += "&apos;"
      case "\"" where isAttribute: output += "&quot;"
      case "\r": output += "&#xD;"
      case "\n" where isAttribute: output += "&#xA;"
      case "\t" where isAttribute: output += "&#x9;"
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}

extension XMLElement {
  /// The element as XML for a place whose default namespace is `namespace`.
  ///
  /// Texts and values must be ones that ``XMLText/isAllowed(_:)`` accepts: what XML cannot carry cannot be escaped.
  public func serialized(inside namespace: String = "") -> String {
    var output = ""
    XMLSerializer.write(self, inheriting: namespace, to: &output)
    return output
  }
}
