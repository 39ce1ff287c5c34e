public import Files
internal import LocalServer
internal import Localization
internal import Model
internal import Storage

extension PrivateServerError {
  /// What went wrong and what to do about it.
  var words: String {
    switch self {
    case .notInstalled(let what): tr("the private server needs \(what)")
    case .didNotStart(let detail): tr("the private server did not start: \(detail)")
    case .heldStopped: tr("the private server is stopped; psst server start starts it")
    case .adminRefused(let detail): tr("the private server refused: \(detail)")
    case .folder(let detail): tr("the private server's folder: \(detail)")
    }
  }
}

extension Failure {
  /// Any room's error, in words.
  public init(describing error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let problem as SignInProblem:
      let advice = problem.advice.map { "; " + $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
      self.init(problem.text + advice, code: problem.isPassing ? .tryAgain : .failed)
    case let error as PrivateServerError: self.init(error.words)
    case let error as StorageError: self.init("\(error.explanation). \(error.advice)")
    default: self.init("\(error)")
    }
  }
}
