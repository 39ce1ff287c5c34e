/// An extension of XMPP that psst speaks: one file each, named in ``Extensions/all``. What others are told is asked of
/// the extensions there, so that nobody else need know them.
protocol Extension: SendableMetatype {
  /// What others are told that psst can do by it (XEP-0030 §3.1): nothing where it is spoken with one's own
  /// server alone.
  static var features: [String] { get }
}

extension Extension {
  static var features: [String] { [] }
}
