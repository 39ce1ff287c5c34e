import Testing

@testable import Screen

extension ScreenTests {
  @Suite struct ColorDepthTests {
    @Test(
      arguments: [
        (Color.rgb(255, 0, 0), ColorDepth.trueColor, Color.rgb(255, 0, 0)),
        (.rgb(255, 0, 0), .palette256, .palette(196)),
        (.rgb(128, 128, 128), .palette256, .palette(244)),
        (.rgb(255, 0, 0), .palette16, .palette(9)), (.palette(196), .palette16, .palette(9)),
        (.palette(12), .palette16, .palette(12)), (.palette(12), .palette8, .palette(4)),
        (.rgb(200, 0, 0), .palette8, .palette(1)), (.palette(46), .palette8, .palette(2)),
        (.rgb(243, 139, 168), .palette16, .palette(9)),
        (.rgb(243, 139, 168), .palette8, .palette(1)),
        (.rgb(40, 42, 54), .palette16, .palette(0)), (.rgb(98, 114, 164), .palette16, .palette(4)),
        (.rgb(108, 112, 134), .palette16, .palette(8)),
        (.rgb(253, 246, 227), .palette8, .palette(7)),
        (.palette(3), .mono, nil), (.rgb(1, 2, 3), .mono, nil),
      ] as [(Color, ColorDepth, Color?)])
    func `I4 a colour becomes the nearest of its depth, among sixteen by hue`(
      color: Color, depth: ColorDepth, expected: Color?
    ) {
      #expect(depth.reduce(color) == expected)
    }

    @Test(arguments: ColorDepth.allCases)
    func `I4 no depth is given a colour it lacks`(depth: ColorDepth) {
      for index in UInt8.min...UInt8.max {
        for color in [Color.palette(index), .rgb(index, 255 - index, index / 2)] {
          let reduced = depth.reduce(color)
          let limits = [ColorDepth.palette8: 8, .palette16: 16, .palette256: 256, .mono: 0]
          if case .palette(let number) = reduced { #expect(Int(number) < limits[depth] ?? 256) }
          if case .rgb = reduced { #expect(depth == .trueColor) }
          #expect((reduced == nil) == (depth == .mono))
        }
      }
    }

    @Test func `I4 what a colour said is said otherwise where it is missing`() {
      let badge = Style(foreground: .palette(0), background: .palette(3))
      #expect(badge.reduced(to: .mono) == Style(isReversed: true))
      #expect(Style(foreground: .palette(8)).reduced(to: .palette8) == Style(isDim: true))
      let bright = Style(foreground: .palette(9)).reduced(to: .palette8)
      #expect(bright == Style(foreground: .palette(1), isBold: true))
    }

    @Test(arguments: [ColorDepth.palette8, .palette16, .palette256])
    func `I4 what could be read still can be with fewer colours`(depth: ColorDepth) {
      let onPaper = Style(foreground: .rgb(101, 123, 131), background: .rgb(253, 246, 227))
      let reduced = onPaper.reduced(to: depth)
      #expect(reduced.contrast! >= min(depth.leastContrast, onPaper.contrast!))
      #expect(reduced.background == depth.reduce(onPaper.background!))
    }

    @Test(arguments: [ColorDepth.palette8, .palette16, .palette256, .trueColor])
    func `I4 reverse video shows the same colours the other way round`(depth: ColorDepth) {
      let (bar, ink) = (Color.rgb(204, 208, 218), Color.rgb(76, 79, 105))
      let reversed = Style(foreground: bar, background: ink, isReversed: true).reduced(to: depth)
      let plain = Style(foreground: ink, background: bar).reduced(to: depth)
      #expect(reversed.isReversed && !plain.isReversed)
      #expect(reversed.foreground == plain.background && reversed.background == plain.foreground)
    }

    @Test func `I4 among few colours a gray stays one, and a hue that cannot be read gives way`() {
      let ground = Color.rgb(30, 30, 46)
      func reduced(_ color: Color, _ depth: ColorDepth) -> Style {
        Style(foreground: color, background: ground).reduced(to: depth)
      }
      let black = Color.palette(0)
      // Dimmed gray, gray that is the theme's text, dimmed blue, blue.
      let dimmed = Color.rgb(108, 112, 134)
      #expect(
        reduced(dimmed, .palette16) == Style(foreground: .palette(8), background: black))
      #expect(
        reduced(dimmed, .palette8)
          == Style(foreground: .palette(7), background: black, isDim: true))
      #expect(
        reduced(.rgb(140, 152, 152), .palette8)
          == Style(foreground: .palette(7), background: black))
      #expect(
        reduced(.rgb(78, 109, 172), .palette16)
          == Style(foreground: .palette(8), background: black))
      #expect(
        reduced(.rgb(203, 166, 247), .palette8)
          == Style(foreground: .palette(6), background: black, isBold: true))
    }

    @Test(arguments: [
      (0, ColorDepth.mono), (-1, .mono), (8, .palette8), (16, .palette16), (88, .palette16),
      (256, .palette256), (0x1000000, .trueColor),
    ])
    func `I4 the depth follows the terminal's number of colours`(colors: Int, depth: ColorDepth) {
      #expect(ColorDepth(colors: colors) == depth)
    }
  }
}
