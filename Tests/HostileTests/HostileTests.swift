import Testing

/// What strangers' servers, clients and people have tried on the real program, each attack a case: the real parser,
/// session, engine and screen, and a server that is the test's own.
@Suite(.serialized) enum HostileTests {}
