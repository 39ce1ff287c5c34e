import Testing

/// All of the room's tests, one at a time: some change the settings of width and glyphs, which are the
/// whole process's.
@Suite(.serialized) enum ScreenTests {}
