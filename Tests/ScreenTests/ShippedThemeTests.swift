import Testing

@testable import Screen

extension ScreenTests {
  /// Every theme that is compiled into the program.
  @Suite struct ShippedThemeTests {
    @Test func `I4 twelve themes are shipped`() {
      #expect(
        Theme.shippedNames == [
          "catppuccin-latte", "catppuccin-mocha", "colorblind", "dracula", "gruvbox",
          "high-contrast", "mono", "nord", "solarized-dark", "solarized-light", "terminal",
          "tokyo-night",
        ])
    }

    @Test(arguments: Theme.shippedNames)
    func `I4 a shipped theme gives every role a style`(name: String) throws {
      let theme = try Theme.load(name: name)
      #expect(theme.name == name)
      for role in Role.allCases { #expect(theme.defines(role), "\(role)") }
    }

    @Test(arguments: Role.allCases)
    func `I4 the theme without colours has none`(role: Role) throws {
      let style = try Theme.load(name: "mono").style(role)
      #expect(style.foreground == nil && style.background == nil)
    }

    /// All but the two that leave the ground to the terminal.
    static let withGround = Theme.shippedNames.filter { $0 != "terminal" && $0 != "mono" }

    @Test(arguments: withGround)
    func `I4 a theme's own ground and text colour are everywhere`(name: String) throws {
      let theme = try Theme.load(name: name)
      for (role, ground) in Self.drawn {
        let style = theme.style(role, on: ground)
        #expect(style.foreground != nil && style.background != nil, "\(role)")
      }
    }

    @Test(arguments: withGround)
    func `I4 a theme with a ground of its own takes no colour of the terminal's sixteen`(
      name: String
    ) throws {
      let theme = try Theme.load(name: name)
      for role in Role.allCases {
        let style = theme.style(role, on: nil)
        for case .palette(let number)? in [style.foreground, style.background] {
          #expect(number >= 16, "\(role.rawValue)")
        }
      }
    }

    /// What is said less loudly on purpose, and the marks of presence, which are signs and no text.
    private static let dimmed: Set<Role> = [
      .dim, .hint, .border, .listTime, .paneDay, .messageTime, .statusSending,
      .statusSent, .statusDelivered, .presenceOnline, .presenceAway, .presenceOffline,
      .composerHint, .messageQuote,
      .messageMarker,
    ]

    /// Each role on the theme's ground, and on what else it is drawn on.
    private static let drawn: [(role: Role, ground: Role?)] =
      Role.allCases.map { ($0, nil) }
      + on(.listSelected, Role.allCases) + on(.messageSelected, Role.allCases)
      + on(.dialogSelected, Role.allCases)
      + on(.title, [.titleDim, .titleOnline, .titleOffline, .titleCount, .titleFailed])
      + on(.hint, [.hintKey, .accent, .error])
      + on(.composer, [.composerPrompt, .composerHint, .error])
      + on(.dialog, [.border, .dialogTitle, .dialogMatch, .dim, .accent, .hintKey, .listUnread])
      + on(.toast, [.toastKey]) + on(.bannerOnline, [.toastKey])
      + [Role.bannerOffline, .bannerConnecting, .bannerOnline, .bannerWaiting].flatMap {
        on($0, [.bannerKey])
      }

    private static func on(_ ground: Role, _ roles: [Role]) -> [(role: Role, ground: Role?)] {
      roles.map { ($0, ground) }
    }

    @Test(arguments: Theme.shippedNames, ColorDepth.allCases)
    func `I4 a text can be read on what is behind it`(name: String, depth: ColorDepth) throws {
      let theme = try Theme.load(name: name).adapted(to: depth)
      for (role, ground) in Self.drawn {
        // Of the sixteen, which are the user's, xterm's stand for all.
        let wanted = min(
          depth == .palette8 || depth == .palette16 ? 2.3 : 21, Self.dimmed.contains(role) ? 3 : 4.5
        )
        let style = theme.style(role, on: ground).reduced(to: depth)
        guard let contrast = style.contrast else { continue }
        #expect(contrast >= wanted, "\(role.rawValue) on \(ground?.rawValue ?? "the ground")")
      }
    }

    /// The colours that the terminal has of its own are xterm's here, on its black and on its white.
    @Test(arguments: Theme.Background.allCases, [ColorDepth.trueColor, .palette256, .palette16])
    func `I4 the terminal's own colours can be read on a ground that is known`(
      ground: Theme.Background, depth: ColorDepth
    ) throws {
      let theme = try Theme.load(name: "terminal", on: ground)
      let (back, text) =
        ground == .dark ? (Color.palette(0), Color.palette(7)) : (.rgb(255, 255, 255), .palette(0))
      for (role, below) in Self.drawn {
        var style = theme.style(role, on: below).reduced(to: depth)
        style.foreground = style.foreground ?? text
        style.background = style.background ?? back
        let isSixteen = depth == .palette16
        let wanted = isSixteen ? 2 : Self.dimmed.contains(role) ? 3 : 4.5
        #expect(
          style.contrast ?? 0 >= wanted, "\(role.rawValue) on \(below?.rawValue ?? "the ground")")
      }
    }

    @Test func `I4 only a theme that leaves the ground to the terminal follows it`() throws {
      for name in Self.withGround {
        let (dark, light) = (try Theme.load(name: name), try Theme.load(name: name, on: .light))
        for role in Role.allCases { #expect(dark.style(role) == light.style(role)) }
      }
      let toml = "inherits = \"terminal\"\n[light.palette]\naccent = \"red\""
      let mine = try Theme.parse(toml: toml, file: "mine.toml", on: .light)
      #expect(mine.style(.accent).foreground == .palette(1))
      #expect(throws: ThemeError.self) {
        try Theme.parse(toml: "[light.plaette]\na = \"red\"", file: "mine.toml")
      }
    }

    @Test(arguments: [
      (Color.rgb(0, 0, 0), Theme.Background.dark), (.rgb(40, 42, 54), .dark),
      (.rgb(0, 43, 54), .dark),
      (.rgb(255, 255, 255), .light), (.rgb(253, 246, 227), .light), (.rgb(180, 180, 180), .light),
    ])
    func `I4 a ground is dark where white is read best on it`(
      color: Color, ground: Theme.Background
    ) {
      #expect(Theme.Background(color) == ground)
    }

    @Test func `I4 high contrast is 7 to 1 everywhere`() throws {
      let theme = try Theme.load(name: "high-contrast")
      for (role, ground) in Self.drawn {
        #expect(theme.style(role, on: ground).contrast ?? 0 >= 7, "\(role.rawValue)")
      }
    }

    /// What must not look alike, whatever the depth, because it says different things in one place.
    private static let told: [(one: Role, other: Role)] = [
      (.listSelected, .listItem), (.listOpen, .listItem), (.listSelected, .listOpen),
      (.listUnread, .listItem), (.listUnread, .listOpen), (.messageSelected, .messageText),
      (.dialogSelected, .dialog), (.bannerOffline, .text), (.bannerConnecting, .text),
      (.bannerOnline, .text), (.bannerWaiting, .text), (.bannerKey, .text), (.title, .text),
      (.statusQueued, .statusSent), (.statusQueued, .messageText), (.statusFailed, .statusQueued),
      (.statusFailed, .statusSent), (.statusFailed, .messageText), (.notice, .hint),
      (.noticeError, .notice), (.composerHint, .composer), (.presenceOnline, .presenceOffline),
      (.hintKey, .hint), (.messageMine, .messageOther), (.statusRead, .statusSent),
      (.messageStrong, .messageText), (.messageEmphasis, .messageText),
      (.messageStrike, .messageText), (.messageLink, .messageText),
      (.messageStrong, .messageEmphasis),
    ]

    @Test(arguments: Theme.shippedNames, ColorDepth.allCases)
    func `I4 states look different with any number of colours`(
      name: String, depth: ColorDepth
    ) throws {
      let theme = try Theme.load(name: name).adapted(to: depth)
      for (one, other) in Self.told {
        let styles = [one, other].map { theme.style($0, on: nil).reduced(to: depth) }
        #expect(styles[0] != styles[1], "\(one.rawValue) and \(other.rawValue)")
      }
    }

    @Test(arguments: Theme.shippedNames)
    func `I4 a plain text takes the look of what it stands on`(name: String) throws {
      let theme = try Theme.load(name: name)
      for ground in [Role.listOpen, .listSelected] {
        #expect(theme.style(.listItem, on: ground) == theme.style(ground, on: nil))
      }
      let selected = theme.style(.messageSelected, on: nil)
      #expect(theme.style(.messageText, on: .messageSelected) == selected)
    }

    @Test(arguments: Theme.shippedNames)
    func `I4 without colours every theme speaks in attributes`(name: String) throws {
      let theme = try Theme.load(name: name).adapted(to: .mono)
      #expect(theme.name == name)
      for role in Role.allCases {
        let style = theme.style(role, on: nil)
        #expect(style == style.reduced(to: .mono), "\(role.rawValue)")
        #expect(style.foreground == nil && style.background == nil)
      }
      #expect(theme.style(.text, on: nil) == Style(), "a ground is not drawn as reverse video")
    }

    @Test func `I4 a theme of attributes is its own without colours`() throws {
      let toml = "inherits = \"mono\"\n[roles]\ntitle = { italic = true }"
      let theme = try Theme.parse(toml: toml, file: "mine.toml").adapted(to: .mono)
      #expect(theme.style(.title) == Style(isItalic: true))
    }
  }
}
