internal import Model
internal import XMLStream

/// XEP-0363: a place at the server where a file is put, and fetched from by whom it is sent to.
enum XEP0363Upload: Extension {
  static let namespace = "urn:xmpp:http:upload:0"
  /// Services of a server that are asked what they are, at most (Z4).
  static let mostServices = 20
  /// What may go with a file (§4): nothing else is taken from a server.
  private static let headers: Set<String> = ["authorization", "cookie", "expires"]
  private static let longestHeader = 4_096

  private static let items = "http://jabber.org/protocol/disco#items"

  /// Asks a server for its services, one of which may take files.
  static func services(of server: JID) -> Request {
    Request(.get, to: server, XMLElement("query", items)) { answer, _ in
      guard case .result(let stanza) = answer else {
        if case .timeout = answer { return [.uploadCandidates(nil)] }
        return [.uploadCandidates([server])]
      }
      let children = stanza.child("query", items)?.children ?? []
      let found = children.filter { $0.is("item", items) }.compactMap { $0["jid"] }
        .compactMap { JID($0) }.filter { $0.local == nil && $0 != server }
      return [.uploadCandidates([server] + found.prefix(mostServices))]
    }
  }

  /// Asks one of them what it is. A server that does not answer is not there, and nor is what it could say of the others.
  static func description(of service: JID, isServer: Bool) -> Request {
    Request(.get, to: service, XMLElement("query", XEP0030Discovery.namespace)) { answer, _ in
      if isServer, case .timeout = answer { return [.uploadCandidates(nil)] }
      guard case .result(let stanza) = answer,
        XEP0030Discovery.features(in: stanza).contains(namespace)
      else { return [.uploadCandidate(service, nil)] }
      let found = UploadHost(address: service, limit: limit(in: stanza))
      return [.uploadCandidate(service, found)]
    }
  }

  /// XEP-0128: the form that says the largest size.
  private static func limit(in stanza: XMLElement) -> Int64? {
    let data = "jabber:x:data"
    let forms = stanza.child("query", XEP0030Discovery.namespace)?.children ?? []
    func value(_ name: String, _ form: XMLElement) -> String? {
      form.children.first { $0.is("field", data) && $0["var"] == name }?.child("value", data)?.text
    }
    let form = forms.first { $0.is("x", data) && value("FORM_TYPE", $0) == namespace }
    return form.flatMap { value("max-file-size", $0) }.flatMap { Int64($0) }
  }

  static func slot(
    for id: OriginID, of service: JID, name: String, size: Int64, mediaType: String?
  ) -> Request {
    let request = XMLElement(
      "request", namespace,
      ["filename": name, "size": String(size), "content-type": mediaType])
    return Request(.get, to: service, request) { answer, _ in
      switch answer {
      case .result(let stanza):
        guard let slot = slot(in: stanza) else { return [.uploadRefused(id, unreadable)] }
        return [.uploadGranted(id, slot)]
      case .error(let error): return [.uploadRefused(id, error)]
      case .timeout: return [.uploadRefused(id, .timeout)]
      }
    }
  }

  private static func slot(in stanza: XMLElement) -> UploadSlot? {
    guard let slot = stanza.child("slot", namespace),
      let put = slot.child("put", namespace), let address = put["url"],
      let get = slot.child("get", namespace)?["url"],
      Attachment.isWeb(address), Attachment(name: nil, address: get).address != nil,
      Attachment.isWeb(get)
    else { return nil }
    var headers: [String: String] = [:]
    for header in put.children where header.is("header", namespace) {
      guard let name = header["name"]?.lowercased(), Self.headers.contains(name),
        header.text.utf8.count <= longestHeader,
        !header.text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
      else { continue }
      headers[name] = header.text
    }
    return UploadSlot(put: address, get: get, headers: headers)
  }

  /// The answer to a question for a slot that has none.
  private static let unreadable = StanzaError(kind: "cancel", condition: "undefined-condition")

  /// What a server that finds a file too large says it takes at most (§5).
  static func limit(ofError error: XMLElement) -> Int64? {
    error.child("file-too-large", namespace)?.child("max-file-size", namespace)
      .flatMap { Int64($0.text) }
  }
}
