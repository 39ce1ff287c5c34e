import Harness
import Testing

/// The built program in a pseudo terminal. One test at a time: each runs several programs.
@Suite(.serialized, .thread(.terminals), .timeLimit(.minutes(10))) enum TerminalTests {}
