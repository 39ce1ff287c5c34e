import Foundation
import Harness
import Testing

/// psst and an independent client on a real server. One test at a time: each runs several programs.
@Suite(.serialized, .thread(.servers), .timeLimit(.minutes(10))) enum ServerTests {}

/// The same where something breaks, or is slow or full: these wait for most of their time, so beside the others.
@Suite(.serialized, .thread(.trials), .timeLimit(.minutes(10))) enum ServerTrials {
  /// `PSST_TRIALS`: how often what is random is tried; where nothing is said everything is short.
  static let trials = ProcessInfo.processInfo.environment["PSST_TRIALS"].flatMap { Int($0) }
}
