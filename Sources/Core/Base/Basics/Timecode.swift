// SPDX-License-Identifier: Apache-2.0

/// `hours:minutes:seconds:frames`, by which frames are called.
public struct Timecode: Hashable, Sendable, Codable {
  /// 0...99.
  public var hours: Int
  /// 0...59.
  public var minutes: Int
  /// 0...59.
  public var seconds: Int
  /// From 0; whether a second has so many is known with the rate.
  public var frames: Int
  /// True if written with `;` before the frames: labels are dropped so that it follows the clock at
  /// 29.97 and 59.94 frames a second.
  public var isDropFrame: Bool

  /// The label of the given parts.
  public init(hours: Int, minutes: Int, seconds: Int, frames: Int, isDropFrame: Bool) {
    (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
    self.isDropFrame = isDropFrame
  }

  /// The frame with this label at a rate of nominally `base` frames a second (30 for 29.97); nil for
  /// a label that does not exist: a frame beyond the second, or one that drop-frame timecode skips,
  /// or drop-frame at a base other than 30 and 60.
  public func frameIndex(base: Int) -> Int64? {
    guard base > 0, frames < base else { return nil }
    let allMinutes = hours * 60 + minutes
    let label = Int64(allMinutes * 60 + seconds) * Int64(base) + Int64(frames)
    guard isDropFrame else { return label }
    guard base == 30 || base == 60 else { return nil }
    let dropped = base / 15
    if seconds == 0, frames < dropped, minutes % 10 != 0 { return nil }
    return label - Int64(dropped) * Int64(allMinutes - allMinutes / 10)
  }
}

extension Timecode {
  /// The label of frame `index` at a rate of nominally `base` frames a second, 30 or 60 of drop-frame.
  ///
  /// Labels restart at zero after the last one of a day.
  public init(frame index: Int64, base: Int, isDropFrame: Bool) {
    precondition(base > 0 && (!isDropFrame || base == 30 || base == 60), "no such timecode")
    let (base, dropped) = (Int64(base), isDropFrame ? Int64(base / 15) : 0)
    let perTenMinutes = 600 * base - 9 * dropped
    let (tens, rest) = (index % (144 * perTenMinutes)).quotientAndRemainder(
      dividingBy: perTenMinutes)
    // All minutes but the first of ten lack labels at their start.
    let short = rest < 60 * base ? 0 : 1 + (rest - 60 * base) / (60 * base - dropped)
    let label = Int(600 * base * tens + rest + dropped * short)
    let seconds = label / Int(base)
    self.init(
      hours: seconds / 3600, minutes: seconds / 60 % 60, seconds: seconds % 60,
      frames: label % Int(base), isDropFrame: isDropFrame)
  }

  /// Reads what recorders and containers write, such as `01:00:00:00`, or `01:00:00;00` and
  /// `01:00:00.00` for drop-frame.
  public init?(parsing text: some StringProtocol) {
    var parts: [Int] = []
    var marks: [UInt8] = []
    var digits = 0
    for byte in text.utf8 {
      if let digit = byte.decimalValue, digits < 3 {
        if digits == 0 { parts.append(0) }
        parts[parts.count - 1] = 10 * parts[parts.count - 1] + digit
        digits += 1
      } else {
        guard digits > 0, marks.count < 3, Timecode.marks.contains(byte) else { return nil }
        marks.append(byte)
        digits = 0
      }
    }
    let colon = UInt8(ascii: ":")
    guard parts.count == 4, digits > 0, marks.dropLast().allSatisfy({ $0 == colon }),
      parts[0] < 24, parts[1] < 60, parts[2] < 60
    else { return nil }
    self.init(
      hours: parts[0], minutes: parts[1], seconds: parts[2], frames: parts[3],
      isDropFrame: marks.last != colon)
  }

  private static let marks = Array(":;.".utf8)

  /// The label `count` frames later at `rate`; nil where this is none at that rate.
  public func advanced(by count: Int64, at rate: FrameRate) -> Timecode? {
    let base = Int(rate.perSecond.rounded)
    guard count >= 0, count < 1 << 40, let index = frameIndex(base: base) else { return nil }
    return Timecode(frame: index + count, base: base, isDropFrame: isDropFrame)
  }
}

extension Timecode: CustomStringConvertible {
  /// With `;` before the frames of drop-frame, such as `00:59:59;29`.
  public var description: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(hours)):\(two(minutes)):\(two(seconds))"
      + (isDropFrame ? ";" : ":") + two(frames)
  }
}

extension UInt8 {
  /// The value of an ASCII digit.
  fileprivate var decimalValue: Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) ? Int(self - UInt8(ascii: "0")) : nil
  }
}
