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

    \(outboxCounting)
    \(heldCounting)
    """
}
