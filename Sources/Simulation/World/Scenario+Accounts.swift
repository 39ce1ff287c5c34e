extension Scenario {
  /// Another account of the program at the first seat, on a server of its own, with other people. What befalls that
  /// program or its computer befalls both.
  public func beside(seed: UInt64) -> Scenario {
    var other = Scenario(seed: seed)
    (other.links[0], other.clocks[0]) = (links[0], clocks[0])
    let shared = faults.filter(\.kind.isOfFirstComputer)
    other.faults = other.faults.filter { !$0.kind.isOfFirstComputer } + shared
    other.faultPhase = max(faultPhase, other.faultPhase)
    return other
  }

  /// The server is away from a moment on, for so long (ms).
  public func losingServer(at time: Int64, for down: Int64) -> Scenario {
    var other = self
    other.faults.append(Fault(time: time, kind: .serverCrash(.beforeArchive, down: down)))
    return other
  }
}

extension Fault.Kind {
  fileprivate var isOfFirstComputer: Bool {
    switch self {
    case .noNetwork(0, _, _), .kill(0, _, _, _, _), .clock(0, _): true
    default: false
    }
  }
}
