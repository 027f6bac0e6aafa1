// SPDX-License-Identifier: Apache-2.0

import Base
import Foundation
import LibAV
import RenderProtocol
import Testing

@testable import Compositor
@testable import MediaIO

/// Damaged media causes an error at its position, or a note if requested, but never a silently different film.
struct DamageTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Names and encoder options of files with 100 frames at 25 frames per second and a key frame every second,
  /// in codecs whose decoders detect any damage.
  static let videos: [(name: String, options: [String])] = [
    ("mjpeg.avi", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]),
    ("h264.mp4", ["-c:v", "libx264"]),
    ("mpeg2.ts", ["-c:v", "mpeg2video", "-b:v", "1M"]),
    ("mpeg4.avi", ["-c:v", "mpeg4", "-b:v", "1M"]),
    ("ffv1.mkv", ["-c:v", "ffv1", "-slicecrc", "1"]),
    ("h263.3gp", ["-c:v", "h263", "-s", "176x144", "-b:v", "400k"]),
  ]

  private func make(_ name: String, _ options: [String]) throws -> String {
    let path = shop.path(name)
    let noise = "nullsrc=s=160x96:r=25,geq=lum='128+60*sin((X+N*3)/9)+40*sin(Y/5)':cb=128:cr=128"
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", noise, "-frames:v", "100", "-g", "25", "-threads",
        "1",
      ] + options + [path])
    return path
  }

  @Test(arguments: videos.indices, [1, 4])
  func `damage within what is shown is an error at its time`(index: Int, threads: Int) throws {
    let (name, options) = Self.videos[index]
    let path = try make(name, options)
    try #require(FileManager.default.fileExists(atPath: path), "ffmpeg encodes \(name)")
    let whole = try pictureProgram(path, from: .zero, frames: 95)
    #expect(try drawAll(whole, threads: threads).notes.isEmpty, "\(name) is whole")
    try shop.damage(path, packet: 40)
    #expect(throws: RenderFailure.self, "\(name)") { try drawAll(whole, threads: threads) }
    do { _ = try drawAll(whole, threads: threads) } catch let failure as RenderFailure {
      #expect(failure.kind == .media, "\(name): \(failure)")
      #expect(failure.origin == Origin(5))
      let time = try #require(failure.sourceTime)
      #expect((Time(7, over: 5)...Time(9, over: 5)).contains(time), "\(name): \(time)")
    }
    let told = try drawAll(whole, threads: threads, keepsGoing: true)
    #expect(told.count == 95 && told.notes.count == 1, "\(name): \(told.notes)")
  }

  @Test(arguments: videos.indices)
  func `damage in other groups of pictures is nothing to it`(index: Int) throws {
    let (name, options) = Self.videos[index]
    let path = try make(name, options)
    try #require(FileManager.default.fileExists(atPath: path), "ffmpeg encodes \(name)")
    try shop.damage(path, packet: 40)
    let before = try drawAll(try pictureProgram(path, from: .zero, frames: 20), threads: 2)
    #expect(before.notes.isEmpty && before.count == 20, "\(name)")
    let after = try drawAll(try pictureProgram(path, from: Time(3), frames: 20), threads: 1)
    #expect(after.notes.isEmpty && after.count == 20, "\(name)")
  }

  // Of MPEG-2 and FFV1, what can be decoded of a damaged group depends on where decoding begins.
  @Test(arguments: [0, 1, 3, 5], ["0.3", "-0.3"])
  func `between frames, damage looks the same in every segment`(index: Int, _ text: String) throws {
    let (name, options) = Self.videos[index]
    let path = try make(name, options)
    try shop.damage(path, packet: 40)
    let speed = try #require(Time(decimal: text))
    var program = try pictureProgram(path, from: .zero, frames: 80)
    let map = TimeRemap(start: speed > .zero ? Time(6, over: 5) : Time(11, over: 5), speed: speed)
    func drawn(_ range: Range<Int>, _ mode: Interpolation?) throws -> [[UInt8]] {
      guard case .picture(var picture) = program.parts[0].layers[0].content,
        case .video(var read) = picture.source
      else { return [] }
      (read.map, read.between) = (map.slice(range, rate: FrameRate(25)), mode)
      picture.source = .video(read)
      program.parts[0].layers[0].content = .picture(picture)
      program.parts[0].frameCount = range.count
      return try DrawnFrames(program, keepsGoing: true).frames
    }
    let whole = try drawn(0..<80, .blend)
    #expect(Set(whole).count > Set(try drawn(0..<80, nil)).count, "\(name)")
    for range in [0..<20, 20..<37, 37..<41, 41..<55, 55..<63, 63..<80] {
      #expect(try drawn(range, .blend) == Array(whole[range]), "\(name), frames \(range)")
    }
  }

  // A recorder of a screen writes no frame where nothing changes; most containers do not say how long a frame lasts.
  @Test(arguments: ["hold.mkv", "hold.flv", "hold.ts", "hold.nut", "hold.mp4", "hold.avi"])
  func `a picture that is held is no damage`(name: String) throws {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=25:d=6", "-vf",
        "select='lt(n,30)+gt(n,109)'", "-fps_mode", "vfr", "-c:v",
        name.hasSuffix("avi") ? "mjpeg" : "libx264", path,
      ])
    for threads in [1, 4] {
      let frames = try drawAll(try pictureProgram(path, from: .zero, frames: 150), threads: threads)
      #expect(frames.count == 150 && frames.notes.isEmpty, "\(frames.notes)")
    }
  }

  @Test(arguments: ["slow.mp4", "slow.mkv", "slow.webm", "bursts.mp4"])
  func `a variable rate is no gap`(name: String) throws {
    let path = shop.path(name)
    let chosen = name.hasPrefix("slow") ? "not(mod(n,60))" : "lt(mod(n,90),10)"
    let codec = name.hasSuffix("webm") ? ["libvpx"] : ["libx264", "-bf", "2"]
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120:r=30:d=10",
        "-vf", "select='\(chosen)'", "-fps_mode", "vfr", "-c:v",
      ] + codec + [path])
    #expect(
      try drawAll(try pictureProgram(path, from: .zero, frames: 200), threads: 1).notes.isEmpty)
  }

  static let stills = ["still.jpg", "still.png", "still.tiff", "still.bmp"]

  @Test(arguments: stills.dropLast())
  func `a damaged still is an error`(name: String) throws {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240,noise=alls=20", "-frames:v", "1",
        path,
      ])
    func picture() throws -> (frame: ImageBuffer, damage: [String]) {
      let file = MediaFile(path: path, digest: Fingerprint(bytes: [UInt8](repeating: 9, count: 32)))
      return try StillCache().frame(
        of: Picture(source: .image(file, Origin(3)), steps: [.scale(PixelSize(160, 96))]),
        in: .bt709)
    }
    #expect(try picture().damage.isEmpty)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    bytes.removeLast(bytes.count / 3)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let isRefused: Bool
    do { isRefused = try !picture().damage.isEmpty } catch { isRefused = true }
    #expect(isRefused)
  }

  @Test(arguments: ["vorbis.ogg", "flac.flac", "aac.m4a", "mp3.mp3"])
  func `damaged sound is an error at its time`(name: String) throws {
    let path = shop.path(name)
    _ = try shop.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "anoisesrc=r=48000:d=6:a=0.3:seed=4", "-ac", "2", path,
      ])
    let whole = try clip(path, count: 48000 * 5)
    func program(_ clip: AudioClip) -> AudioProgram {
      AudioProgram(sampleRate: 48000, sampleCount: 48000 * 5, clips: [clip])
    }
    #expect(try shop.mix(program(whole)).notes.isEmpty)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    for index in bytes.count / 2..<bytes.count / 2 + 3000 { bytes[index] = 0 }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    do {
      _ = try shop.mix(program(whole))
      Issue.record("\(name) is mixed in silence")
    } catch let failure as RenderFailure {
      #expect(failure.kind == .media, "\(failure)")
      let time = try #require(failure.sourceTime)
      #expect((Time(2)...Time(4)).contains(time), "\(name): \(time)")
    }
    #expect(try shop.mix(program(whole), keepsGoing: true).notes.count == 1)
  }

  private func draw(svg text: String) throws -> MediaFacts {
    let path = shop.path("drawing.svg")
    let head = "<svg xmlns='http://www.w3.org/2000/svg' width='320' height='180'>"
    try Data((head + text + "</svg>").utf8).write(to: URL(fileURLWithPath: path))
    return try probeMedia(ProbeRequest(path: path))
  }

  @Test func `a drawing that refers to another file is refused`() throws {
    for text in [
      "<image href='logo.png'/>", "<svg:use x=\"1\" xlink:href = \"b.svg#c\"/>",
      "<image\n xlink:href='http://x/y.png'/>", "<rect fill='url(other.svg#g)'/>",
      "<rect style=\"fill: URL( 'other.svg#g' )\"/>", "<rect fill='url&#40;other.svg#g)'/>",
      "<linearGradient id='g' href='other.svg#h'/>", "<style>@import 'a.css';</style>",
      "<style type='text/css'><![CDATA[ rect {} @import url(a.css) ]]></style>",
      "<style>/* url(#a) */ rect { fill: url(&quot;other.svg#g&quot;) }</style>",
      "<?xml-stylesheet type='text/css' href='a.css'?>", "<image href='&#97;.png'/>",
    ] {
      #expect {
        try draw(svg: text)
      } throws: {
        ($0 as? RenderFailure)?.message.contains("refers to") == true
      }
    }
    for text in [
      "<!-- <image href='a.png'/> -->", "<use href='#a'/>", "<a href='http://x'><rect/></a>",
      "<text>&lt;image href='a.png'></text>", "<rect fill='url(#g)'/>",
      "<style/><text>url(a)</text>",
      "<image href='&#100;ata:image/png;base64,'/>",
      "<image href='&#x64;&#x41;ta:image/png;base64,'/>",
      "<style>/* @import 'a.css'; */ <!-- url(a.svg) --> rect { fill: url(#g) }</style>",
      "<style>@font-face { font-family: X; src: url(x.woff) }</style>",
      "<text id='url(a)'>@import</text>",
    ] {
      #expect(try draw(svg: text).isSVG)
    }
  }

  // An abandoned drawing continues in its thread: for half a minute, not minutes next to the other tests.
  @Test func `a drawing that takes too long is given up, and what is in it is said`() throws {
    // Newer versions of librsvg draw no more than nine octaves at once.
    let noise = String(
      repeating: "<feTurbulence baseFrequency='0.05' numOctaves='9'/>", count: 1300)
    let filter = "<filter id='f'>\(noise)</filter>"
    #expect {
      try draw(svg: filter + "<rect width='320' height='180' filter='url(#f)'/>")
    } throws: {
      guard let failure = $0 as? RenderFailure else { return false }
      return failure.kind == .limit && failure.message.contains("1303 elements, with feTurbulence")
    }
  }
}
