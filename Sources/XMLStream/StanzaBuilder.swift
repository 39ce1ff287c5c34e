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
  /// Of those of the element that begins next, bytes.
  private var longestNamespace = 0
  /// So many elements inside each other are being left out.
  private var leftOut = 0
  /// Of the current stanza nothing is kept but its tag.
  private(set) var isCut = false

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
    if isOpen { elements += 1 }
    defer { (declarations, longestNamespace) = (0, 0) }
    if leftOut > 0 || isCut {
      leftOut += 1
      return
    }
    if let excess = excess(expanded, attributes, place) {
      guard limits.leavesOut, isOpen else { return fail(.policyViolation, excess) }
      return leaveOut(expanded, attributes)
    }
    let (name, namespace) = Self.split(expanded)
    var element = XMLElement(name: name, namespace: namespace)
    element.attributes = Self.attributes(attributes)
    guard isOpen else {
      isOpen = true
      unitStart = place.upperBound
      return events.append(.opened(element))
    }
    flushText()
    stack.append(element)
  }

  /// Which bound it is over; `nil` where it is over none.
  private func excess(_ name: String, _ attributes: [String], _ place: Range<Int>) -> String? {
    if place.count > limits.tagBytes { return "more than \(limits.tagBytes) bytes in a tag" }
    if stack.count + (isOpen ? 2 : 1) > limits.depth {
      return "elements more than \(limits.depth) deep"
    }
    if elements > limits.elements {
      return "more than \(limits.elements) elements in a stanza"
    }
    if attributes.count / 2 + declarations > limits.attributes {
      return "more than \(limits.attributes) attributes"
    }
    if max(name.utf8.count, longestNamespace) > limits.attributeBytes
      || attributes.contains(where: { $0.utf8.count > limits.attributeBytes })
    {
      return "a name or value of more than \(limits.attributeBytes) bytes"
    }
    return nil
  }

  private mutating func leaveOut(_ expanded: String, _ attributes: [String]) {
    if stack.isEmpty {
      let (name, namespace) = Self.split(expanded)
      stack = [XMLElement(name: name, namespace: namespace)]
      stack[0].attributes = Self.attributes(attributes).filter {
        $0.namespace.isEmpty && Self.addressing.contains($0.name)
          && $0.value.utf8.count <= limits.attributeBytes
      }
      isCut = true
    } else if elements > limits.elements {
      cut()
      leftOut += 1
    } else {
      leftOut = 1
    }
  }

  /// The attributes that every stanza may have (RFC 6120 §8.1).
  private static let addressing: Set<String> = ["from", "to", "id", "type"]

  /// The stanza is over a bound. Returns whether it goes on without what is inside it.
  @discardableResult
  mutating func cut() -> Bool {
    guard limits.leavesOut, !stack.isEmpty else { return false }
    leftOut += stack.count - 1
    stack = [stack[0]]
    stack[0].nodes = []
    (pendingText, isCut) = ("", true)
    return true
  }

  mutating func declareNamespace(bytes: Int) {
    declarations += 1
    longestNamespace = max(longestNamespace, bytes)
  }

  mutating func end(at place: Range<Int>) {
    guard leftOut == 0 else { return leftOut -= 1 }
    flushText()
    guard var element = stack.popLast() else {
      unitStart = place.upperBound
      return events.append(.closed)
    }
    guard stack.isEmpty else {
      return stack[stack.count - 1].nodes.append(.element(element))
    }
    // It came along with the end of another that was too long.
    if limits.leavesOut, place.upperBound - unitStart > limits.stanzaBytes {
      (element.nodes, isCut) = ([], true)
    }
    unitStart = place.upperBound
    elements = 0
    events.append(isCut ? .cut(element) : .stanza(element))
    isCut = false
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
    if leftOut == 0, !isCut { pendingText += text }
  }

  private mutating func flushText() {
    guard !pendingText.isEmpty, !stack.isEmpty else { return }
    stack[stack.count - 1].nodes.append(.text(pendingText))
    pendingText = ""
  }

  private static func attributes(_ list: [String]) -> [XMLAttribute] {
    stride(from: 0, to: list.count - 1, by: 2).map { index in
      let (name, namespace) = split(list[index])
      return XMLAttribute(name: name, namespace: namespace, value: list[index + 1])
    }
  }

  private static func split(_ expanded: String) -> (name: String, namespace: String) {
    guard let at = expanded.utf8.lastIndex(of: separator) else { return (expanded, "") }
    return (String(expanded[expanded.utf8.index(after: at)...]), String(expanded[..<at]))
  }
}
