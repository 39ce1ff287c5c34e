internal import Model
internal import Simulation

/// Who is on the stage, and where.
extension Scene {
  private static let domain = "psst.example"
  private static let otherDomain = "work.example"

  func crowdAddress(_ number: Int) -> String { "crowd\(number + 1)@\(Self.domain)" }

  /// Seats by name, each on its stage.
  var seats: [String: Int] {
    let here = people.prefix(people.count - colleagues.count).enumerated().map { ($1, $0) }
    let there = colleagues.enumerated().map { ($1.name, $0 + 1) }
    return Dictionary(uniqueKeysWithValues: here + there)
  }

  /// Me, my friends, my other devices, in the order of ``people``.
  var cast: Cast {
    let persons = [me] + friends
    let mine = devices.map { Seat(account: "\(me.name)@\(Self.domain)", resource: $0) }
    return Cast(
      domain: Self.domain, seats: Self.seats(of: persons, at: Self.domain) + mine,
      names: Self.names(of: persons, at: Self.domain),
      extras: (0..<crowd).map { crowdAddress($0) }, epoch: start)
  }

  /// My other account and its colleagues.
  var otherCast: Cast? {
    guard let account else { return nil }
    let persons = [Person(name: account)] + colleagues
    return Cast(
      domain: Self.otherDomain, seats: Self.seats(of: persons, at: Self.otherDomain),
      names: Self.names(of: persons, at: Self.otherDomain), epoch: start)
  }

  private static func seats(of persons: [Person], at domain: String) -> [Seat] {
    persons.map { Seat(account: "\($0.name)@\(domain)", resource: "psst") }
  }

  private static func names(of persons: [Person], at domain: String) -> [String: String] {
    persons.reduce(into: [:]) { $0["\($1.name)@\(domain)"] = $1.fullName }
  }
}

extension Performance {
  /// Those of my accounts, in their order.
  var stages: [Stage] { [stage] + (otherStage.map { [$0] } ?? []) }

  /// Where somebody's server is.
  func stage(of who: String) -> Stage {
    guard let otherStage, scene.colleagues.contains(where: { $0.name == who }) else { return stage }
    return otherStage
  }

  /// Which of my accounts somebody knows.
  func myAddress(for who: String) -> JID {
    guard let jid = JID(stage(of: who).cast.seats[0].account) else {
      preconditionFailure("names were checked to make addresses")
    }
    return jid
  }
}
