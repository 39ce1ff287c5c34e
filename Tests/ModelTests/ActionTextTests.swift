import Model
import Testing

@Suite struct ActionTextTests {
  @Test(arguments: [
    ("/me waves", "* Ana waves"), ("/me *waves*\nand goes", "* Ana *waves*\nand goes"),
    ("/me ", "* Ana "), ("/me  waves", "* Ana  waves"),
  ])
  func `M5 who says what they do is shown doing it`(text: String, shown: String) {
    #expect(ActionText(text)?.told(of: "Ana") == shown)
  }

  /// XEP-0245 §2, "Some Non-Commands".
  @Test(arguments: [
    "/meshrugs in disgust", "/me's disgusted", " /me shrugs in disgust", "\"/me shrugs\"", "/me",
    "* Atlas shrugs in disgust", "Why did Atlas say \"/me shrugs\"?", "/ME waves", "", "/me\twaves",
    "/me\nwaves",
  ])
  func `M5 what only looks like it is a text like all others`(text: String) {
    #expect(ActionText(text) == nil)
  }
}
