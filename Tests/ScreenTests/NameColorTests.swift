import Model
import Testing

@testable import Screen

extension ScreenTests {
  /// The colours of names in groups.
  @Suite struct NameColorTests {
    /// XEP-0392 §13: test vectors, the colours at a lightness of 50.
    @Test(arguments: [
      ("Romeo", 327.255249, [0.865, 0, 0.686]),
      ("juliet@capulet.lit", 209.410400, [0, 0.515, 0.573]),
      ("😺", 331.199341, [0.872, 0, 0.659]), ("council", 359.994507, [0.918, 0, 0.394]),
    ])
    func `a name has the hue that the specification gives it`(
      name: String, degrees: Double, parts: [Double]
    ) {
      let hue = NameHue(of: name)
      #expect(abs(hue.degrees - degrees) < 0.000_001)
      let (red, green, blue) = hue.color(luminance: 0.184_186_5).components
      for (part, value) in zip(parts, [red, green, blue]) {
        #expect(abs(part - Double(value) / 255) < 0.005)
      }
    }

    private static let names = (0..<400).map { "n\($0)" } + ["Ana", "bo", "Cy", "😺", ""]

    private static let colorDepths: [ColorDepth] = [.trueColor, .palette256]

    @Test(arguments: ShippedThemeTests.withGround, colorDepths)
    func `I4 every name can be read on the ground of every theme`(name: String, depth: ColorDepth)
      throws
    {
      let theme = try Theme.load(name: name).adapted(to: depth)
      let wanted = name == "high-contrast" && depth == .trueColor ? 7 : 4.5
      for ground in [Role?.none, .dialog] {
        var colors: Set<Color> = []
        for person in Self.names {
          var style = theme.style(.messageOther, on: ground)
          let own: Color = try #require(theme.color(ofName: person, on: ground))
          style.foreground = own
          let reduced = style.reduced(to: depth)
          #expect(reduced.contrast ?? 0 >= wanted, "\(person)")
          if let color = reduced.foreground { colors.insert(color) }
        }
        #expect(colors.count >= 8, "\(colors)")
      }
    }

    @Test(arguments: ShippedThemeTests.withGround)
    func `where a name stands on the colour of what is selected it takes that one's`(name: String)
      throws
    {
      let theme = try Theme.load(name: name)
      for ground in [Role.messageSelected, .dialogSelected]
      where theme.style(ground).isReversed {
        #expect(theme.color(ofName: "bo", on: ground) == nil)
      }
    }

    /// Xterm's, on black and on white, as for all of that theme's colours.
    @Test(arguments: Theme.Background.allCases, [ColorDepth.palette256, .palette16])
    func `I4 on the terminal's own ground names have colours of the terminal`(
      ground: Theme.Background, depth: ColorDepth
    ) throws {
      let theme = try Theme.load(name: "terminal", on: ground)
      let back = ground == .dark ? Color.palette(0) : .rgb(255, 255, 255)
      let own = theme.style(.messageMine).reduced(to: depth)
      var colors: Set<Color> = []
      for person in Self.names {
        var style = theme.style(.messageOther)
        let exact: Color = try #require(theme.color(ofName: person))
        style.foreground = exact
        let reduced = style.reduced(to: depth)
        let color = try #require(reduced.foreground)
        #expect(color.contrast(with: back) >= (depth == .palette16 ? 2 : 4.4), "\(color)")
        #expect(reduced != own)
        colors.insert(color)
      }
      #expect(colors.count == (ground == .dark ? 4 : depth == .palette16 ? 2 : 3))
    }

    @Test(arguments: Theme.shippedNames)
    func `I4 without colours no name has one`(name: String) throws {
      #expect(try Theme.load(name: name).adapted(to: .mono).color(ofName: "bo") == nil)
      #expect(try Theme.load(name: "mono").color(ofName: "bo") == nil)
    }
  }
}
