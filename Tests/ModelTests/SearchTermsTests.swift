import Testing

@testable import Model

@Suite struct SearchTermsTests {
  private func term(_ name: SearchTerms.Name, _ value: String) -> SearchTerms.Term {
    SearchTerms.Term(name: name, value: value)
  }

  @Test func `P6 terms are taken from wherever they stand, and the words are what is left`() {
    let terms = SearchTerms("from:bo the spec IN:\"night shift\" after:2026-05-12")
    #expect(terms.words == " the spec")
    #expect(
      terms.all == [term(.from, "bo"), term(.in, "night shift"), term(.after, "2026-05-12")])
  }

  @Test(arguments: [
    "http://example.org", "main:from:x", "begin:", "from", "subject:before", "re:in", "\"from:bo\"",
  ])
  func `P6 what only looks like a term is a word`(text: String) {
    #expect(SearchTerms(text).words == text && SearchTerms(text).all.isEmpty)
  }

  /// While it is typed.
  @Test func `P6 a term without a value says nothing, and is no word`() {
    let terms = SearchTerms("spec from:")
    #expect(terms.words == "spec" && terms.all.isEmpty)
  }

  @Test(arguments: [("in:\"night shi", "night shi"), ("in:\"", ""), ("in:\"a\"b", "a")])
  func `P6 a quotation ends with its mark, or with the text`(text: String, value: String) {
    #expect(SearchTerms(text).all == (value.isEmpty ? [] : [term(.in, value)]))
  }

  @Test(arguments: [
    ("marm from:me", "marm"), ("marm from:me ", "marm"), ("from:me marm ", " marm "),
    ("marm from:me lade", "marm  lade"), ("marm ", "marm "),
  ])
  func `P6 a term behind a word does not end it`(text: String, words: String) {
    #expect(SearchTerms(text).words == words)
  }

  @Test func `P6 terms mean chats by their names, people alone by theirs, and days`() throws {
    let (bo, team) = (try #require(JID("bo@x.org")), try #require(JID("team@y.org")))
    let chats = [
      SearchTerms.NamedChat(bo, name: "Bo", isDirect: true),
      SearchTerms.NamedChat(team, name: "Bo's team", isDirect: false),
    ]
    func understood(_ text: String) -> (filter: SearchFilter, problem: SearchTerms.Problem?) {
      SearchTerms(text).filter(among: chats) { $0 == "today" ? Timestamp(milliseconds: 9) : nil }
    }
    #expect(understood("from:bo").filter.sender == .others(named: "bo", chats: [bo]))
    #expect(understood("from:ME").filter.sender == .me)
    #expect(understood("in:bo").filter.chats == [bo, team])
    #expect(understood("in:x").problem == nil && understood("in:zoe").problem == .noChat("zoe"))
    #expect(understood("after:today").filter.start == Timestamp(milliseconds: 9))
    #expect(understood("before:soon").problem == .noDay(.before))
    #expect(understood("before:soon").filter == SearchFilter())
  }

  @Test func `P6 terms alone leave no words`() {
    #expect(SearchTerms("from:me before:yesterday ").words == "")
    #expect(SearchTerms(" ").words == " ")
  }
}
