internal import COpenSSL
internal import Localization

/// OpenSSL's verdicts on a certificate (X509_STORE_CTX_get_error(3)) in words a person can act on.
enum CertificateVerdict {
  static func words(_ verdict: Int32, domain: String) -> String {
    if let known = known(verdict, domain) { return known }
    let reason =
      X509_verify_cert_error_string(Int(verdict)).map { String(cString: $0) } ?? "\(verdict)"
    return tr("not safe: the certificate of \(domain) was refused (\(reason))")
  }

  private static func known(_ verdict: Int32, _ domain: String) -> String? {
    switch verdict {
    case X509_V_ERR_HOSTNAME_MISMATCH:
      tr("not safe: the certificate was made for another name than \(domain)")
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      tr("not safe: the certificate was made for another address than \(domain)")
    case X509_V_ERR_CERT_HAS_EXPIRED: tr("not safe: the certificate of \(domain) has expired")
    case X509_V_ERR_CERT_NOT_YET_VALID:
      tr(
        "not safe: the certificate of \(domain) is not valid yet (or this computer's clock is wrong)"
      )
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
      tr("not safe: the certificate of \(domain) is self-signed, and nobody vouches for it")
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      tr("not safe: the certificate of \(domain) is signed by a self-signed authority unknown here")
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      tr("not safe: the certificate of \(domain) is signed by an authority unknown here")
    case X509_V_ERR_CERT_REVOKED: tr("not safe: the certificate of \(domain) was revoked")
    default: nil
    }
  }
}
