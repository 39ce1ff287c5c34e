/// Who takes part in a world, on which devices, and where.
public struct Cast: Sendable {
  /// Where everyone has an account.
  public let domain: String
  /// All devices.
  public let seats: [Seat]
  /// What rosters call people, by bare address; whoever is missing has no name there.
  public let names: [String: String]
  /// Milliseconds since 1970 at virtual time 0, by the server's clock, which is right.
  public let epoch: Int64
  /// Accounts without any device, which only the server knows: bare addresses.
  let extras: [String]
  /// Bare addresses, each once, in the order of their first device.
  let accounts: [String]

  public init(
    domain: String, seats: [Seat], names: [String: String] = [:], extras: [String] = [],
    epoch: Int64
  ) {
    self.domain = domain
    self.seats = seats
    self.names = names
    self.extras = extras
    self.epoch = epoch
    let people = seats.map(\.account).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    accounts = people + extras
  }

  /// Those one can write to from an account.
  func peers(of account: String) -> [String] { accounts.filter { $0 != account } }

  /// Of every seed: two devices of ana, and two peers.
  static let seeded = Cast(
    domain: "sim.example",
    seats: [
      Seat(account: "ana@sim.example", resource: "a1"),
      Seat(account: "ana@sim.example", resource: "a2"),
      Seat(account: "bo@sim.example", resource: "b1"),
      Seat(account: "cy@sim.example", resource: "c1"),
    ],
    epoch: 1_704_067_200_000)  // 2024-01-01T00:00:00Z
}

extension Cast {
  /// The same, and the names of all devices say whose program runs there: it is known to show a repeat once.
  static let known = Cast(
    domain: seeded.domain,
    seats: seeded.seats.map { Seat(account: $0.account, resource: "psst-" + $0.resource) },
    epoch: seeded.epoch)

  /// The same, and somebody with another maker's client.
  static let withStranger = Cast(
    domain: seeded.domain, seats: seeded.seats, extras: [Stranger.account], epoch: seeded.epoch)
}

/// A device and whose it is.
public struct Seat: Sendable {
  /// The bare address.
  public let account: String
  public let resource: String

  public init(account: String, resource: String) {
    self.account = account
    self.resource = resource
  }

  /// The device's full address.
  public var address: String { account + "/" + resource }
}
