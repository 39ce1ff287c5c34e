import Harness
import Testing

/// psst and an independent client on a real server. One test at a time: each runs several programs.
@Suite(.serialized, .timeLimit(.minutes(10))) enum ServerTests {}
