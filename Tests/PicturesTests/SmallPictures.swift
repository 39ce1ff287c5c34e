import Foundation

/// Sixteen by eight pixels, red at the left and blue at the right, as others' programs write them.
enum SmallPictures {
  static let png = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAAGklEQVR4nGP8z4AdMDJgl2HCoR4nGNVADAAAAHACD7N656kAAAAASUVORK5CYII=
    """)

  static let jpeg = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpR
    Uk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIABADASIAAhEB
    AxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS
    0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz
    tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgEC
    BAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpj
    ZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6
    /9oADAMBAAIRAxEAPwDn6wqKK9jhP/l9/wBu/wDtx73E3/Lr/t79D//Z
    """)

  static let gif = bytes(
    """
    R0lGODdhEAAIAIEAAP8AAAAA/wAAAAAAACwAAAAAEAAIAAAIJAABCBwoMIDBgwYJEkSIUOFAhgcdFoQYQCIAihUlYrS4USPFgAA7
    """)

  /// A thousand by a hundred pixels of the same colours.
  static let wide = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAA+gAAABkCAIAAACaW42NAAACUklEQVR42u3WQQkAAAwDsfo3vdkoJRAF97pcAsAYDQAGaQBg3AEw7gAYdwCMOwDG
    HcC4A2DcATDuABh3AIw7gHEHwLgDYNwBMO4AGHcAjDuAcQfAuANg3AEw7gAYdwDjDoBxB8C4A2DcATDuABh3AOMOgHEHwLgDYNwBMO4Axh0A4w6A
    cQfAuANg3AEQAMC4A2DcATDuABh3AIw7gHEHwLgDYNwBMO4AGHcA4w6AcQfAuANg3AEw7gAYdwDjDoBxB8C4A2DcATDuAMYdAOMOgHEHwLgDYNwB
    MO4Axh0A4w6AcQfAuANg3AGMOwDGHQDjDoBxB8C4A2DcAYw7AMYdAOMOgHEHwLgDGHcAjDsAxh0A4w6AcQcw7gAYdwCMOwDGHQDjDoBxBzDuABh3
    AIw7AMYdAOMOYNwBMO4AGHcAjDsAxh0A4w5g3AEw7gAYdwCMOwDGHcC4A2DcATDuABh3AIw7AMYdwLgDYNwBMO4AGHcAjDuAcQfAuANg3AEw7gAY
    dwDjDoBxB8C4A2DcATDuABh3AOMOgHEHwLgDYNwBMO4Axh0A4w6AcQfAuANg3AEw7gDGHQDjDoBxB8C4A2DcAYw7AMYdAOMOgHEHwLgDYNwBjDsA
    xh0A4w6AcQfAuAMYdwCMOwDGHQDjDoBxBzDuABh3AIw7AMYdAOMOgHEHMO4AGHcAjDsAxh0A4w5g3AEw7gAYdwCMOwDGHQDjDmDcATDuABh3AIw7
    AMYdwLgDYNwBMO4AGHcAjDsAxh3AuANg3AEw7gAYdwCMO4BxB8C4A9DkAd7XMCzj+XFPAAAAAElFTkSuQmCC
    """)

  /// A PNG that says that it is so large, and has nothing of it.
  static func png(saying width: UInt32, _ height: UInt32) -> [UInt8] {
    var bytes = png
    bytes.replaceSubrange(16..<20, with: bigEndian(width))
    bytes.replaceSubrange(20..<24, with: bigEndian(height))
    bytes.replaceSubrange(29..<33, with: bigEndian(check(bytes[12..<29])))
    return bytes
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Of a chunk of a PNG: CRC-32 (ISO 3309).
  private static func check(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }

  private static func bytes(_ base64: String) -> [UInt8] {
    [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
  }
}
