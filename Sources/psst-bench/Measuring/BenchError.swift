/// Why a benchmark could not be run, in words.
struct BenchError: Error {
  var words: String
  init(_ words: String) { self.words = words }
}
