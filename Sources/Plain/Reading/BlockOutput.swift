public import Files

/// Lines to standard output, in blocks.
public final class BlockOutput {
  private var block: [UInt8] = []
  private var isWhole = true

  public init() {}

  /// Adds lines, each with its line feed.
  public func write(_ lines: [String]) {
    for line in lines { block += Array((line + "\n").utf8) }
    if block.count > 64 * 1024 { flush() }
  }

  /// Whether all could be written.
  public func finish() -> ExitCode {
    flush()
    return isWhole ? .done : .failed
  }

  private func flush() {
    isWhole = isWhole && Output.write(block)
    block = []
  }
}
