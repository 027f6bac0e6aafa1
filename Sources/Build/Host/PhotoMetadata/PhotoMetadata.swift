// SPDX-License-Identifier: Apache-2.0

/// The caption and date stored in a photo's file.
///
/// JPEG, PNG, WebP and TIFF are read: EXIF (Exif 2.32), the IPTC fields that editors keep in JPEG
/// (IIM 4.2 in Photoshop's resources), and PNG's `Description`. Pictures are not decoded, and a
/// file is read only up to these, at most a few mebibytes. Damaged entries are ignored.
public struct PhotoMetadata: Hashable, Sendable {
  /// The caption: of IPTC, else of EXIF or PNG, else the headline or the title of IPTC; nil for none.
  ///
  /// It has at most 2,000 characters, and no control characters but line breaks.
  public var caption: String?
  /// The time of the photo on the camera's clock, else when IPTC says that it was made, when it was digitized, or when the
  /// file was changed; nil where nothing is said.
  public var taken: PhotoDate?

  /// Nothing.
  public init() {}

  /// The notes in `file`.
  public init(of file: some PhotoBytes) {
    var found = PhotoMetadataFields()
    let start = file.bytes(at: 0, count: 12)
    if start.starts(with: [0xFF, 0xD8]) {
      found.readJPEG(file)
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      found.readPNG(file)
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      found.readWebP(file)
    } else {
      found.readTIFF(PhotoWindow(file, from: 0, count: .max))
    }
    caption = found.caption ?? found.description ?? found.headline ?? found.title
    taken = found.original ?? found.created ?? found.digitized ?? found.changed
  }
}

/// The bytes of a file, of which parts are read.
public protocol PhotoBytes {
  /// Up to `count` bytes from byte `offset` on; fewer where the file ends.
  func bytes(at offset: Int, count: Int) -> [UInt8]
}

/// Bytes in memory.
extension [UInt8]: PhotoBytes {
  /// Up to `count` of these from `offset` on.
  public func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset..<offset + Swift.min(count, self.count - offset)])
  }
}

/// A day, and a time of it where that is known, on the camera's clock.
public struct PhotoDate: Hashable, Sendable {
  /// The year, 1 to 9999.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, 1 to 31.
  public var day: Int
  /// The hour, 0 to 23, and the minute; nil where they are not known.
  public var time: (hour: Int, minute: Int)? {
    minutes.map { ($0 / 60, $0 % 60) }
  }
  private var minutes: Int?

  /// A date of the Gregorian calendar; nil where the numbers are none.
  public init?(year: Int, month: Int, day: Int, hour: Int? = nil, minute: Int? = nil) {
    guard 1...9999 ~= year, 1...12 ~= month else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard 1...days[month - 1] ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    if let hour, let minute, 0..<24 ~= hour, 0..<60 ~= minute { minutes = hour * 60 + minute }
  }

  /// The date whose numbers are the runs of digits in `text`, such as `2024:05:12 10:11:12` of EXIF.
  init?(digits text: [UInt8]) {
    let runs = text.split(whereSeparator: { !(0x30...0x39).contains($0) })
    let numbers = runs.map { run in run.prefix(5).reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    guard numbers.count >= 3 else { return nil }
    let time = numbers.count >= 5 ? numbers[3...4] : []
    self.init(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: time.first, minute: time.last)
  }
}

/// A part of a file.
struct PhotoWindow {
  private let file: any PhotoBytes
  private let start: Int
  private let count: Int

  /// The `count` bytes of `file` from `start` on.
  init(_ file: any PhotoBytes, from start: Int, count: Int) {
    (self.file, self.start, self.count) = (file, start, count)
  }

  /// Exactly `count` bytes at `offset` of the part; nil where it has not so many.
  func bytes(at offset: Int, count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset,
      offset <= Int.max - start
    else { return nil }
    let found = file.bytes(at: start + offset, count: count)
    return found.count == count ? found : nil
  }
}
