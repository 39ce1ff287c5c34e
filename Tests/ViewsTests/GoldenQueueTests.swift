import Testing

@testable import Views

/// Whole screens of the outbox as text, with the blanks at the ends of rows taken away.
@Suite struct GoldenQueueTests {
  @Test func `O5 the toast over a conversation, at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.asking(100, 30).text == asking100)
    #expect(GoldenScenes.asking(80, 24).text == asking80)
    #expect(GoldenScenes.asking(40, 12).text == asking40)
  }

  @Test func `O6 O15 the queue review, at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.queue(100, 30).text == queue100)
    #expect(GoldenScenes.queue(80, 24).text == queue80)
    #expect(GoldenScenes.queue(40, 12).text == queue40)
  }

  @Test func `the life of a message, at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.life(100, 30).text == life100)
    #expect(GoldenScenes.life(80, 24).text == life80)
    #expect(GoldenScenes.life(40, 12).text == life40)
  }
}

// swift-format-ignore
private let asking100 = """
 psst  ana@localhost                                              ● online 42 ms   2 unread   14:02
 CHATS   ╭───────────────────────────────────────────────────────────────────────────────╮
▸● Bo Rey│ Connected. Send 5 queued messages?   [Alt-Y] Yes   [Alt-R] Review first   (8) │
 ● Cy    ╰───────────────────────────────────────────────────────────────────────────────╯
 ○ Dad     [draft]        Mon │
 ○ Lia      !1 failed     Mon │
   Notes                      │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │
                              │ ─────────────────────────── Mon 11 May ────────────────────────────
                              │ 21:22 Bo good night
                              │ ─────────────────────────── Tue 12 May ────────────────────────────
                              │ 13:55 Bo can you resend the spec?
                              │ 13:57 me sending now                                        ✓✓ read
                              │ 14:01 Bo thx
                              │ 14:02 me v2 attached                                         ✓ sent
                              │▏write to Bo Reyes
 Esc browse  Ctrl-K go to  Alt-A unread  Alt-Q queue  F1 help
"""

// swift-format-ignore
private let asking80 = """
 psst  ana@localhost                          ● online 42 ms   2 unread   14:02
 ╭────────────────────────────────────────────────────────────────────────────╮
▸│ Connected. Send 5 queued messages?  [Alt-Y] Yes  [Alt-R] Review first  (8) │
 ╰────────────────────────────────────────────────────────────────────────────╯
 ○ Dad   [draft]    │
 ○ Lia    !1 failed │
   Notes            │
                    │
                    │
                    │
                    │
                    │
                    │
                    │
                    │
                    │ ────────────────────── Mon 11 May ───────────────────────
                    │ 21:22 Bo good night
                    │ ────────────────────── Tue 12 May ───────────────────────
                    │ 13:55 Bo can you resend the spec?
                    │ 13:57 me sending now                              ✓✓ read
                    │ 14:01 Bo thx
                    │ 14:02 me v2 attached                               ✓ sent
                    │▏write to Bo Reyes
 Esc browse  Ctrl-K go to  Alt-A unread  Alt-Q queue  F1 help
"""

// swift-format-ignore
private let asking40 = """
 psst ● online 42 ms   2 unread   14:02
 ╭────────────────────────────────────╮
 │ Connected. Send 5 queued messages? │
 │ [Alt-Y] Yes  [Alt-R] Review  (8)   │
 ╰────────────────────────────────────╯
 ───────────── Tue 12 May ─────────────
 13:55 Bo can you resend the spec?
 13:57 me sending now           ✓✓ read
 14:01 Bo thx
 14:02 me v2 attached            ✓ sent
▏write to Bo Reyes
 Esc browse  Ctrl-K go to  Alt-A unread
"""

// swift-format-ignore
private let queue100 = """
 Offline queue (3)        1 marked · 2 queued, 1 failed · oldest 2 d · first in, first out per chat
 2 messages waiting                                               [Alt-S] Send all   [Alt-Q] Review
  • Bo Reyes       4 m   Queued      v2 attached
 ▸  Cy             3 m   Queued      are we on for 6?
    Lia            2 d   Failed ×3   hi   recipient's server does not answer






















───────────────────────────────────── to Cy · Tue 12 May 13:59 ─────────────────────────────────────
   are we on for 6?
 s send  e edit  d delete  u undo  i info  Space mark  S send all  Esc back  / filter
"""

// swift-format-ignore
private let queue80 = """
 Offline queue (3)                   1 marked · 2 queued, 1 failed · oldest 2 d
 2 messages waiting                           [Alt-S] Send all   [Alt-Q] Review
  • Bo Reyes    4 m   Queued      v2 attached
 ▸  Cy          3 m   Queued      are we on for 6?
    Lia         2 d   Failed ×3   hi   recipient's server does not answer
















─────────────────────────── to Cy · Tue 12 May 13:59 ───────────────────────────
   are we on for 6?
 s send  e edit  d delete  u undo  i info  Space mark  S send all  Esc back
"""

// swift-format-ignore
private let queue40 = """
 Offline queue (3)             1 marked
 2 messages waiting   [Alt-S]   [Alt-Q]
  • Bo R… 4 m   Queued    v2 attached
 ▸  Cy    3 m   Queued    are we on for…
    Lia   2 d   Failed ×3 hi   recipien…




─────── to Cy · Tue 12 May 13:59 ───────
   are we on for 6?
 s send  e edit  d delete  u undo
"""

// swift-format-ignore
private let life100 = """
 "v2 attached"  to bo@localhost
 Tue 12 May
 14:02:11.204  written, on disk
 14:02:11.204  queued: offline
 14:05:40.010  attempt 1
 14:05:42.005  queued: link lost before the answer
 14:06:02.511  archive asked: not there
 14:06:03.012  attempt 2
 14:06:03.107  ✓  sent: the server has it
 14:06:04.000  ✓✓ delivered: bo/phone
               ✓✓ read


















 j scroll  Esc back
"""

// swift-format-ignore
private let life80 = """
 "v2 attached"  to bo@localhost
 Tue 12 May
 14:02:11.204  written, on disk
 14:02:11.204  queued: offline
 14:05:40.010  attempt 1
 14:05:42.005  queued: link lost before the answer
 14:06:02.511  archive asked: not there
 14:06:03.012  attempt 2
 14:06:03.107  ✓  sent: the server has it
 14:06:04.000  ✓✓ delivered: bo/phone
               ✓✓ read












 j scroll  Esc back
"""

// swift-format-ignore
private let life40 = """
 "v2 attached"  to bo@localhost
 Tue 12 May
 14:02:11.204  written, on disk
 14:02:11.204  queued: offline
 14:05:40.010  attempt 1
 14:05:42.005  queued: link lost before…
 14:06:02.511  archive asked: not there
 14:06:03.012  attempt 2
 14:06:03.107  ✓  sent: the server has …
 14:06:04.000  ✓✓ delivered: bo/phone
               ✓✓ read
 j scroll  Esc back
"""
