internal import COpenSSL
internal import Localization
internal import XMPP

/// Why TLS ended, in words for the user.
struct TLSFailure: Error, Equatable {
  var reason: String
}

/// The client's side of one TLS connection, without a socket: cipher text in and out of memory.
final class TLSSession {
  private let context: OpaquePointer
  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer
  private let domain: String
  /// The handshake is over and the certificate is the domain's.
  private(set) var isEstablished = false
  /// The other side said that nothing more comes (close_notify).
  private(set) var isEnded = false

  /// - Parameters:
  ///   - domain: whose certificate it must be: a host name in ASCII, or a numeric address.
  ///   - trustFile: a PEM file with authorities trusted besides the system's.
  ///   - isDirect: nothing was said before: what is to be spoken is said in the hello (RFC 7301, XEP-0368 §3).
  init(domain: String, trustFile: String?, isDirect: Bool = false) throws(TLSFailure) {
    if let trouble = Self.troubleLoading {
      throw TLSFailure(reason: tr("TLS is not available: \(trouble)"))
    }
    guard let context = SSL_CTX_new(TLS_client_method()) else {
      throw TLSFailure(reason: tr("TLS is not available: \(Self.queuedError())"))
    }
    guard let session = SSL_new(context), let incoming = BIO_new(BIO_s_mem()),
      let outgoing = BIO_new(BIO_s_mem())
    else { preconditionFailure("OpenSSL gives a session and buffers while there is memory") }
    self.context = context
    self.session = session
    self.incoming = incoming
    self.outgoing = outgoing
    self.domain = domain
    SSL_set_bio(session, incoming, outgoing)
    psst_tls_empty_means_wait(incoming)
    psst_tls_empty_means_wait(outgoing)
    try trust(trustFile)
    try expect(domain)
    if isDirect { announce("xmpp-client") }
    SSL_set_connect_state(session)
  }

  /// OpenSSL is loaded for the first connection that needs it.
  private static let troubleLoading = psst_tls_load().map { String(cString: $0) }

  deinit {
    SSL_free(session)
    SSL_CTX_free(context)
  }

  private func trust(_ file: String?) throws(TLSFailure) {
    ERR_clear_error()
    guard psst_tls_restrict(session) == 1 else {
      throw TLSFailure(reason: tr("TLS 1.2 is not available: \(Self.queuedError())"))
    }
    SSL_CTX_set_default_verify_paths(context)
    if let file, SSL_CTX_load_verify_locations(context, file, nil) != 1 {
      throw TLSFailure(reason: tr("the file of trusted certificates \(file) cannot be read"))
    }
    SSL_set_verify(session, SSL_VERIFY_PEER, nil)
    ERR_clear_error()
  }

  /// The certificate is checked against this name (RFC 6125), never against the host that was connected to.
  private func expect(_ domain: String) throws(TLSFailure) {
    let parameters = SSL_get0_param(session)
    if X509_VERIFY_PARAM_set1_ip_asc(parameters, domain) == 1 { return }
    ERR_clear_error()
    guard !domain.isEmpty, domain.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw TLSFailure(
        reason: tr("a certificate cannot be checked against “\(domain)”: write the domain as xn--…")
      )
    }
    // A certificate that names no host in its subjectAltName has none: the common name is not asked.
    X509_VERIFY_PARAM_set_hostflags(
      parameters,
      UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
    guard X509_VERIFY_PARAM_set1_host(parameters, domain, 0) == 1,
      psst_tls_set_server_name(session, domain) == 1
    else { throw TLSFailure(reason: tr("“\(domain)” is no name that a certificate can have")) }
  }

  private func announce(_ protocol: String) {
    let name = [UInt8(`protocol`.utf8.count)] + Array(`protocol`.utf8)
    // 0 is success (SSL_CTX_set_alpn_select_cb(3)).
    let result = SSL_set_alpn_protos(session, name, UInt32(name.count))
    precondition(result == 0, "a name of a protocol is taken while there is memory")
  }

  /// Takes bytes from the network (none: begins the handshake) and gives the plain text in them.
  func receive(_ bytes: [UInt8]) throws(TLSFailure) -> [UInt8] {
    ERR_clear_error()
    if !bytes.isEmpty {
      let taken = BIO_write(incoming, bytes, Int32(bytes.count))
      precondition(taken == bytes.count, "a memory buffer takes everything")
    }
    if !isEstablished { try handshake() }
    return isEstablished ? try read() : []
  }

  private func handshake() throws(TLSFailure) {
    let result = SSL_do_handshake(session)
    if result == 1 {
      isEstablished = true
      return
    }
    try check(result)
  }

  private func read() throws(TLSFailure) -> [UInt8] {
    var plain: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
      let count = SSL_read(session, &buffer, Int32(buffer.count))
      guard count > 0 else {
        try check(count)
        return plain
      }
      plain += buffer.prefix(Int(count))
    }
  }

  /// After the handshake only.
  func send(_ plain: [UInt8]) throws(TLSFailure) {
    precondition(isEstablished, "nothing is sent before the certificate is checked")
    guard !plain.isEmpty else { return }
    ERR_clear_error()
    let count = SSL_write(session, plain, Int32(plain.count))
    if count <= 0 { try check(count) }
  }

  /// The cipher text that is ready to leave.
  func takeOutput() -> [UInt8] {
    let count = BIO_ctrl_pending(outgoing)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = count == 0 ? 0 : max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(count))))
    }
  }

  /// Says goodbye (close_notify); its bytes are in ``takeOutput()``.
  func end() {
    if isEstablished { SSL_shutdown(session) }
    ERR_clear_error()
  }

  private func check(_ result: Int32) throws(TLSFailure) {
    switch SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return
    case SSL_ERROR_ZERO_RETURN: isEnded = true
    default: throw TLSFailure(reason: failureWords())
    }
  }

  private func failureWords() -> String {
    let verdict = SSL_get_verify_result(session)
    defer { ERR_clear_error() }
    guard !isEstablished, verdict != Int(X509_V_OK) else {
      return tr("the secure connection failed: \(Self.queuedError())")
    }
    return CertificateVerdict.words(Int32(verdict), domain: domain)
  }

  private static func queuedError() -> String {
    let code = ERR_get_error()
    guard code != 0, let words = ERR_reason_error_string(code) else { return tr("no reason given") }
    return String(cString: words)
  }

  /// Ties a sign-in to this connection: RFC 9266 with TLS 1.3, `tls-unique` (RFC 5929) with 1.2, which is
  /// sound here because sessions are neither resumed nor negotiated anew.
  var binding: ChannelBinding? {
    guard isEstablished else { return nil }
    return SSL_version(session) >= TLS1_3_VERSION ? exporter() : unique()
  }

  private func exporter() -> ChannelBinding? {
    let label = "EXPORTER-Channel-Binding"
    var bytes = [UInt8](repeating: 0, count: 32)
    let result = SSL_export_keying_material(
      session, &bytes, bytes.count, label, label.utf8.count, nil, 0, 0)
    return result == 1 ? .exporter(bytes) : nil
  }

  private func unique() -> ChannelBinding? {
    var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    let count =
      SSL_session_reused(session) == 1
      ? SSL_get_peer_finished(session, &bytes, bytes.count)
      : SSL_get_finished(session, &bytes, bytes.count)
    return count > 0 && count <= bytes.count ? .unique(Array(bytes.prefix(count))) : nil
  }
}
