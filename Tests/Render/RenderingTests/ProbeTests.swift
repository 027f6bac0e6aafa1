// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import RenderProtocol
import Testing

@testable import MediaIO

@Suite(.enabled(if: Footage.isThere, "no real media")) struct ProbeTests {
  @Test func `times come from packets, relative to the container's start`() throws {
    let facts = try Footage.facts("variety/h264_firstpts10s_sar.mp4")
    let video = try #require(facts.video)
    #expect(facts.start == Time(10))
    #expect(video.firstFrame == .zero)
    #expect(video.end == Time(4))
    #expect(video.frameCount == 120)
    #expect(video.rate == FrameRate(30))
    #expect(video.sampleAspect == Time(1137, over: 800))
  }

  @Test func `an edit list that starts with nothing moves the first frame`() throws {
    let facts = try Footage.facts("variety/h264_editlist_empty1s.mp4")
    #expect(facts.video?.firstFrame == Time(1))
    #expect(facts.video?.end == Time(10))
    #expect(facts.audio?.firstSample == .zero)
  }

  @Test func `encoder padding is taken off sound`() throws {
    let facts = try Footage.facts("audio/ambience_rain_60s.mp3")
    #expect(facts.video == nil)
    #expect(facts.audio?.firstSample == .zero)
    #expect(facts.audio?.end == Time(533_261, over: 8820))
  }

  @Test(arguments: [
    ("images/exif_landscape_1.jpg", Orientation.upright),
    ("images/exif_landscape_2.jpg", .flipHorizontal),
    ("images/exif_landscape_3.jpg", .rotate180),
    ("images/exif_landscape_5.jpg", .transpose),
    ("images/exif_landscape_6.jpg", .rotate90),
    ("images/exif_landscape_8.jpg", .rotate270),
    ("rotation/bbb_rotm90_1080p24_aac51.mp4", .rotate90),
    ("rotation/pixel7_rot180_1080p_fullrange.mp4", .rotate180),
    ("rotation/pixel_rot90_two_hevc_tracks.mp4", .rotate270),
    ("rotation/flip_rotate_reflect_1080x720.mp4", .transpose),
  ])
  func `a picture's orientation is known`(_ name: String, _ orientation: Orientation) throws {
    #expect(try Footage.facts(name).video?.orientation == orientation)
  }

  @Test(arguments: [
    ("malformed/zero_length.webm", RenderFailure.Kind.media, "empty"),
    ("malformed/moov_not_found_bad_free_box.mp4", .media, "does not make sense"),
    ("malformed/bomb_65536x65536.png", .limit, "larger than allowed"),
    ("malformed/vp9_invalid_bitstream.webm", .media, "does not make sense"),
    ("malformed/truncated_audiobook_6422s.m4b", .media, "cut off"),
    ("malformed/srt_unexpected_end.srt", .unsupported, "no film, sound or picture (srt)"),
    ("images/heic_iphone7_tiled.heic", .unsupported, "HEIC"),
  ])
  func `unusable settings are refused in plain words`(
    _ name: String, _ kind: RenderFailure.Kind, _ words: String
  ) throws {
    let failure = #expect(throws: RenderFailure.self) { try Footage.facts(name) }
    #expect(failure?.kind == kind)
    #expect(failure?.message.contains(words) == true, "\(failure?.message ?? "")")
  }

  @Test func `VVC is refused in plain words where libavcodec does not decode it`() throws {
    do {
      #expect(try Footage.facts("variety/vvc_unsupported.mp4").video?.codec == "vvc")
    } catch let failure as RenderFailure {
      #expect(failure.kind == .unsupported)
      #expect(failure.message.contains("no decoder for its picture (vvc1)"))
    }
  }

  @Test func `sound that cannot be decoded is reported, and the picture is kept`() throws {
    let facts = try Footage.facts("malformed/missing_stsd_audio.mp4")
    #expect(facts.video?.frameCount == 30)
    #expect(facts.audio == nil)
    #expect(facts.warnings.count == 1)
  }

  @Test func `a cover picture is not the film`() throws {
    let facts = try Footage.facts("variety/h264_attached_png.mp4")
    #expect(facts.video?.codec == "h264")
    let song = try Footage.facts("audio/music_vibeace_cover_61s.ogg")
    #expect(song.video == nil)
  }

  @Test func `frames that are never shown are not counted`() throws {
    let facts = try Footage.facts("variety/vp9_10bit_bt2020_roadtrip.webm")
    #expect(facts.video?.frameCount == 72)
    #expect(facts.video?.rate == FrameRate(24000, over: 1001))
  }

  @Test func `a playlist that calls itself a film opens no other file`() throws {
    let shop = try Workshop()
    let playlist = """
      #EXTM3U
      #EXT-X-TARGETDURATION:10
      #EXTINF:10,
      \(Footage.path("variety/mpeg2_1080p24_mp2.ts"))
      #EXT-X-ENDLIST

      """
    let path = shop.path("film.mp4")
    try playlist.write(toFile: path, atomically: true, encoding: .utf8)
    let failure = #expect(throws: RenderFailure.self) { try probeMedia(ProbeRequest(path: path)) }
    // FFmpeg 9 calls what it does not open damaged.
    #expect([.unsupported, .media].contains(failure?.kind))
  }

  @Test func `a picture larger than allowed is refused before it is decoded`() throws {
    let path = Footage.path("images/photo_craft_beer_24mp.jpg")
    let failure = #expect(throws: RenderFailure.self) {
      try probeMedia(ProbeRequest(path: path, maximumPixels: 1_000_000))
    }
    #expect(failure?.kind == .limit)
    let clip = Footage.path("edit/bbb_720p25_5s_aac51.mp4")
    let other = #expect(throws: RenderFailure.self) {
      try probeMedia(ProbeRequest(path: clip, maximumPixels: 100_000))
    }
    #expect(other?.kind == .limit)
  }
}
