internal import Glibc
internal import Model

extension Theme {
  /// What somebody's name in a group is written in: in the hue of the name (XEP-0392), as bright as the theme has
  /// others' names, so that it can be read on what is behind it.
  /// - Returns: `nil` where the theme says it without colours, or in those of what it stands on.
  public func color(ofName name: String, on ground: Role? = nil) -> Color? {
    let style = style(.messageOther, on: ground)
    guard let usual = style.foreground, !style.isReversed else { return nil }
    let hue = NameHue(of: name)
    guard let behind = style.background, behind.isKnown else {
      return hue.nearest(of: background == .dark ? Self.onDark : Self.onLight)
    }
    // Rounded to what a terminal takes it may be a little less.
    let contrast = min(max(usual.contrast(with: behind), 4.6), 7.2)
    return hue.color(on: behind, contrast: contrast)
  }

  /// Where the ground is the terminal's own, so are the names' colours. None of those of my own name and of what
  /// has failed; on a light ground yellow and cyan cannot be read, and two of the cube stand for what there is no more of.
  static let onDark = [2, 3, 12, 13].map { Color.palette($0) }
  static let onLight = [5, 28, 55].map { Color.palette($0) }
}

extension NameHue {
  /// With as much colour as there is at a brightness: HSLuv (hsluv.org) at full saturation.
  func color(on behind: Color, contrast: Double) -> Color {
    let ground = behind.luminance + 0.05
    let isDark = Theme.Background(behind) == .dark
    let luminance = (isDark ? ground * contrast : ground / contrast) - 0.05
    return color(luminance: min(max(luminance, 0), 1))
  }

  /// - Parameter luminance: WCAG's, which is the Y of CIE XYZ: 0…1.
  func color(luminance: Double) -> Color {
    let lightness =
      luminance > 216.0 / 24_389 ? 116 * cbrt(luminance) - 16 : luminance * 24_389 / 27
    guard lightness > 0 else { return .rgb(0, 0, 0) }
    var (least, most) = (0.0, 200.0)
    for _ in 0..<20 {
      let chroma = (least + most) / 2
      let isThere = linear(lightness, chroma, luminance).allSatisfy { -1e-9...1 + 1e-9 ~= $0 }
      if isThere { least = chroma } else { most = chroma }
    }
    let bytes = linear(lightness, least, luminance).map { part in
      let part = min(max(part, 0), 1)
      let value = part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055
      return UInt8((value * 255).rounded())
    }
    return .rgb(bytes[0], bytes[1], bytes[2])
  }

  /// From CIELCh(uv) by XYZ to the linear red, green and blue of sRGB; what is not in 0…1 no screen shows.
  private func linear(_ lightness: Double, _ chroma: Double, _ y: Double) -> [Double] {
    let radians = degrees / 180 * .pi
    let u = chroma * cos(radians) / (13 * lightness) + 0.197_830_006_642_83
    let v = chroma * sin(radians) / (13 * lightness) + 0.468_319_994_938_79
    let x = 9 * y * u / (4 * v)
    let z = (12 - 3 * u - 20 * v) * y / (4 * v)
    return [
      3.240_969_941_9 * x - 1.537_383_177_6 * y - 0.498_610_760_3 * z,
      -0.969_243_636_3 * x + 1.875_967_501_5 * y + 0.041_555_057_4 * z,
      0.055_630_079_7 * x - 0.203_976_958_9 * y + 1.056_971_514_2 * z,
    ]
  }

  /// The one whose hue is the nearest.
  func nearest(of colors: [Color]) -> Color? {
    colors.min { distance(to: $0) < distance(to: $1) }
  }

  private func distance(to color: Color) -> Double {
    let difference = abs(degrees - color.hue)
    return min(difference, 360 - difference)
  }
}
