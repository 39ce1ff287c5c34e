public import Model
public import Observation
internal import Storage
internal import Sync

/// The observable state of the application: takes intents, publishes snapshots.
@MainActor @Observable public final class AppStore {
  public private(set) var snapshot: Snapshot

  public init(account: JID) {
    snapshot = Snapshot(account: account)
  }
}
