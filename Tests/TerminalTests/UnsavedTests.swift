import Harness
import Testing

extension TerminalTests {
  /// Messages that are on the screen and on no disk when psst is told to end.
  @Suite struct UnsavedTests {
    /// Has the database for writing, as a disk that does nothing more.
    private func holdDatabase(of home: PsstHome) throws -> ChildProcess {
      let script = """
        import glob, sqlite3, sys
        files = [f for f in glob.glob(sys.argv[1] + '/**/*.db', recursive=True)
          + glob.glob(sys.argv[1] + '/**/*.sqlite*', recursive=True) if not f.endswith(('-wal', '-shm', '.open'))]
        held = []
        for file in files:
          connection = sqlite3.connect(file, isolation_level=None)
          try:
            connection.execute("SELECT 1 FROM outbox_count")
            connection.execute('BEGIN IMMEDIATE')
          except sqlite3.DatabaseError:
            continue
          held.append(connection)
        print('held', len(held), flush=True)
        sys.stdin.read()
        """
      let holder = try ChildProcess(["python3", "-c", script, home.path])
      try holder.waitUntil("the database") { $0.outputText.contains("held 1") }
      return holder
    }

    @Test(arguments: [true, false])
    func
      `S2 O9 what is being saved when psst ends is named with its text, and the exit code says so`(
        isSignal: Bool
      ) throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.choose("Notes")
      try ana.wait(for: "Write to Notes")
      let holder = try holdDatabase(of: home)
      defer { holder.signal(9) }
      ana.type("not-lost")
      ana.press(.enter)
      try ana.waitUntilGone("❯ not-lost")
      if isSignal { ana.signal(15) } else { ana.press(.control("c")) }
      #expect(try ana.waitForEnd(bound: 30) == 1)
      #expect(ana.contains("1 message could not be saved and will not be sent:"))
      #expect(ana.contains("  not-lost"))
    }
  }
}
