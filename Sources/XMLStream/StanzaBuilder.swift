/// Puts what expat reports together into stream events, and watches over the limits.
struct StanzaBuilder {
  /// Stands between a namespace and a name in what expat reports: no XML text has it.
  static let separator: UInt8 = 0x1F

  var limits: XMLLimits
  /// The byte where the stanza (or header) now being read begins.
  private(set) var unitStart = 0
  private(set) var violation: XMLViolation?
  private var events: [XMLStreamEvent] = []
  private var isOpen = false
  /// The unfinished elements of the current stanza, outermost first.
  private var stack: [XMLElement] = []
  /// Text of the innermost element, gathered so that many small pieces cost no more than one.
  private var pendingText = ""
  private var elements = 0
  private var declarations = 0

  init(limits: XMLLimits) { self.limits = limits }

  mutating func takeEvents() -> [XMLStreamEvent] {
    defer { events = [] }
    return events
  }

  mutating func fail(_ condition: XMLViolation.Condition, _ detail: String) {
    guard violation == nil else { return }
    let violation = XMLViolation(condition, detail)
    self.violation = violation
    events.append(.violation(violation))
  }

  mutating func start(_ expanded: String, attributes: [String], at place: Range<Int>) {
    check(expanded, attributes, place)
    guard violation == nil else { return }
    let (name, namespace) = Self.split(expanded)
    var element = XMLElement(name: name, namespace: namespace)
    element.attributes = stride(from: 0, to: attributes.count - 1, by: 2).map { index in
      let (name, namespace) = Self.split(attributes[index])
      return XMLAttribute(name: name, namespace: namespace, value: attributes[index + 1])
    }
    guard isOpen else {
      isOpen = true
      unitStart = place.upperBound
      return events.append(.opened(element))
    }
    flushText()
    stack.append(element)
  }

  private mutating func check(_ name: String, _ attributes: [String], _ place: Range<Int>) {
    if isOpen { elements += 1 }
    if place.count > limits.tagBytes {
      fail(.policyViolation, "more than \(limits.tagBytes) bytes in a tag")
    }
    if stack.count + (isOpen ? 2 : 1) > limits.depth {
      fail(.policyViolation, "elements more than \(limits.depth) deep")
    }
    if elements > limits.elements {
      fail(.policyViolation, "more than \(limits.elements) elements in a stanza")
    }
    if attributes.count / 2 + declarations > limits.attributes {
      fail(.policyViolation, "more than \(limits.attributes) attributes")
    }
    if name.utf8.count > limits.attributeBytes
      || attributes.contains(where: { $0.utf8.count > limits.attributeBytes })
    {
      fail(.policyViolation, "a name or value of more than \(limits.attributeBytes) bytes")
    }
    declarations = 0
  }

  mutating func declareNamespace(bytes: Int) {
    declarations += 1
    if bytes > limits.attributeBytes {
      fail(.policyViolation, "a namespace of more than \(limits.attributeBytes) bytes")
    }
  }

  mutating func end(at place: Range<Int>) {
    flushText()
    guard let element = stack.popLast() else {
      unitStart = place.upperBound
      return events.append(.closed)
    }
    guard stack.isEmpty else {
      return stack[stack.count - 1].nodes.append(.element(element))
    }
    unitStart = place.upperBound
    elements = 0
    events.append(.stanza(element))
  }

  mutating func text(_ text: String, at place: Range<Int>) {
    guard !stack.isEmpty else {
      // White space between stanzas keeps a link alive (RFC 6120 §4.6.1); anything else is no stanza.
      guard text.utf8.allSatisfy({ [0x20, 0x9, 0xA, 0xD].contains($0) }) else {
        return fail(.badFormat, "text between stanzas")
      }
      unitStart = place.upperBound
      return
    }
    pendingText += text
  }

  private mutating func flushText() {
    guard !pendingText.isEmpty, !stack.isEmpty else { return }
    stack[stack.count - 1].nodes.append(.text(pendingText))
    pendingText = ""
  }

  private static func split(_ expanded: String) -> (name: String, namespace: String) {
    guard let at = expanded.utf8.lastIndex(of: separator) else { return (expanded, "") }
    return (String(expanded[expanded.utf8.index(after: at)...]), String(expanded[..<at]))
  }
}
