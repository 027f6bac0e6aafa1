// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import Bitstreams
@testable import MediaIO
@testable import Muxing

/// Interlaced H.264: frames of two fields, coded together or separately.
@Suite struct FieldTests {
  private let sets: H264ParameterSets

  init() throws {
    sets = try HandMade.sets(
      HandMade.sequence(frames: false), HandMade.picture(codesFieldOffset: true))
  }

  private func picture(_ units: [UInt8]...) throws -> CodedPicture {
    try HandMade.prefixed(units).withUnsafeBytes { try sets.picture(in: $0) }
  }

  private func slice(
    _ fields: HandMade.Fields, idr: Bool = false, number: Int = 3, first: Int = 0,
    isReference: Bool = true, drops: Bool = false
  ) -> [UInt8] {
    HandMade.slice(
      idr: idr, number: idr ? 0 : number, first: first, isReference: isReference, drops: drops,
      of: fields)
  }

  @Test func `a frame of an interlaced sequence is one picture`() throws {
    let frame = try picture(slice(.frame), slice(.frame, first: 4))
    #expect(frame == CodedPicture(isFresh: false, isReference: true, number: 3))
    let fresh = try picture(slice(.frame, idr: true, drops: true))
    #expect(fresh.isFresh && fresh.dropsEarlier)
    #expect(throws: CodingObstacle.notOnePicture) { try picture(slice(.frame), slice(.frame)) }
  }

  @Test func `two fields are one picture`() throws {
    for (first, second, order) in [
      (HandMade.Fields.top, HandMade.Fields.bottom, FieldOrder.top), (.bottom, .top, .bottom),
    ] {
      let frame = try picture(
        slice(first), slice(first, first: 4), slice(second), slice(second, first: 4))
      #expect(
        frame == CodedPicture(isFresh: false, isReference: true, number: 3, fields: order))
      let fresh = try picture(
        slice(first, idr: true, drops: true), slice(first, idr: true, first: 4),
        slice(second, number: 0), slice(second, number: 0, first: 4))
      #expect(
        fresh
          == CodedPicture(
            isFresh: true, isReference: true, number: 0, dropsEarlier: true, fields: order))
    }
  }

  @Test func `other fields are no picture`() throws {
    #expect(throws: CodingObstacle.fieldsApart) { try picture(slice(.top)) }
    #expect(throws: CodingObstacle.fieldsApart) { try picture(slice(.bottom, idr: true)) }
    let wrong = [
      [slice(.top), slice(.top)], [slice(.top), slice(.frame)], [slice(.frame), slice(.top)],
      [slice(.top), slice(.bottom, number: 4)], [slice(.top), slice(.bottom), slice(.top)],
      [slice(.top, isReference: false), slice(.bottom)],
      [slice(.top, idr: true), slice(.bottom, idr: true)],
      [slice(.top, idr: true), slice(.bottom, number: 0), slice(.bottom, idr: true, first: 4)],
    ]
    for units in wrong {
      #expect(throws: CodingObstacle.notOnePicture) {
        try HandMade.prefixed(units).withUnsafeBytes { try sets.picture(in: $0) }
      }
    }
  }

  @Test func `the stream says which field comes first, the decoder before it`() throws {
    func facts(_ second: HandMade.Fields?) throws -> CodingFacts {
      let first: HandMade.Fields = second == .top ? .bottom : second == nil ? .frame : .top
      let units = { (idr: Bool, number: Int) in
        [self.slice(first, idr: idr, number: number)]
          + (second.map { [self.slice($0, number: idr ? 0 : number)] } ?? [])
      }
      return try CodingScan.facts(
        [
          HandMadePacket(bytes: HandMade.prefixed(units(true, 0)), time: 0, isKey: true),
          HandMadePacket(bytes: HandMade.prefixed(units(false, 1)), time: 40),
        ], extradata: sets.record)
    }
    #expect(try facts(nil).fields == nil)
    for (second, order) in [(HandMade.Fields.bottom, FieldOrder.top), (.top, .bottom)] {
      let facts = try facts(second)
      #expect(facts.obstacle == nil && facts.fields == order)
      #expect(facts.groups == [PictureGroup(start: .zero, frames: 2)])
    }
    let apart = try CodingScan.facts(
      [HandMadePacket(bytes: HandMade.prefixed([slice(.top, idr: true)]), time: 0, isKey: true)],
      extradata: sets.record)
    #expect(apart.obstacle == "its fields are in packets of their own")
  }

  @Test(arguments: [HandMade.Fields.frame, .top, .bottom], [true, false])
  func `slices of fields get another number, and stay otherwise as they were`(
    _ fields: HandMade.Fields, _ idr: Bool
  ) throws {
    let renumbering = try #require(H264Renumbering(sets, number: 30))
    let numbered = try H264ParameterSets(extradata: renumbering.parameterRecord)
    #expect(numbered.picture.id == 30 && !numbered.sequence.isProgressive)
    let unit = HandMade.slice(idr: idr, number: idr ? 0 : 3, of: fields, isIntra: true)
    let edited = try #require(
      try unit.withUnsafeBytes { try renumbering.edited($0, idr ? .fresh : .picture) })
    /// The bits after the number, and how many of them belong to the header.
    func rest(_ unit: [UInt8], _ sets: H264ParameterSets) throws -> (bits: [Bool], header: Int) {
      try unit.withUnsafeBytes { bytes in
        let header = try #require(H264SliceHeader(bytes, sets))
        var reader = RBSPReader(bytes)
        for _ in 0..<header.number.upperBound { _ = reader.flag() }
        var bits: [Bool] = []
        while !reader.isDamaged { bits.append(reader.flag()) }
        let stop = bits.lastIndex(of: true) ?? 0
        return (Array(bits[..<stop]), header.end - header.number.upperBound)
      }
    }
    let (meant, made) = (try rest(unit, sets), try rest(edited, numbered))
    #expect(made.bits == meant.bits && made.header == meant.header)
    // After the picture's number there are 32 bits, of which two codes belong to the header.
    #expect(meant.header == meant.bits.count - 32 + (idr ? 3 : 2))
  }
}

extension CopyTests {
  /// Interlaced footage of 4 s whose fields are 1/50 s apart.
  private func interlaced(_ name: String, _ option: String, _ fields: FieldOrder) throws
    -> MediaFile
  {
    try footage(
      name,
      options: [
        "-vf", "fps=50,tinterlace=interleave_\(fields.rawValue)", "-r", "25", "-x264-params",
        option,
      ])
  }

  /// An encoding with `options`.
  private func encoding(_ options: EncoderOption..., fields: FieldOrder) -> VideoEncoding {
    let order = fields == .top ? "tff=1" : "bff=1"
    return VideoEncoding(
      encoder: "libx264",
      options: options + [EncoderOption("x264-params", "open-gop=0:sps-id=31:" + order)],
      fields: fields)
  }

  @Test(arguments: [("tff=1", FieldOrder.top), ("bff=1", .bottom)])
  func `an interlaced frame is encoded as it was decoded`(
    _ option: String, _ fields: FieldOrder
  ) throws {
    let file = try interlaced("take.mp4", option, fields)
    // Lossless encoding preserves the encoder's input exactly.
    let encoding = encoding(EncoderOption("qp", "0"), fields: fields)
    let video = try #require(try probeMedia(ProbeRequest(path: file.path)).video)
    let part = request(
      try read(file, from: Time(2, over: 5)), frames: 45, encoding, "part",
      color: try #require(CanvasColor(video.color, size: video.size)))
    _ = try SegmentRenderer().render(part)
    let made = try link([LinkedSegment(path: part.output)], "film.mp4")
    #expect(try frames(made) == Array(try frames(file.path)[10..<55]))
  }

  @Test(
    arguments: [("tff=1", FieldOrder.top, "tt"), ("bff=1", .bottom, "bb")],
    ["film.mp4", "film.mkv", "film.mov"])
  func `a film says which field is shown first, and so do all its frames`(
    _ source: (option: String, fields: FieldOrder, name: String), _ film: String
  ) throws {
    let (option, fields, name) = source
    let file = try interlaced("take.mp4", option, fields)
    let encoding = encoding(EncoderOption("crf", "14"), fields: fields)
    let head = request(try read(file, from: Time(2, over: 5)), frames: 15, encoding, "head")
    let body = request(
      try read(file, from: Time(1)), frames: 50, .copy(number: nil, fields: fields), "body")
    for request in [head, body] { _ = try SegmentRenderer().render(request) }
    let made = try link(
      [
        LinkedSegment(path: head.output),
        LinkedSegment(path: body.output, source: body.program.read),
      ], film)
    #expect(try frames(made).suffix(50) == (try frames(file.path))[25..<75])
    let told = try shop.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=field_order:frame=interlaced_frame,top_field_first",
        "-of", "csv=p=0", made,
      ])
    let lines = String(decoding: told, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0 == name })
    let frame = fields == .top ? "1,1" : "1,0"
    #expect(lines.filter { $0.hasPrefix(frame) }.count == 65)
  }

  @Test func `segments of other fields cannot be joined`() throws {
    let file = try interlaced("take.mp4", "tff=1", .top)
    let requests = [FieldOrder.top, nil].map { fields in
      (fields, "part-\(fields?.rawValue ?? "none")")
    }
    var parts: [LinkedSegment] = []
    for (fields, name) in requests {
      let part = request(
        try read(file, from: .zero), frames: 50, .copy(number: nil, fields: fields), name)
      _ = try SegmentRenderer().render(part)
      parts.append(LinkedSegment(path: part.output, source: part.program.read))
    }
    #expect(throws: RenderFailure.self) { try link(parts, "film.mp4") }
  }
}
