internal import CGsasl

/// The other side of SCRAM, played by the library's server.
public final class ScramServer {
  private var library: OpaquePointer?
  private var exchange: OpaquePointer?

  /// `binding` is what the server's own end of TLS says, in Base64.
  public init(
    _ mechanism: String, password: String, salt: String = "W22ZaJ0SNY7soEsUEjb6gQ==",
    iterations: Int = 4096, exporter: String? = nil, unique: String? = nil
  ) {
    precondition(
      gsasl_init(&library) == 0 && gsasl_server_start(library, mechanism, &exchange) == 0)
    gsasl_property_set(exchange, GSASL_PASSWORD, password)
    gsasl_property_set(exchange, GSASL_SCRAM_SALT, salt)
    gsasl_property_set(exchange, GSASL_SCRAM_ITER, String(iterations))
    if let exporter { gsasl_property_set(exchange, GSASL_CB_TLS_EXPORTER, exporter) }
    if let unique { gsasl_property_set(exchange, GSASL_CB_TLS_UNIQUE, unique) }
  }

  deinit {
    gsasl_finish(exchange)
    gsasl_done(library)
  }

  /// The server's next word for the client's, both Base64; `nil` where the client is refused.
  public func step(_ input: String) -> String? {
    var output: UnsafeMutablePointer<CChar>?
    let code = gsasl_step64(exchange, input, &output)
    defer { gsasl_free(output) }
    guard code == 0 || code == 1 else { return nil }
    return output.map { String(cString: $0) } ?? ""
  }
}
