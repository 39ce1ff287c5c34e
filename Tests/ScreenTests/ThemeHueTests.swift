import Testing

@testable import Screen

extension ScreenTests {
  /// Roles keep their meaning in every theme that has colours. The sixteen, and what a theme leaves to the
  /// terminal, are xterm's here.
  @Suite struct ThemeHueTests {
    static let colored = Theme.shippedNames.filter { $0 != "mono" }

    private func color(_ role: Role, in name: String, on ground: Theme.Background = .dark) throws
      -> Color
    {
      let text = ground == .dark ? Color.palette(7) : .palette(0)
      return try Theme.load(name: name, on: ground).style(role, on: nil).foreground ?? text
    }

    @Test(arguments: colored)
    func `I4 online is green in every theme, and nothing else in presence is`(name: String) throws {
      func isGreen(_ role: Role) throws -> Bool {
        let seen = PerceivedColor(try color(role, in: name))
        return (105...170).contains(seen.hue) && seen.chroma >= 0.06
      }
      #expect(try isGreen(.presenceOnline))
      #expect(try !isGreen(.presenceOffline))
    }

    /// In one place, or beside each other, and told by nothing else at a glance: two ticks are two ticks.
    private static let told: [(one: Role, other: Role)] = [
      (.statusDelivered, .statusRead), (.statusRead, .messageMine),
      (.messageMine, .messageOther),
    ]

    @Test(arguments: colored, Theme.Background.allCases)
    func `I4 delivered, read and me differ for everybody, however they see colours`(
      name: String, ground: Theme.Background
    ) throws {
      for (one, other) in Self.told {
        let colors = [try color(one, in: name, on: ground), try color(other, in: name, on: ground)]
        for vision in Vision.allCases {
          let seen = colors.map { PerceivedColor($0, seenWith: vision) }
          let distance = seen[0].distance(to: seen[1])
          #expect(
            distance >= (vision == .ordinary ? 0.09 : 0.05),
            "\(one.rawValue) and \(other.rawValue), \(vision): \(distance)")
        }
      }
    }

    /// A word or another sign says it as well.
    private static let alsoInWords: [(one: Role, other: Role)] = [
      (.presenceOnline, .presenceOffline), (.statusFailed, .statusDelivered),
      (.statusFailed, .statusRead), (.statusSent, .statusRead), (.statusQueued, .statusFailed),
    ]

    @Test(arguments: colored)
    func `I4 what is wrong and who is there are told by hue as well`(name: String) throws {
      let theme = try Theme.load(name: name)
      /// What stands on a colour is known by that colour.
      func loudest(_ role: Role) throws -> Color {
        let style = theme.style(role)
        return try style.background ?? color(role, in: name)
      }
      for (one, other) in Self.alsoInWords {
        let distance = PerceivedColor(try loudest(one)).distance(to: .init(try loudest(other)))
        #expect(distance >= 0.09, "\(one.rawValue) and \(other.rawValue): \(distance)")
      }
    }

    @Test func `I4 black and white are 1 apart, and who sees no green takes it for yellow`() {
      let (black, white) = (PerceivedColor(.rgb(0, 0, 0)), PerceivedColor(.rgb(255, 255, 255)))
      #expect((0.99...1.01).contains(black.distance(to: white)))
      let (red, green) = (Color.rgb(200, 60, 60), Color.rgb(110, 110, 30))
      func distance(_ vision: Vision) -> Double {
        PerceivedColor(red, seenWith: vision).distance(to: .init(green, seenWith: vision))
      }
      #expect(distance(.noGreen) < distance(.ordinary) / 2)
    }
  }
}
