internal import Model

extension Schema {
  /// What other people's servers and clients taught: how often a message was refused in its life, ids that
  /// two messages share, a queue whose order is the order of writing, and what must not come back.
  static let strangers = """
    ALTER TABLE message ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN is_guessed INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX message_guessed ON message(anchor) WHERE is_guessed = 1;
    ALTER TABLE message ADD COLUMN repeats INTEGER NOT NULL DEFAULT 0;
    UPDATE message SET refusals = 1
      WHERE id IN (SELECT message FROM outbox WHERE is_refused = 1);
    DROP INDEX message_origin;
    CREATE INDEX message_origin ON message(origin_id, chat, sender) WHERE origin_id IS NOT NULL;
    DROP INDEX message_unplaced;
    CREATE INDEX message_unplaced ON message(sequence) WHERE anchor = \(MessageOrder.unplaced);
    UPDATE outbox SET seq = -(SELECT written_sequence FROM message WHERE id = outbox.message);
    UPDATE outbox SET seq = -seq;

    ALTER TABLE chat ADD COLUMN receipts_from TEXT;
    ALTER TABLE archive_cursor ADD COLUMN recent TEXT NOT NULL DEFAULT '';

    CREATE TABLE tombstone (
      chat TEXT NOT NULL,
      id TEXT NOT NULL,
      reason TEXT,
      PRIMARY KEY (chat, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE refusal_news (
      message INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE
    ) STRICT;
    """

  /// A refusal is told to other devices also when the message is removed here before that.
  static let refusalNews = """
    CREATE TABLE news (
      id INTEGER PRIMARY KEY,
      chat TEXT NOT NULL,
      origin_id TEXT NOT NULL,
      reason TEXT NOT NULL,
      UNIQUE (chat, origin_id)
    ) STRICT;
    INSERT INTO news(chat, origin_id, reason)
      SELECT chat.jid, message.origin_id, coalesce(message.failure, '') FROM refusal_news
      JOIN message ON message.id = refusal_news.message JOIN chat ON chat.id = message.chat
      WHERE message.status = 'failed' AND message.origin_id IS NOT NULL ORDER BY message.id;
    DROP TABLE refusal_news;
    ALTER TABLE news RENAME TO refusal_news;
    """

  /// No id is given twice: the answer for what was told and withdrawn says nothing of what is owed since.
  static let refusalNewsOnce = """
    CREATE TABLE news (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chat TEXT NOT NULL,
      origin_id TEXT NOT NULL,
      reason TEXT NOT NULL,
      UNIQUE (chat, origin_id)
    ) STRICT;
    INSERT INTO news(chat, origin_id, reason)
      SELECT chat, origin_id, reason FROM refusal_news ORDER BY id;
    DROP TABLE refusal_news;
    ALTER TABLE news RENAME TO refusal_news;
    """
}
