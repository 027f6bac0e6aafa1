// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import TestSupport
import Testing

@testable import Bitstreams
@testable import MediaIO

@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct HEVCTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Encodes 90 frames of 96×64 pixels at 30 frames per second with x265, with a key frame every second.
  private func encode(
    _ name: String, _ parameters: String = "", _ options: [String] = []
  ) throws -> String {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30", "-frames:v", "90", "-c:v",
        "libx265", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-x265-params",
        "keyint=30:min-keyint=30:scenecut=0:log-level=none:" + parameters,
      ] + options + [path])
    return path
  }

  private func coding(_ path: String) throws -> CodingFacts {
    try #require(try probeMedia(ProbeRequest(path: path)).video?.coding)
  }

  private func frames(_ file: String) throws -> [String] {
    let data = try shop.run(
      "ffmpeg", ["-v", "error", "-i", file, "-map", "0:v", "-f", "framemd5", "-"])
    return String(decoding: data, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",").last.map(String.init) ?? "" }
  }

  // MARK: Scan

  @Test(arguments: ["mp4", "mkv", "ts"]) func `closed groups begin at IDR pictures`(
    _ container: String
  ) throws {
    let film = try encode("film.mp4", "open-gop=0")
    let path = shop.path("copy." + container)
    _ = try shop.run("ffmpeg", ["-v", "error", "-i", film, "-c", "copy", path])
    let facts = try coding(path)
    #expect(facts.obstacle == nil)
    #expect(facts.groups.map(\.frames) == [30, 30, 30])
    #expect(facts.groups.allSatisfy { $0.obstacle == nil && $0.leading == 0 })
    #expect(facts.parameters == (try coding(film)).parameters)
    #expect(facts.delay == 2)
  }

  @Test func `frames that refer to the group before are counted`() throws {
    let facts = try coding(try encode("film.mp4", "bframes=4:b-adapt=0"))
    #expect(facts.obstacle == nil)
    #expect(facts.groups.map(\.obstacle) == [nil, nil, nil])
    #expect(facts.groups.map(\.leading) == [0, 4, 4])
    #expect(facts.groups.reduce(0) { $0 + $1.frames } == 90)
  }

  @Test func `frames that need nothing of the group before are not`() throws {
    let facts = try coding(try encode("film.mp4", "open-gop=0:radl=2:bframes=4"))
    #expect(facts.groups.map(\.obstacle) == [nil, nil, nil])
    #expect(facts.groups.map(\.leading) == [0, 0, 0])
    #expect(facts.groups.map(\.frames) != [30, 30, 30])
  }

  @Test func `a film that starts in an open GOP cannot be copied there`() throws {
    let film = try encode("film.mp4", "bframes=4:b-adapt=0")
    let path = shop.path("rest.mkv")
    _ = try shop.run("ffmpeg", ["-v", "error", "-ss", "1.2", "-i", film, "-c", "copy", path])
    #expect(try coding(path).groups.map(\.obstacle) == ["open GOP", nil])
  }

  @Test func `missing reference pictures are found`() throws {
    let film = try encode("film.mkv", "open-gop=0:bframes=0")
    let path = shop.path("holed.mkv")
    _ = try shop.run(
      "ffmpeg",
      ["-v", "error", "-i", film, "-c", "copy", "-bsf:v", "noise=drop='eq(n\\,40)'", path])
    #expect(try coding(path).groups.map(\.obstacle) == [nil, "frames are missing", nil])
  }

  @Test(arguments: [
    ("interlace=tff", [], "it is interlaced"),
    ("", ["-pix_fmt", "yuv444p"], "its profile is none whose packets are copied"),
  ])
  func `streams that cannot be copied have reasons`(
    _ parameters: String, _ options: [String], _ obstacle: String
  ) throws {
    #expect(try coding(try encode("film.mp4", parameters, options)).obstacle == obstacle)
  }

  // MARK: Renumbering

  @Test(
    arguments: [
      "", "wpp=1:slices=3", "bframes=8:b-pyramid=1:weightb=1:ref=6:ctu=16",
      "weightp=1:no-sao=1:no-deblock=1:cbqpoffs=2",
      "tskip=1:scaling-list=default:ctu=32:amp=1:rect=1", "temporal-layers=2:bframes=4",
    ], [1, 3, 15])
  func `pictures are the same under another number`(_ parameters: String, _ number: Int) throws {
    let film = try encode("film.hevc", parameters)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: film)))
    let renumbering = try #require(
      HEVCRenumbering(extradata: bytes.upToFirstPicture, number: number))
    let units = try bytes.withUnsafeBytes { raw in
      [UInt8](try renumbering.renumbered(raw))
    }
    let sets = renumbering.record.sets.map { $0[0] }
    #expect(renumbering.record.numbers == [[number], [number], [number]])
    let path = shop.path("other.hevc")
    try Data(HandMade.byteStream(sets + units.prefixedUnits)).write(
      to: URL(fileURLWithPath: path))
    #expect(units.count > 1000)
    #expect(try frames(path) == frames(film))
  }

  @Test func `codes are replaced, and start codes kept out`() {
    // 0100 0010, 0000 0001; 1 (0) 0000000 0000 0000 0000 0000 1: zeros after the code are shifted.
    let unit: [UInt8] = [0x42, 1, 0x80, 0, 0, 3, 1]
    var editor = RBSPEditor()
    func edited(_ unit: [UInt8], _ place: Range<Int>, _ number: Int) -> [UInt8]? {
      let change = RBSPEditor.Change(bits: place, number: number)
      return unit.withUnsafeBytes { editor.edit($0, [change], data: .bits) }
    }
    // 010, then the zeros, the stop bit and its padding.
    let changed = edited(unit, 16..<17, 1)
    #expect(changed == [0x42, 1, 0x40, 0, 0, 3, 0, 0x40])
    #expect(changed.flatMap { edited($0, 16..<19, 0) } == unit)
  }

  @Test(arguments: 0..<4) func `no bytes bring it down`(_ seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let film = try encode("film.hevc", "slices=2:wpp=1:bframes=3")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: film)))
    let head = bytes.upToFirstPicture
    for _ in 0..<300 {
      func noise(_ bytes: [UInt8]) -> [UInt8] { random.spoiled(bytes) }
      _ = try? HEVCParameterSets(extradata: noise(head))
      _ = HEVCRecord(noise(try HEVCParameterSets(extradata: head).record))?.numbers
      guard let sets = try? HEVCParameterSets(extradata: head) else { continue }
      var references = ReferencePictures()
      for range in bytes.withUnsafeBytes({ Array(NALUnits($0)) }).prefix(24) {
        let unit = noise([0, 0, 1] + bytes[range].prefix(64))
        unit.withUnsafeBytes { raw in
          guard let picture = try? sets.picture(in: raw) else { return }
          try? sets.follow(picture, &references)
        }
      }
    }
  }
}

extension [UInt8] {
  /// The parameter sets at the start of a byte stream.
  fileprivate var upToFirstPicture: [UInt8] {
    withUnsafeBytes { raw in
      let first = NALUnits(raw).first { raw[$0.lowerBound] >> 1 < 32 }
      return Array(raw[..<((first?.lowerBound ?? 0) - 3)])
    }
  }

  /// NAL units after four-byte lengths.
  fileprivate var prefixedUnits: [[UInt8]] {
    var units: [[UInt8]] = []
    var at = 0
    while at + 4 <= count {
      let size = self[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      units.append(Array(self[at + 4..<at + 4 + size]))
      at += 4 + size
    }
    return units
  }
}
