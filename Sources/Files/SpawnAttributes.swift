public import Glibc

/// How this program starts others (posix_spawn(3)).
public enum SpawnAttributes {
  /// The signals that this program ignores, or takes through a queue, are the other's as if nobody had touched them
  /// (posix_spawnattr_setsigmask(3)).
  /// - Parameters:
  ///   - flags: more of those of posix_spawnattr_setflags(3).
  ///   - body: starts it; the attributes are gone afterwards.
  public static func with<Result>(
    flags: Int16 = 0, _ body: (inout posix_spawnattr_t) -> Result
  ) -> Result {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | flags)
    return body(&attributes)
  }
}
