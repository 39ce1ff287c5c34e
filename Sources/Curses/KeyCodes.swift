internal import CNcurses
internal import Screen

/// What ncurses' key codes mean.
enum KeyCodes {
  /// A key of curses.h, or one that terminfo names (`kUP3` is Alt-Up, user_caps(5)).
  static func key(_ code: Int32, name: (Int32) -> String?) -> Key? {
    if let key = named[code] { return key }
    if (psst_function_key(1)...psst_function_key(63)).contains(code) {
      return Key(.function(Int(code - psst_function_key(0))))
    }
    return name(code).flatMap(key(named:))
  }

  private static let named: [Int32: Key] = [
    KEY_UP: Key(.up), KEY_DOWN: Key(.down), KEY_LEFT: Key(.left), KEY_RIGHT: Key(.right),
    KEY_HOME: Key(.home), KEY_END: Key(.end), KEY_PPAGE: Key(.pageUp), KEY_NPAGE: Key(.pageDown),
    KEY_A1: Key(.home), KEY_A3: Key(.pageUp), KEY_C1: Key(.end), KEY_C3: Key(.pageDown),
    KEY_FIND: Key(.home), KEY_SELECT: Key(.end), KEY_IC: Key(.insert), KEY_DC: Key(.delete),
    KEY_BACKSPACE: Key(.backspace), KEY_ENTER: Key(.enter), KEY_BTAB: Key(.backTab),
    KEY_SR: Key(.up, .shift), KEY_SF: Key(.down, .shift), KEY_SLEFT: Key(.left, .shift),
    KEY_SRIGHT: Key(.right, .shift), KEY_SHOME: Key(.home, .shift), KEY_SEND: Key(.end, .shift),
    KEY_SPREVIOUS: Key(.pageUp, .shift), KEY_SNEXT: Key(.pageDown, .shift),
    KEY_SDC: Key(.delete, .shift), KEY_SIC: Key(.insert, .shift),
  ]

  private static let terminfo: [String: Key.Code] = [
    "kUP": .up, "kDN": .down, "kLFT": .left, "kRIT": .right, "kHOM": .home, "kEND": .end,
    "kPRV": .pageUp, "kNXT": .pageDown, "kIC": .insert, "kDC": .delete,
  ]

  private static func key(named name: String) -> Key? {
    guard let digit = name.last?.wholeNumberValue else {
      return terminfo[name].map { Key($0, .shift) }
    }
    return terminfo[String(name.dropLast())].map { Key($0, modifiers(parameter: digit)) }
  }

  /// The same with the sum's other parts: 8 to 32 are keys with which nothing is meant here, 64 and 128 are locks. `nil`
  /// where one of the former is held.
  static func held(parameter: Int) -> Key.Modifiers? {
    guard parameter >= 1, (parameter - 1) & 0x38 == 0 else { return nil }
    return modifiers(parameter: parameter)
  }

  /// xterm's parameter: 1 and the sum of shift 1, alt 2, control 4.
  static func modifiers(parameter: Int) -> Key.Modifiers {
    let bits = parameter - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}
