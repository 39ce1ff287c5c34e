internal import CExpat

/// Bytes → stream events, by pushing (expat(3), with namespaces). How the bytes are cut into pieces
/// changes nothing about what comes out.
///
/// Not thread-safe: used by one owner at a time.
public final class XMLStreamParser {
  private var builder: StanzaBuilder
  private var expat: XML_Parser?
  /// Of a stanza that is over its bound.
  private static let mostAtOnce = 65_536
  /// Bytes given to expat since the stream began.
  private var consumed = 0

  public init(limits: XMLLimits) {
    builder = StanzaBuilder(limits: limits)
    expat = makeExpat()
  }

  deinit { XML_ParserFree(expat) }

  /// Forgets the stream and waits for a new one (RFC 6120 §4.3.3), under these limits.
  public func restart(limits: XMLLimits) {
    XML_ParserFree(expat)
    builder = StanzaBuilder(limits: limits)
    consumed = 0
    expat = makeExpat()
  }

  /// The stream goes on under other limits, from the bytes that are pushed next.
  public func change(limits: XMLLimits) { builder.limits = limits }

  /// Something other than white space was read after the last whole stanza.
  public var hasUnfinishedInput: Bool { consumed > builder.unitStart }

  /// Reads on. After a ``XMLStreamEvent/violation(_:)`` nothing more comes until ``restart(limits:)``.
  public func push(_ bytes: [UInt8]) -> [XMLStreamEvent] {
    var rest = bytes[...]
    while !rest.isEmpty, builder.violation == nil, let expat {
      // Expat never sees a byte beyond the bound, so that the verdict is the same however bytes are cut.
      let room = builder.limits.stanzaBytes - (consumed - builder.unitStart)
      guard room > 0 || builder.isCut || builder.cut() else {
        builder.fail(.policyViolation, "more than \(builder.limits.stanzaBytes) bytes in a stanza")
        break
      }
      let piece = rest.prefix(room > 0 ? room : Self.mostAtOnce)
      rest = rest.dropFirst(piece.count)
      consumed += piece.count
      parse(piece, with: expat)
    }
    return builder.takeEvents()
  }

  private func parse(_ piece: ArraySlice<UInt8>, with expat: XML_Parser) {
    let status = piece.withUnsafeBytes { buffer in
      XML_Parse(
        expat, buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), Int32(0))
    }
    if status != XML_STATUS_OK, builder.violation == nil {
      let code = XML_GetErrorCode(expat)
      let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
      let isEntity = code == XML_ERROR_UNDEFINED_ENTITY
      builder.fail(isEntity ? .restrictedXML : .notWellFormed, reason)
    }
    let held = consumed - Int(XML_GetCurrentByteIndex(expat))
    if builder.violation == nil, held > builder.limits.tagBytes {
      builder.fail(.policyViolation, "more than \(builder.limits.tagBytes) bytes in a tag")
    }
  }

  fileprivate func report(_ change: (inout StanzaBuilder, _ place: Range<Int>) -> Void) {
    guard let expat, builder.violation == nil else { return }
    let start = Int(XML_GetCurrentByteIndex(expat))
    change(&builder, start..<start + Int(XML_GetCurrentByteCount(expat)))
    if builder.violation != nil { XML_StopParser(expat, XML_Bool(XML_FALSE)) }
  }

  /// The encoding is fixed: whatever the XML declaration says, XMPP is UTF-8 (RFC 6120 §11.6).
  private func makeExpat() -> XML_Parser {
    guard let expat = XML_ParserCreateNS("UTF-8", CChar(bitPattern: StanzaBuilder.separator)) else {
      preconditionFailure("expat had no memory for a parser")
    }
    // A stanza is reported with its last byte, not when enough has come; tags are bounded here.
    XML_SetReparseDeferralEnabled(expat, XML_Bool(XML_FALSE))
    XML_SetUserData(expat, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(expat, onStart, onEnd)
    XML_SetCharacterDataHandler(expat, onText)
    XML_SetStartNamespaceDeclHandler(expat, onNamespace)
    XML_SetStartDoctypeDeclHandler(expat, onDoctype)
    XML_SetProcessingInstructionHandler(expat, onInstruction)
    XML_SetCommentHandler(expat, onComment)
    return expat
  }
}

private func parser(_ data: UnsafeMutableRawPointer?) -> XMLStreamParser? {
  data.map { Unmanaged<XMLStreamParser>.fromOpaque($0).takeUnretainedValue() }
}

private let onStart: XML_StartElementHandler = { data, name, attributes in
  parser(data)?.report { builder, place in
    guard let name else { return }
    builder.start(String(cString: name), attributes: texts(attributes), at: place)
  }
}

private let onEnd: XML_EndElementHandler = { data, _ in
  parser(data)?.report { builder, place in builder.end(at: place) }
}

private let onText: XML_CharacterDataHandler = { data, bytes, count in
  parser(data)?.report { builder, place in
    let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    builder.text(String(decoding: buffer, as: UTF8.self), at: place)
  }
}

private let onNamespace: XML_StartNamespaceDeclHandler = { data, prefix, name in
  parser(data)?.report { builder, _ in
    let bytes = [prefix, name].compactMap { $0 }.map { String(cString: $0).utf8.count }
    builder.declareNamespace(bytes: bytes.max() ?? 0)
  }
}

private let onDoctype: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
  parser(data)?.report { builder, _ in builder.fail(.restrictedXML, "a document type") }
}

private let onInstruction: XML_ProcessingInstructionHandler = { data, _, _ in
  parser(data)?.report { builder, _ in builder.fail(.restrictedXML, "a processing instruction") }
}

private let onComment: XML_CommentHandler = { data, _ in
  parser(data)?.report { builder, _ in builder.fail(.restrictedXML, "a comment") }
}

/// Expat's list of names and values, ended by a null pointer.
private func texts(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [String] {
  var texts: [String] = []
  guard let list else { return [] }
  while let next = list[texts.count] { texts.append(String(cString: next)) }
  return texts
}
