internal import Model

/// The tables, as SQL. One file is one account: no column names it.
enum Schema {
  /// How many wait and have failed, of all and in each chat.
  static let outboxCounting = """
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
    """

  /// Orders: `anchor` is the archive position or one of `MessageOrder`'s two ends; `sequence` breaks ties.
  /// Counts in `chat` and `outbox_count` are kept by triggers, so that opening never scans.
  static let version1 = """
    CREATE TABLE chat (
      id INTEGER PRIMARY KEY,
      jid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      last_message INTEGER REFERENCES message(id) ON DELETE SET NULL,
      last_anchor INTEGER,
      last_sequence INTEGER,
      unread INTEGER NOT NULL DEFAULT 0,
      waiting INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX chat_recent ON chat(last_anchor DESC, last_sequence DESC);
    CREATE INDEX chat_last ON chat(last_message);

    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      sender TEXT NOT NULL,
      is_mine INTEGER NOT NULL,
      origin_id TEXT,
      stanza_id TEXT,
      archive TEXT NOT NULL DEFAULT '',
      archive_id TEXT,
      text TEXT NOT NULL,
      written_at INTEGER NOT NULL,
      server_time INTEGER,
      status TEXT,
      failure TEXT,
      anchor INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      written_after INTEGER,
      written_sequence INTEGER NOT NULL,
      is_markable INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX message_origin ON message(origin_id, chat, sender)
      WHERE origin_id IS NOT NULL;
    CREATE UNIQUE INDEX message_archive ON message(archive, archive_id)
      WHERE archive_id IS NOT NULL;
    CREATE INDEX message_order ON message(chat, anchor, sequence);
    CREATE INDEX message_incoming ON message(chat, anchor, sequence) WHERE is_mine = 0;
    CREATE INDEX message_unread_there ON message(chat, anchor, sequence)
      WHERE status IN ('sent', 'delivered');
    CREATE INDEX message_stanza ON message(chat, stanza_id) WHERE stanza_id IS NOT NULL;
    CREATE INDEX message_follower ON message(written_after) WHERE written_after IS NOT NULL;

    CREATE TABLE message_sequence (value INTEGER NOT NULL) STRICT;
    INSERT INTO message_sequence VALUES (0);

    CREATE TABLE outbox (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      message INTEGER NOT NULL UNIQUE REFERENCES message(id) ON DELETE CASCADE,
      chat INTEGER NOT NULL REFERENCES chat(id) ON DELETE CASCADE,
      origin_id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'failed')),
      attempts INTEGER NOT NULL DEFAULT 0,
      last_error TEXT,
      queued_at INTEGER NOT NULL,
      queued_uptime INTEGER NOT NULL,
      queued_boot TEXT NOT NULL,
      is_refused INTEGER NOT NULL DEFAULT 0,
      suspicions INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outbox_state ON outbox(state, seq);
    CREATE INDEX outbox_chat ON outbox(chat, seq);

    CREATE TABLE outbox_count (
      state TEXT PRIMARY KEY, number INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO outbox_count VALUES ('queued', 0), ('sending', 0), ('failed', 0);
    \(outboxCounting)

    CREATE TABLE archive_cursor (
      archive TEXT PRIMARY KEY,
      newest TEXT,
      oldest TEXT,
      highest INTEGER NOT NULL,
      lowest INTEGER NOT NULL,
      is_start_known INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE roster (
      jid TEXT PRIMARY KEY,
      name TEXT,
      subscription TEXT NOT NULL,
      is_asking INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE presence (
      jid TEXT PRIMARY KEY, presence TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE draft (
      chat INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE, text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE read_marker (
      chat INTEGER PRIMARY KEY REFERENCES chat(id) ON DELETE CASCADE,
      mine INTEGER,
      mine_anchor INTEGER NOT NULL DEFAULT 0,
      mine_sequence INTEGER NOT NULL DEFAULT 0,
      theirs INTEGER,
      theirs_anchor INTEGER NOT NULL DEFAULT 0,
      theirs_sequence INTEGER NOT NULL DEFAULT 0,
      pending TEXT
    ) STRICT;
    CREATE INDEX read_marker_pending ON read_marker(pending) WHERE pending IS NOT NULL;

    CREATE TABLE setting (
      key TEXT PRIMARY KEY, value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE life (
      id INTEGER PRIMARY KEY,
      message INTEGER NOT NULL REFERENCES message(id) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      what TEXT NOT NULL,
      cause TEXT,
      attempt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX life_message ON life(message, id);
    """

  /// A stream to be resumed, presence by device (a resumed stream tells changes alone), and what the
  /// server confirmed without having archived it.
  static let stream = """
    CREATE TABLE stream (
      only_one INTEGER PRIMARY KEY DEFAULT 1 CHECK (only_one = 1),
      id TEXT NOT NULL,
      jid TEXT NOT NULL,
      handled INTEGER NOT NULL,
      acknowledged INTEGER NOT NULL,
      settled INTEGER NOT NULL,
      sent INTEGER NOT NULL,
      has_roster INTEGER NOT NULL DEFAULT 0,
      is_caught_up INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE unacknowledged (
      number INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      origin_id TEXT,
      recipient TEXT,
      xml TEXT
    ) STRICT;

    CREATE TABLE device_presence (
      jid TEXT NOT NULL,
      device TEXT NOT NULL,
      presence TEXT NOT NULL,
      PRIMARY KEY (jid, device)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX message_unplaced ON message(sequence)
      WHERE anchor = \(MessageOrder.unplaced) AND is_mine = 1;
    """

  /// Receipts that are owed; before, they were kept with the stream that had them.
  static let receipt = """
    CREATE TABLE receipt (
      message INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE
    ) STRICT;
    DELETE FROM unacknowledged WHERE kind = 'lasting';
    """

  /// Read here, and the account's other devices are not known to have been told.
  static let sharing = """
    ALTER TABLE read_marker ADD COLUMN is_unshared INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX read_marker_unshared ON read_marker(chat) WHERE is_unshared = 1;
    """

  /// What the user decided for one chat.
  static let switches = """
    ALTER TABLE chat ADD COLUMN is_muted INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN hides_reading INTEGER NOT NULL DEFAULT 0;
    """
  /// What of a chat is told: by its kind where the user chose nothing.
  static let alerts = """
    ALTER TABLE chat ADD COLUMN alerts TEXT;
    UPDATE chat SET alerts = 'nothing' WHERE is_muted = 1;
    ALTER TABLE chat DROP COLUMN is_muted;
    """
  /// What of a group is for me, as far as it is unread.
  static let mentions = """
    ALTER TABLE message ADD COLUMN is_mention INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN mentions INTEGER NOT NULL DEFAULT 0;
    """
}
