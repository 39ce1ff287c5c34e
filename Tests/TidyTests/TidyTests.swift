import Testing

/// The rules of the house, checked over the sources.
@Suite struct TidyTests {}
