import Testing

@testable import Views

/// Whole screens as text, with the blanks at the ends of rows taken away.
@Suite struct GoldenTests {
  @Test func `I2 a conversation at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.conversation(100, 30).text == conversation100)
    #expect(GoldenScenes.conversation(80, 24).text == conversation80)
    #expect(GoldenScenes.conversation(40, 12).text == conversation40)
  }

  @Test func `O2 O13 N4 S5 the same offline with a queue, at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.offline(100, 30).text == offline100)
    #expect(GoldenScenes.offline(80, 24).text == offline80)
    #expect(GoldenScenes.offline(40, 12).text == offline40)
  }

  @Test func `O18 the question before quitting, at 100, 80 and 40 columns`() {
    #expect(GoldenScenes.quitting(100, 30).text == quitting100)
    #expect(GoldenScenes.quitting(80, 24).text == quitting80)
    #expect(GoldenScenes.quitting(40, 12).text == quitting40)
  }
}

// swift-format-ignore
private let conversation100 = """
 psst  ana@localhost                                              ● online 42 ms   2 unread   14:02
 CHATS                        │ ● Bo Reyes
▸● Bo Reyes        ✓    14:02 │
 ● Cy            2      13:58 │
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
private let offline100 = """
 psst  ana@localhost                             ○ offline   2 queued   1 failed   2 unread   14:02
 Offline · 2 messages queued · presence may be outdated           [Alt-S] Send all   [Alt-Q] Review
 CHATS                        │ ● Bo Reyes
▸● Bo Reyes ~2 queued   14:02 │
 ● Cy            2      13:58 │
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
                              │ ─────────────────────────── Mon 11 May ────────────────────────────
                              │ 21:22 Bo good night
                              │ ─────────────────────────── Tue 12 May ────────────────────────────
                              │ 13:55 Bo can you resend the spec?
                              │ 13:57 me sending now                                        ✓✓ read
                              │ 14:01 Bo thx
                              │ 14:02 me v2 attached                                         ✓ sent
                              │ 14:02 me are you there?              Queued · will send when online
                              │ 14:02 me this one has a text that does not fit in one
                              │          row of the pane, so it goes on below                Queued
                              │ 14:02 me hi                               ! Failed · Enter to retry
                              │          recipient's server does not answer
                              │▏first line
                              │▏second line
 Esc browse  Ctrl-K go to  Alt-A unread  Alt-Q queue  F1 help
"""

// swift-format-ignore
private let quitting100 = """
 psst  ana@localhost                                                         ● online 42 ms   14:02
 CHATS                        │   Notes   notes to yourself
▸  Notes                      │
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
                   ╭────────────────────────────────────────────────────────────╮
                   │ 1 message is waiting; it is kept and sent next time. Quit? │
                   │ [Enter] yes   [Esc] no                                     │ther terminal:
                   ╰────────────────────────────────────────────────────────────╯
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
                              │▏write to Notes

"""

// swift-format-ignore
private let conversation80 = """
 psst  ana@localhost                          ● online 42 ms   2 unread   14:02
 CHATS              │ ● Bo Reyes
▸● Bo Reyes      ✓  │
 ● Cy          2    │
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
private let offline80 = """
 psst  ana@localhost         ○ offline   2 queued   1 failed   2 unread   14:02
 Offline · 2 messages queued · presence may be outdated       [Alt-S]   [Alt-Q]
 CHATS              │ ● Bo Reyes
▸● Bo Reyes      ~2 │
 ● Cy          2    │
 ○ Dad   [draft]    │
 ○ Lia    !1 failed │
   Notes            │
                    │
                    │ ────────────────────── Mon 11 May ───────────────────────
                    │ 21:22 Bo good night
                    │ ────────────────────── Tue 12 May ───────────────────────
                    │ 13:55 Bo can you resend the spec?
                    │ 13:57 me sending now                              ✓✓ read
                    │ 14:01 Bo thx
                    │ 14:02 me v2 attached                               ✓ sent
                    │ 14:02 me are you there?    Queued · will send when online
                    │ 14:02 me this one has a text that does not fit in
                    │          one row of the pane, so it goes on below  Queued
                    │ 14:02 me hi                     ! Failed · Enter to retry
                    │          recipient's server does not answer
                    │▏first line
                    │▏second line
 Esc browse  Ctrl-K go to  Alt-A unread  Alt-Q queue  F1 help
"""

// swift-format-ignore
private let quitting80 = """
 psst  ana@localhost                                     ● online 42 ms   14:02
 CHATS              │   Notes   notes to yourself
▸  Notes            │
                    │
                    │
                    │
                    │
                    │
                    │
                    │
         ╭────────────────────────────────────────────────────────────╮
         │ 1 message is waiting; it is kept and sent next time. Quit? │
         │ [Enter] yes   [Esc] no                                     │
         ╰────────────────────────────────────────────────────────────╯
                    │
                    │
                    │
                    │
                    │
                    │
                    │
                    │
                    │▏write to Notes

"""

// swift-format-ignore
private let conversation40 = """
 psst ● online 42 ms   2 unread   14:02
 ● Bo Reyes

 ───────────── Mon 11 May ─────────────
 21:22 Bo good night
 ───────────── Tue 12 May ─────────────
 13:55 Bo can you resend the spec?
 13:57 me sending now           ✓✓ read
 14:01 Bo thx
 14:02 me v2 attached            ✓ sent
▏write to Bo Reyes
 Esc browse  Ctrl-K go to  Alt-A unread
"""

// swift-format-ignore
private let offline40 = """
        ○ offline   2 queued   1 failed
 Offline · 2 messages queued    [Alt-Q]
 ● Bo Reyes
 14:02 me this one has a text
          that does not fit in
          one row of the pane,
          so it goes on below    Queued
 14:02 me hi  ! Failed · Enter to retry
          recipient's server does not …
▏first line
▏second line
 Esc browse  Ctrl-K go to  Alt-A unread
"""

// swift-format-ignore
private let quitting40 = """
 psst            ● online 42 ms   14:02
   Notes   notes to yourself

╭──────────────────────────────────────╮
│ 1 message is waiting; it is kept and │
│ sent next time. Quit?                │
│ [Enter] yes   [Esc] no               │
╰──────────────────────────────────────╯


▏write to Notes

"""
