import Glibc

@testable import Screen

/// What somebody sees of colours.
enum Vision: CaseIterable {
  case ordinary, noRed, noGreen, noBlue

  /// Linear red, green and blue as they see them: G. M. Machado and others, "A Physiologically-based Model for
  /// Simulation of Color Vision Deficiency", 2009, severity 1.0.
  fileprivate var matrix: [[Double]] {
    switch self {
    case .ordinary: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .noRed:
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ]
    case .noGreen:
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ]
    case .noBlue:
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ]
    }
  }
}

/// A colour by lightness and two opponent axes, in which equal distances look equal (B. Ottosson, "Oklab", 2020).
struct PerceivedColor {
  private let lightness: Double
  private let green: Double
  private let blue: Double

  init(_ color: Color, seenWith vision: Vision = .ordinary) {
    let (red, green, blue) = color.components
    let linear = [red, green, blue].map { value -> Double in
      let part = Double(value) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    let seen = Self.product(vision.matrix, linear).map { min(1, max(0, $0)) }
    let cones = Self.product(
      [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
      ], seen)
    let axes = Self.product(
      [
        [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
      ], cones.map(cbrt))
    (lightness, self.green, self.blue) = (axes[0], axes[1], axes[2])
  }

  /// 1 is the distance of black and white; about 0.02 can just be seen.
  func distance(to other: PerceivedColor) -> Double {
    let steps = [lightness - other.lightness, green - other.green, blue - other.blue]
    return steps.map { $0 * $0 }.reduce(0, +).squareRoot()
  }

  /// Degrees: red is about 29, green 142, blue 264.
  var hue: Double {
    let degrees = atan2(blue, green) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// 0 for a gray.
  var chroma: Double { (green * green + blue * blue).squareRoot() }

  private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
    matrix.map { row in zip(row, vector).map(*).reduce(0, +) }
  }
}
