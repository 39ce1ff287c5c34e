public import Model
public import Storage
import XMPP

/// The engine: an event in, one transaction, effects out. Confined to one executor; reads no clock.
public final class SyncEngine {
  /// - Parameters:
  ///   - resource: this device's name at the server, the same for its life.
  public init(account: Account, password: String, resource: String, database: Database) throws {}

  public func handle(_ event: SyncEvent, at now: Moment) -> [SyncEffect] { [] }

  /// What the server has not confirmed, in order of sending.
  public func outboxEntries() -> [OutboxEntry] { [] }
}
