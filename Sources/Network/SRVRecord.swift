internal import CPlatform
internal import Model

/// Where a domain says that its server is (RFC 2782).
struct SRVRecord: Equatable {
  var priority: UInt16
  var weight: UInt16
  /// `nil` where the domain says that there is no such service.
  var endpoint: Endpoint?
  /// TLS begins with the first byte there (XEP-0368).
  var isDirect = false

  /// Those that are tried, and asked for: more would be somebody's mistake, or worse (Z4).
  private static let limit = 32

  /// The services of a name, as the computer's name servers have them; none where none of them answers.
  static func lookUp(_ name: String, isDirect: Bool) -> [SRVRecord] {
    var found = [psst_service](repeating: psst_service(), count: limit)
    let count = psst_services(name, &found, Int32(limit))
    return found.prefix(Int(count)).map { SRVRecord($0, isDirect: isDirect) }
  }

  private init(_ service: psst_service, isDirect: Bool) {
    let host = withUnsafeBytes(of: service.host) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    (priority, weight) = (service.priority, service.weight)
    endpoint = host == "." ? nil : Endpoint(host: host, port: service.port)
    self.isDirect = isDirect
  }

  init(priority: UInt16, weight: UInt16, endpoint: Endpoint?, isDirect: Bool = false) {
    (self.priority, self.weight) = (priority, weight)
    (self.endpoint, self.isDirect) = (endpoint, isDirect)
  }

  /// In the order of trying: by priority, and of one priority by lot, as often first as their weights say.
  static func ordered(
    _ records: [SRVRecord], using random: inout some RandomNumberGenerator
  ) -> [SRVRecord] {
    let groups = Dictionary(grouping: records, by: \.priority).sorted { $0.key < $1.key }
    return groups.flatMap { drawn($0.value, using: &random) }
  }

  private static func drawn(
    _ records: [SRVRecord], using random: inout some RandomNumberGenerator
  ) -> [SRVRecord] {
    // Those without a weight are drawn first where the lot is 0, and so hardly ever.
    var left = records.sorted { $0.weight == 0 && $1.weight != 0 }
    var order: [SRVRecord] = []
    while !left.isEmpty {
      let lot = Int.random(in: 0...left.reduce(0) { $0 + Int($1.weight) }, using: &random)
      var sum = 0
      let index = left.firstIndex { record in
        sum += Int(record.weight)
        return sum >= lot
      }
      order.append(left.remove(at: index ?? 0))
    }
    return order
  }
}
