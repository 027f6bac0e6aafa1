// SPDX-License-Identifier: Apache-2.0

import Glibc
import RenderProtocol

/// The streams with which the links of an Ogg file begin, one link behind the other (RFC 3533, section 4).
///
/// libavformat goes on with the streams of the first link: what another one has of another codec, rate or number of channels
/// would be heard at wrong times.
struct OggScan {
  /// The first bytes of the streams of a link.
  private struct Link {
    let position: Int64
    var heads: [[UInt8]] = []
    var isBegun = false
  }

  private var links: [Link] = []
  /// The streams that have begun and not ended.
  private var open: Set<Int64> = []

  /// True if a stream has no page that ends it.
  var isCutOff: Bool { !open.isEmpty }

  /// A film of many hours has fewer pages.
  private static let mostPages = 1 << 22
  /// A page of Vorbis that begins a stream has its channels and its rate in the first 16 bytes behind its head.
  private static let headLength = 16

  /// Reads the heads of all pages of the file at `path`; nil where that cannot be read.
  init?(_ path: String) {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var (place, page) = (0, [UInt8](repeating: 0, count: 27 + 255 + OggScan.headLength))
    for _ in 0..<OggScan.mostPages {
      guard fseek(file, place, SEEK_SET) == 0 else { return }
      let count = fread(&page, 1, page.count, file)
      guard count >= 27, page.starts(with: "OggS".utf8) else { return }
      let segments = Int(page[26])
      guard count >= 27 + segments else { return }
      let body = 27 + segments
      let stream = page[14..<18].reduce(0) { $0 << 8 | Int64($1) }
      // The flag of a page that begins a stream.
      if page[5] & 2 != 0 {
        if links.last?.isBegun ?? true {
          links.append(Link(position: Int64(place)))
          open = []
        }
        open.insert(stream)
        links[links.count - 1].heads.append(
          OggScan.identification(page[body..<min(count, body + OggScan.headLength)]))
      } else if !links.isEmpty {
        links[links.count - 1].isBegun = true
      }
      // And that of one that ends it.
      if page[5] & 4 != 0 { open.remove(stream) }
      place += body + page[27..<body].reduce(0) { $0 + Int($1) }
    }
  }

  /// The properties that have to be the same in all links.
  private static func identification(_ head: ArraySlice<UInt8>) -> [UInt8] {
    // The rate in the head of Opus is that of what was coded.
    Array(head.starts(with: "OpusHead".utf8) ? head.prefix(10) : head)
  }

  /// Throws a failure where a later link cannot be read as the first one is.
  func refuseOtherLinks() throws(RenderFailure) {
    guard let first = links.first else { return }
    let isFilm = first.heads.contains { $0.starts(with: [0x80] + Array("theora".utf8)) }
    let other = links.dropFirst().first {
      isFilm || Set($0.heads) != Set(first.heads) || $0.heads.count != first.heads.count
    }
    guard let other else { return }
    throw RenderFailure(
      kind: .media,
      message: "another recording begins in it at byte \(other.position)"
        + (isFilm ? "" : ", with another codec, sample rate or number of channels"),
      remedy: "join the parts anew: ffmpeg -i PART -i PART -filter_complex concat="
        + (isFilm ? "v=1:a=1" : "v=0:a=1") + " FILE.mkv")
  }
}
