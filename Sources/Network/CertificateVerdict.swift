internal import COpenSSL

/// OpenSSL's verdicts on a certificate (X509_STORE_CTX_get_error(3)) in words a person can act on.
enum CertificateVerdict {
  static func words(_ verdict: Int32, domain: String) -> String {
    if let known = table[verdict] {
      return "not safe: the certificate \(known.replacing("@", with: domain))"
    }
    let reason = X509_verify_cert_error_string(Int(verdict)).map { String(cString: $0) }
    return "not safe: the certificate of \(domain) was refused (\(reason ?? "\(verdict)"))"
  }

  /// `@` stands for the domain.
  private static let table: [Int32: String] = [
    X509_V_ERR_HOSTNAME_MISMATCH: "was made for another name than @",
    X509_V_ERR_IP_ADDRESS_MISMATCH: "was made for another address than @",
    X509_V_ERR_CERT_HAS_EXPIRED: "of @ has expired",
    X509_V_ERR_CERT_NOT_YET_VALID: "of @ is not valid yet (or this computer's clock is wrong)",
    X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: "of @ is self-signed, and nobody vouches for it",
    X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: "of @ is signed by a self-signed authority unknown here",
    X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "of @ is signed by an authority unknown here",
    X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE: "of @ is signed by an authority unknown here",
    X509_V_ERR_CERT_REVOKED: "of @ was revoked",
  ]
}
