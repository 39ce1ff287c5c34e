internal import Localization
internal import Model

/// How much plain mode tells. What others say, trouble, and answers to what is typed are told at any volume.
enum PlainVolume: String, CaseIterable {
  case quiet, normal, verbose

  /// Who is online, types, comes and goes.
  var tellsPeople: Bool { self != .quiet }

  /// A step of what I sent, edited, deleted or reacted.
  /// - Parameters:
  ///   - reason: what is wrong with it.
  ///   - inGroup: where few say that something was delivered.
  func tells(_ status: DeliveryStatus, reason: String?, inGroup: Bool) -> Bool {
    if status == .failed || reason?.isEmpty == false { return true }
    switch self {
    case .quiet: return false
    case .normal: return status == .delivered || inGroup && status == .sent
    case .verbose: return true
    }
  }

  /// What to say when it was chosen.
  var introduction: String {
    switch self {
    case .quiet: tr("only messages and trouble are told; /normal tells more")
    case .normal:
      tr(
        "told are messages, who is online, and what was delivered; /quiet tells less, /verbose more"
      )
    case .verbose: tr("each step of each message is told, too; /normal tells less")
    }
  }
}
