// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
package import RenderProtocol

/// Still image formats, identified by their first bytes and never by the file's name.
package enum ImageKind: Hashable {
  case jpeg
  case png
  case webp
  case bmp
  case tiff
  case svg
  case avif
  /// One picture, or an animation.
  case gif

  /// libavcodec's decoder that takes the whole file as one packet; nil if there is a container.
  package var decoder: String? {
    switch self {
    case .jpeg: "mjpeg"
    case .png: "png"
    case .webp: "webp"
    case .bmp: "bmp"
    case .tiff: "tiff"
    case .svg: "librsvg"
    case .gif: "gif"
    case .avif: nil
    }
  }

  /// The name in `MediaFacts.format`.
  package var name: String { "\(self)" }

  /// The kind of image that starts with `head`; nil for anything else, including a PNG that is animated.
  package init?(head: [UInt8]) throws(RenderFailure) {
    func text(_ offset: Int, _ count: Int) -> String {
      guard head.count >= offset + count else { return "" }
      return String(decoding: head[offset..<(offset + count)], as: UTF8.self)
    }
    if head.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      // An animated PNG is marked before its first picture data, with the number of its pictures.
      if let mark = ImageKind.place(of: "acTL", in: head),
        head.count < mark + 8 || head[(mark + 4)..<(mark + 8)] != [0, 0, 0, 1]
      {
        return nil
      }
      self = .png
    } else if text(0, 6) == "GIF87a" || text(0, 6) == "GIF89a" {
      self = .gif
    } else if text(0, 4) == "RIFF", text(8, 4) == "WEBP" {
      if text(12, 4) == "VP8X", head.count > 20, head[20] & 2 != 0 {
        throw RenderFailure(
          kind: .unsupported, message: "animated WebP is not supported; convert it to APNG or GIF")
      }
      self = .webp
    } else if head.starts(with: [0x49, 0x49, 0x2a, 0]) || head.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
      self = .tiff
    } else if text(0, 2) == "BM", head.count >= 26, head[6...9].allSatisfy({ $0 == 0 }) {
      self = .bmp
    } else if text(4, 4) == "ftyp" {
      switch text(8, 4) {
      case "avif": self = .avif
      case "heic", "heix", "heim", "heis", "mif1", "msf1", "hevc", "hevx":
        throw RenderFailure(
          kind: .unsupported, message: "HEIC pictures are not supported; convert it to JPEG or PNG")
      default: return nil
      }
    } else if ImageKind.isSVG(head) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Returns true if `head` is XML whose first element is `svg`.
  private static func isSVG(_ head: [UInt8]) -> Bool {
    let start = head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard let first = head[start...].first(where: { !$0.isWhitespace }), first == UInt8(ascii: "<")
    else { return false }
    return place(of: "<svg", in: head) != nil && !head.contains(0)
  }

  private static func place(of word: String, in head: [UInt8]) -> Int? {
    let word = Array(word.utf8)
    guard head.count >= word.count else { return nil }
    return (0...(head.count - word.count)).first { head[$0...].starts(with: word) }
  }
}

extension UInt8 {
  fileprivate var isWhitespace: Bool { self == 32 || (9...13).contains(self) }
}

/// The first bytes of the file at `path`, at most `count`.
package func fileHead(_ path: String, count: Int) throws(RenderFailure) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard file >= 0 else {
    throw RenderFailure(
      kind: .disk, message: "cannot open the file: \(String(cString: strerror(errno)))")
  }
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw RenderFailure(kind: .media, message: "it is not an ordinary file")
  }
  guard status.st_size > 0 else {
    throw RenderFailure(kind: .media, message: "the file is empty")
  }
  let wanted = min(count, Int(status.st_size))
  return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
    while done < wanted {
      let got = read(file, buffer.baseAddress.map { $0 + done }, wanted - done)
      if got <= 0 { break }
      done += got
    }
  }
}
