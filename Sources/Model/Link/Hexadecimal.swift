extension Sequence<UInt8> {
  /// Two small digits a byte.
  public var hexadecimal: String {
    reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
  }
}
