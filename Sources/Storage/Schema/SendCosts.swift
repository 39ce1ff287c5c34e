internal import Model

extension Schema {
  /// What a message that is sent writes besides itself: each index is a page more that has to reach the disk before the
  /// echo. An entry is found by its message, and that by its id.
  static let fewerIndexes = """
    CREATE TABLE entry (
      seq INTEGER PRIMARY KEY,
      message INTEGER NOT NULL UNIQUE REFERENCES message(id) ON DELETE CASCADE,
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      queued_at INTEGER NOT NULL,
      queued_uptime INTEGER NOT NULL,
      queued_boot TEXT NOT NULL,
      is_refused INTEGER NOT NULL DEFAULT 0,
      suspicions INTEGER NOT NULL DEFAULT 0,
      release TEXT NOT NULL DEFAULT 'policy' CHECK (release IN ('policy', 'held', 'released'))
    ) STRICT;
    INSERT INTO entry SELECT seq, message, chat, state, attempts, last_error, queued_at,
      queued_uptime, queued_boot, is_refused, suspicions, release FROM outbox;
    DROP TABLE outbox;
    ALTER TABLE entry RENAME TO outbox;
    CREATE INDEX outbox_chat ON outbox(chat, seq);
    CREATE INDEX outbox_ready ON outbox(seq) WHERE state = 'queued' AND release <> 'held';
    CREATE INDEX outbox_held ON outbox(chat) WHERE release = 'held';
    CREATE INDEX outbox_sending ON outbox(seq) WHERE state = 'sending';

    CREATE TRIGGER outbox_in AFTER INSERT ON outbox BEGIN
      UPDATE outbox_count SET number = number + 1 WHERE state = NEW.state;
      UPDATE chat SET waiting = waiting + (NEW.state <> 'failed'),
        failed = failed + (NEW.state = 'failed') WHERE id = NEW.chat;
    END;
    CREATE TRIGGER outbox_out AFTER DELETE ON outbox BEGIN
      UPDATE outbox_count SET number = number - 1 WHERE state = OLD.state;
      UPDATE chat SET waiting = waiting - (OLD.state <> 'failed'),
        failed = failed - (OLD.state = 'failed') WHERE id = OLD.chat;
    END;
    CREATE TRIGGER outbox_change AFTER UPDATE OF state ON outbox WHEN NEW.state <> OLD.state BEGIN
      UPDATE outbox_count SET number = number - 1 WHERE state = OLD.state;
      UPDATE outbox_count SET number = number + 1 WHERE state = NEW.state;
      UPDATE chat SET
        waiting = waiting + (NEW.state <> 'failed') - (OLD.state <> 'failed'),
        failed = failed + (NEW.state = 'failed') - (OLD.state = 'failed')
        WHERE id = NEW.chat;
    END;
    CREATE TRIGGER outbox_held_in AFTER INSERT ON outbox WHEN NEW.release = 'held' BEGIN
      UPDATE outbox_count SET number = number + 1 WHERE state = 'held';
    END;
    CREATE TRIGGER outbox_held_out AFTER DELETE ON outbox WHEN OLD.release = 'held' BEGIN
      UPDATE outbox_count SET number = number - 1 WHERE state = 'held';
    END;
    CREATE TRIGGER outbox_release AFTER UPDATE OF release ON outbox
    WHEN NEW.release <> OLD.release BEGIN
      UPDATE outbox_count SET number = number + (NEW.release = 'held') - (OLD.release = 'held')
        WHERE state = 'held';
    END;
    """
}
