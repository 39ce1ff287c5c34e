internal import Glibc

/// Gives another program a moment.
public enum Pause {
  public static func short() { _ = poll(nil, 0, 200) }
}
