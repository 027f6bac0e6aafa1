// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Foundation
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Planning
@testable import Timeline

/// A world of values: a project text, and media that exist only as facts.
struct TestWorld: World {
  var project: String
  var media: [String: MediaFacts] = TestWorld.shelf
  /// The paths that `locate` refuses, as written.
  var problems: [String: FileProblem] = [:]
  /// The number of changes of a file's contents.
  var versions: [String: Int] = [:]
  var libraries = ["test 1"]
  /// The files of data, by their paths as written.
  var data: [String: String] = TestWorld.texts
  /// The streams of subtitles in media, and what is said in each of them.
  var streams = TestWorld.talks
  /// The fonts that write all texts.
  var fonts: [MediaFile] = []
  /// The characters of families that lack some; another family writes those that one lacks.
  var alphabets: [String: String] = [:]
  /// Project files beside `project`, by their paths from its folder.
  var projects: [String: String] = [:]
  /// The paths of files that are not UTF-8, as they are shown.
  var misnamed: [String] = []
  /// True if nothing can be searched for in pictures.
  var isBlind = false
  /// The options that encoders refuse.
  var refusedOptions: Set<String> = []

  static let folder = "/film"

  /// Files of data that there are.
  static let texts = [
    "rome.srt": """
    1
    00:00:00,200 --> 00:00:00,800
    Two days <b>in</b> Rome

    2
    00:00:00,600 --> 00:00:01,200
    <i>The second one</i>

    3
    00:00:02,000 --> 00:00:01,000
    never
    """,
    "rome.vtt": "WEBVTT\n\n00:00.200 --> 00:00.800 line:0 align:left\nAt the top\n",
  ]

  /// A stream of subtitles.
  struct Talk {
    var stream: TextStreamFacts.Stream
    var texts: [TextStreamFacts.Text] = []
  }

  /// Streams of subtitles that there are.
  static let talks: [String: [Talk]] = [
    "long.mp4": [
      Talk(
        stream: .init(.text, codec: "subrip", language: "eng"),
        texts: (0..<60).map { .init(1000 * $0 + 100, 1000 * $0 + 700, "Second \($0)") }),
      Talk(stream: .init(.pictures, codec: "dvd_subtitle", language: "ita")),
      Talk(stream: .init(.text, codec: "mov_text"), texts: [.init(500, 1500, "{\\i1}Other")]),
    ],
    "small.mp4": [
      Talk(stream: .init(.pictures, codec: "hdmv_pgs_subtitle")),
      Talk(stream: .init(.other, codec: "eia_608", language: "eng")),
    ],
  ]

  /// Compiles `project` as the file `film.reel.yaml`.
  func compilation(_ options: CompilationOptions = CompilationOptions()) -> Compilation {
    var options = options
    options.verifiesGraphs = true
    return Compilation(
      path: TestWorld.folder + "/film.reel.yaml", displayName: "film.reel.yaml", world: self,
      options: options)
  }

  func contents(of path: String) throws(FileProblem) -> [UInt8] {
    guard path == TestWorld.folder + "/film.reel.yaml" else { throw .missing(nearest: nil) }
    return Array(project.utf8)
  }

  func project(
    _ path: String, from folder: String
  ) throws(FileProblem) -> (path: String, text: [UInt8]) {
    let real = TestWorld.real(path, from: folder)
    if let problem = problems[path] ?? problems[TestWorld.name(real)] { throw problem }
    guard real.hasPrefix(TestWorld.folder + "/") else { throw .outside(root: TestWorld.folder) }
    if real == TestWorld.folder + "/film.reel.yaml" { return (real, Array(project.utf8)) }
    guard let text = projects[TestWorld.name(real)] else { throw .missing(nearest: nil) }
    return (real, Array(text.utf8))
  }

  /// The absolute path, dots followed.
  private static func real(_ path: String, from folder: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : folder + "/" + path).split(separator: "/") {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path from the folder of the project.
  private static func name(_ real: String) -> String {
    real.hasPrefix(folder + "/") ? String(real.dropFirst(folder.count + 1)) : real
  }

  func data(_ path: String, from folder: String) throws(FileProblem) -> [UInt8] {
    if let problem = problems[path] { throw problem }
    guard let text = data[path] else { throw .missing(nearest: nil) }
    return Array(text.utf8)
  }

  func admit(_ path: String, from folder: String) throws(FileProblem) -> Admission {
    if let problem = problems[path] { throw problem }
    switch path {
    case "/trusted": return .admitted(path)
    case "here": return .needless
    default: return .untrusted(path, list: "/config/reel/trusted")
    }
  }

  func locate(_ path: String, from folder: String) throws(FileProblem) -> String {
    if let problem = problems[path] { throw problem }
    if path.contains("://") { throw .url }
    let real = TestWorld.real(path, from: folder)
    guard real.hasPrefix(TestWorld.folder + "/") else { throw .outside(root: TestWorld.folder) }
    let name = TestWorld.name(real)
    guard media[name] != nil || data[name] != nil || path.hasSuffix(".ttf") || projects[name] != nil
    else {
      let near = media.keys.filter { $0.prefix { $0 != "." } == path }
      throw .missing(nearest: near.count == 1 ? near.first : nil)
    }
    return real
  }

  func matches(of pattern: String, from folder: String) throws(FileProblem) -> FileMatches {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return FileMatches([]) }
    func fits(_ name: String) -> Bool { name.hasPrefix(parts[0]) && name.hasSuffix(parts[1]) }
    return FileMatches(media.keys.filter(fits).sorted(), misnamed: misnamed.filter(fits))
  }

  func listing(
    of pattern: String, from folder: String, except made: MadeFiles
  ) throws(FileProblem) -> FileListing {
    let matches = try matches(of: pattern, from: folder)
    let rows = matches.paths
      .filter { !made.contains(TestWorld.real($0, from: folder)) }
      .enumerated().map { "{\"file\": \"\($1)\", \"number\": \($0 + 1)}" }
    if rows.isEmpty { return FileListing(nil, misnamed: matches.misnamed) }
    return FileListing(
      Array("[\(rows.joined(separator: ",\n"))]\n".utf8), misnamed: matches.misnamed)
  }

  func destination(_ path: String, from folder: String) throws(FileProblem) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  func media(at paths: [String]) async -> [Result<Media, RenderFailure>] {
    paths.map { path in
      let name = String(path.dropFirst(TestWorld.folder.count + 1))
      guard let facts = media[name], facts.format != "broken" else {
        return .failure(
          RenderFailure(kind: .media, message: "no picture and no sound", log: ["moov not found"]))
      }
      return .success(
        Media(file: MediaFile(path: path, digest: digest(named: name)), facts: facts))
    }
  }

  func texts(
    of questions: [TextStreamQuestion]
  ) async -> [Result<TextStreamFacts, RenderFailure>] {
    questions.map { question in
      let found = streams[TestWorld.name(question.file.path)] ?? []
      var facts = TextStreamFacts()
      facts.streams = found.map(\.stream)
      let texts = found.filter { $0.stream.kind == .text }
      if texts.indices.contains(question.stream) { facts.texts = texts[question.stream].texts }
      facts.lost = facts.texts.filter(\.text.isEmpty).count
      return .success(facts)
    }
  }

  /// In files whose name has `talk` there is a word at -20 dB from second 2 to 3 and from second 6 to 7; the others are as
  /// loud all the time.
  func levels(of programs: [AudioProgram]) async -> [Result<AudioLevels, RenderFailure>] {
    programs.map { program in
      let seconds = Int(program.sampleCount / Int64(program.sampleRate))
      let name = program.clips.first.map { TestWorld.name($0.file.path) } ?? ""
      func isLoud(_ second: Int) -> Bool { !name.contains("talk") || second == 2 || second == 6 }
      func level(_ count: Int) -> [Int16] {
        let loud: Int16 = program.layout.isSurround ? -2300 : -2000
        return (0..<(seconds * count)).map { isLoud($0 / count) ? loud : -6000 }
      }
      return .success(AudioLevels(momentary: level(10), powers: level(20), peaks: level(10)))
    }
  }

  /// In all files there is a face at the right, from 3.04 s on at the left of the picture, where another scene begins: by
  /// the file's rounded time a millisecond later.
  ///
  /// From 6 s on nothing is seen. A photo has a face at the bottom right.
  func subjects(
    of questions: [SubjectQuestion]
  ) async -> [Result<PictureSubjects, RenderFailure>] {
    if isBlind {
      let failure = RenderFailure(kind: .encoder, message: "this machine cannot look for faces")
      return questions.map { _ in .failure(failure) }
    }
    return questions.map { question in
      func face(_ x: Int, _ y: Int) -> PictureSubjects.Face {
        PictureSubjects.Face(x: x - 50, y: y - 50, width: 100, height: 100, weight: 20)
      }
      let range = question.request.range
      guard question.request.stream != nil else {
        let sample = PictureSubjects.Sample(time: .zero, faces: [face(700, 800)])
        return .success(PictureSubjects(samples: [sample], cuts: []))
      }
      let cut = Time(3041, over: 1000)
      let count = (range.duration / PictureSubjects.interval).floor
      let samples = (0..<count).map { number in
        let time = range.start + PictureSubjects.interval * Time(number)
        let faces = time < cut ? [face(750, 300)] : time < Time(6) ? [face(250, 400)] : []
        return PictureSubjects.Sample(time: time, faces: faces)
      }
      return .success(
        PictureSubjects(samples: samples, cuts: [cut, Time(6)].filter { $0 < range.end }))
    }
  }

  private func digest(named name: String) -> Fingerprint {
    Fingerprint(of: versions[name].map { "\(name) \($0)" } ?? name)
  }

  func digest(of path: String) async throws(FileProblem) -> Fingerprint { Fingerprint(of: path) }

  func rasters(of blocks: [TextBlock]) async -> [Result<Raster, RenderFailure>] {
    blocks.map { block in
      // A font that cannot write parts of a text.
      if block.font.family == "Torn", block.shown != nil {
        return .failure(RenderFailure(kind: .text, message: "no part of it can be written"))
      }
      if ([block.font] + block.spans.map(\.font)).contains(where: { $0.family == "Nowhere" }) {
        return .failure(RenderFailure(kind: .text, message: "no font family 'Nowhere'"))
      }
      if block.font.family == "Arial" {
        return .failure(
          RenderFailure(
            kind: .text, message: "no font family 'Arial'",
            log: ["in its place: Liberation Sans", "near: Ariel"]))
      }
      let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
      var width = (lines.map(\.count).max() ?? 0) * Int(block.size) / 2
      var height = lines.count * Int(block.size)
      if block.isVertical { swap(&width, &height) }
      // The room for parts that move, which is no part of a box.
      let margin = block.box == nil ? 0 : block.margin
      // A text that is neither typed nor has parts has the digest that it has in all cases.
      let digest = Fingerprint(
        of: "\(block)".replacingOccurrences(of: ", shown: nil", with: "")
          .replacingOccurrences(of: "RenderProtocol.", with: "Actions.")
          .replacingOccurrences(of: "TextPiece.Selection", with: "TextPiece.Part")
          .replacingOccurrences(of: "Base.", with: "Basics.")
          .replacingOccurrences(of: ", asksForFonts: nil", with: "")
          .replacingOccurrences(of: ", script: nil", with: "")
          .replacingOccurrences(of: ", spans: []", with: "")
          .replacingOccurrences(of: ", margin: 0, piece: nil", with: ""))
      if block.asksForFonts == true {
        var raster = Raster(asked: lines, fonts: fonts, digest: digest)
        raster.facts.substitutes = substitutes(in: block)
        return .success(raster)
      }
      return .success(
        Raster(
          file: MediaFile(path: "/rasters/\(digest.short)", digest: digest),
          facts: TextFacts(
            size: PixelSize(width + 4 + 2 * margin, height + 4 + 2 * margin),
            box: PixelRect(x: 2 + margin, y: 2 + margin, width: width, height: height),
            raster: digest, fonts: fonts,
            missing: String(block.text.filter { $0 == "☃" }.prefix(1)),
            substitutes: substitutes(in: block),
            cells: block.isSheet ? cells(lines.map(\.count), Int(block.size)) : [],
            lines: lines.count,
            // A font that has no feature.
            lackingFeatures: block.font.family == "Plain" && !block.font.features.isEmpty
              ? [String(block.font.features.prefix(4))] : [])))
    }
  }

  /// The characters of `block` that other families write than its own.
  private func substitutes(in block: TextBlock) -> [TextSubstitute] {
    guard let own = block.font.family.flatMap({ alphabets[$0] }) else { return [] }
    var found: [TextSubstitute] = []
    for character in block.text where !character.isWhitespace && !own.contains(character) {
      let family = alphabets.keys.sorted().first { alphabets[$0]?.contains(character) ?? false }
      guard let family else { continue }
      let index = found.firstIndex { $0.family == family } ?? found.count
      if index == found.count {
        found.append(TextSubstitute(family: family, characters: "", span: nil))
      }
      found[index].characters.append(character)
    }
    return found
  }

  /// Lines of a sheet, each letter half as wide as high, with a pixel around each line.
  private func cells(_ counts: [Int], _ height: Int) -> [TextCell] {
    counts.enumerated().map { index, count in
      TextCell(
        area: PixelRect(
          x: 0, y: index * (height + 2), width: count * height / 2 + 2, height: height + 2),
        outline: nil, origin: PixelPlace(1, height), advance: count * height / 2,
        ascent: height - 1, descent: 1)
    }
  }

  func identity() async throws(RenderFailure) -> WorkerIdentity {
    WorkerIdentity(version: renderingVersion, libraries: libraries, files: [], fontFolders: [])
  }
}

extension TestWorld {
  func processor() -> String { "test" }

  func filters() async throws(RenderFailure) -> FilterCatalogue { .ofTests }

  func encoders() async throws(RenderFailure) -> EncoderCatalogue { .ofTests }

  func refusal(of trial: EncoderTrial) async throws(RenderFailure) -> EncoderRefusal? {
    let options =
      switch trial {
      case .pictures(_, let encoding): encoding.options
      case .sound(let encoding, sampleRate: _): encoding.options
      }
    let refused = options.first { refusedOptions.contains($0.name) }
    return refused.map { EncoderRefusal(message: "cannot open", log: ["bad \($0.name)"]) }
  }

  /// The media that test projects can use.
  static let shelf: [String: MediaFacts] = [
    "wide.mp4": footage(PixelSize(1280, 720), FrameRate(30), seconds: 10, keys: [0, 4, 7]),
    "long.mp4": footage(
      PixelSize(1280, 720), FrameRate(30), seconds: 60, keys: [0, 5, 9, 10, 17, 30, 33, 47]),
    "fields.mp4": interlaced(footage(PixelSize(720, 576), FrameRate(25), seconds: 8)),
    "tall.mov": footage(
      PixelSize(1920, 1080), FrameRate(30), seconds: 6, orientation: .rotate90),
    "small.mp4": footage(PixelSize(640, 480), FrameRate(24), seconds: 8),
    "coded.mp4": footage(
      PixelSize(800, 600), FrameRate(90000, over: 3013), seconds: 9,
      groups: [PictureGroup(start: .zero, frames: 120), PictureGroup(start: Time(4), frames: 149)]),
    "dated.mp4": footage(
      PixelSize(800, 600), FrameRate(90000, over: 3013), seconds: 9,
      groups: [PictureGroup(start: .zero, frames: 269)], color: "smpte170m"),
    "silent.mp4": footage(
      PixelSize(640, 480), FrameRate(25), seconds: 9,
      groups: [PictureGroup(start: .zero, frames: 225)], color: "unknown"),
    "tongues.mkv": tongues,
    "uneven.mp4": footage(
      PixelSize(800, 600), FrameRate(90000, over: 3013), seconds: 9, orientation: .rotate90,
      groups: [PictureGroup(start: .zero, frames: 269, obstacle: "its frame rate varies")]),
    "spoken.mp4": AudioCopyTests.take(),
    "phone.mov": CopyingTests.take([0, 4], seconds: 8, orientation: .rotate90),
    "bare": footage(PixelSize(1280, 720), FrameRate(30), seconds: 2),
    "mute.mp4": footage(PixelSize(1280, 720), FrameRate(25), seconds: 5, hasSound: false),
    "tilted.mp4": footage(
      PixelSize(1280, 720), FrameRate(30), seconds: 5, matrix: [0.8, 0.6, -0.6, 0.8]),
    "endless.mp4": footage(PixelSize(1280, 720), FrameRate(1), seconds: 200_000),
    "song.ogg": sound(seconds: 20),
    "talk.mp4": footage(PixelSize(1280, 720), FrameRate(30), seconds: 10),
    "jingle.wav": sound(seconds: 3),
    "lecture.mkv": outlasting(footage(PixelSize(640, 480), FrameRate(25), seconds: 2)),
    "lecture-2.mkv": outlasting(footage(PixelSize(640, 480), FrameRate(25), seconds: 2)),
    "photo-1.jpg": still(PixelSize(2400, 1600)),
    "photo-2.jpg": still(PixelSize(1600, 2400)),
    "photo-10.jpg": still(PixelSize(3000, 2000)),
    "logo.svg": still(PixelSize(120, 120), isSVG: true),
    "spinner.gif": MediaFacts(
      format: "gif", start: .zero,
      video: VideoFacts(
        stream: 0, codec: "gif", size: PixelSize(64, 64), end: Time(6, over: 5), frameCount: 12,
        rate: FrameRate(10), keyFrames: [.zero], pixels: .test("bgra"), hasAlpha: true,
        color: ColorTags(matrix: "gbr", primaries: "unknown", transfer: "unknown", range: "pc")),
      audio: nil),
    "film.cube": .table(.lattice), "tone.lut": .table(.curves),
    "tone.acv": .table(.photoshopCurves),
    "cold.cube": .table(.lattice),
    "broken.mp4": MediaFacts(format: "broken", start: .zero, video: nil, audio: nil),
  ]

  /// Two pictures and three sounds in two languages, and one that cannot be decoded.
  private static var tongues: MediaFacts {
    var facts = footage(PixelSize(640, 480), FrameRate(25), seconds: 4)
    var hall = facts.video
    hall?.stream = 5
    hall?.size = PixelSize(320, 240)
    facts.pictures = [
      StreamOfFile(isUsual: true, codec: "h264", language: "ger", title: "Stage"),
      StreamOfFile(isUsual: false, codec: "h264", language: "eng", title: "Hall", facts: hall),
    ]
    func sound(_ stream: Int, _ channels: Int, end: Int64) -> AudioFacts {
      AudioFacts(
        stream: stream, codec: "opus", sampleRate: 48000, channels: channels, end: Time(end))
    }
    facts.sounds = [
      StreamOfFile(isUsual: true, codec: "aac", language: "ger", title: "Original"),
      StreamOfFile(
        isUsual: false, codec: "opus", language: "ger", title: "Commentary",
        facts: sound(2, 1, end: 3)),
      StreamOfFile(isUsual: false, codec: "opus", language: "eng", facts: sound(3, 2, end: 4)),
      StreamOfFile(isUsual: false, codec: "ac4", title: "Atmosphere"),
    ]
    return facts
  }

  /// The same with sound that goes on for ten seconds.
  private static func outlasting(_ facts: MediaFacts) -> MediaFacts {
    var facts = facts
    facts.audio?.end = Time(12)
    return facts
  }

  private static func interlaced(_ facts: MediaFacts) -> MediaFacts {
    var facts = facts
    facts.video?.fields = .top
    return facts
  }

  static func footage(
    _ size: PixelSize, _ rate: FrameRate, seconds: Int64, orientation: Orientation = .upright,
    matrix: [Double]? = nil, hasSound: Bool = true, keys: [Int64] = [0],
    groups: [PictureGroup]? = nil, color: String = "bt709"
  ) -> MediaFacts {
    MediaFacts(
      format: "mov", start: .zero,
      video: VideoFacts(
        stream: 0, codec: "h264", size: size, orientation: orientation, displayMatrix: matrix,
        end: Time(seconds), frameCount: rate.frames(covering: Time(seconds)), rate: rate,
        keyFrames: keys.map { Time($0) }, pixels: .test("yuv420p"),
        color: ColorTags(
          matrix: color, primaries: color, transfer: color,
          range: color == "unknown" ? color : "tv"),
        coding: groups.map {
          CodingFacts(
            profile: 77, level: 31, delay: 1, timeBase: Time(1, over: 15360), parameters: [1],
            groups: $0)
        }),
      audio: hasSound
        ? AudioFacts(stream: 1, codec: "aac", sampleRate: 48000, channels: 2, end: Time(seconds))
        : nil)
  }

  static func sound(seconds: Int64) -> MediaFacts {
    MediaFacts(
      format: "ogg", start: .zero, video: nil,
      audio: AudioFacts(
        stream: 0, codec: "vorbis", sampleRate: 44100, channels: 2, end: Time(seconds)))
  }

  static func still(_ size: PixelSize, isSVG: Bool = false) -> MediaFacts {
    MediaFacts(
      format: "image2", start: .zero, isStill: !isSVG, isSVG: isSVG,
      video: VideoFacts(
        stream: 0, codec: isSVG ? "svg" : "mjpeg", size: size, end: .zero, frameCount: 1,
        rate: nil, pixels: .test(isSVG ? "bgra" : "yuvj420p"), hasAlpha: isSVG,
        color: ColorTags(matrix: "unknown", primaries: "unknown", transfer: "unknown", range: "pc")
      ), audio: nil)
  }
}

extension PixelLayout {
  /// The pixel format of this name, of the few that tests need.
  static func test(_ name: String) -> PixelLayout {
    let isRGB = !name.hasPrefix("yuv") && name != "p010le"
    let isDeep = name.hasSuffix("10le") || name == "p010le"
    let isFineDown = isRGB || name.hasPrefix("yuv422p")
    return PixelLayout(
      name: name, depth: isDeep ? 10 : name == "rgb565le" ? 5 : 8, bitsPerPixel: isDeep ? 24 : 12,
      hasColor: true,
      chromaHalvings: Halvings(across: isRGB ? 0 : 1, down: isFineDown ? 0 : 1))
  }
}

extension OutputPlan {
  /// The plan of the film, if it is one.
  var film: FilmPlan? {
    guard case .film(let film) = product else { return nil }
    return film
  }
}

extension TestWorld {
  /// The segments of the first output, a film, of a project without errors.
  func segments() async throws -> [PlannedSegment] {
    let result = await compilation().plan()
    #expect(!result.hasErrors, "\(result.diagnostics.map(\.message))")
    let plan = try #require(result.product)
    guard case .film(let film) = plan.outputs[0].product else { return [] }
    return film.segments
  }
}

extension Raster {
  /// The query of the fonts of `lines`, all of which `fonts` write; a font named by a character
  /// writes only that.
  fileprivate init(asked lines: [Substring], fonts: [MediaFile], digest: Fingerprint) {
    var facts = TextFacts(
      size: PixelSize(1, 1), box: PixelRect(x: 0, y: 0, width: 1, height: 1), raster: digest,
      fonts: fonts, missing: lines.contains("☃") ? "☃" : "")
    facts.lineFonts = lines.map { line in
      fonts.filter {
        let name = $0.path.split(separator: "/").last?.split(separator: ".").first ?? ""
        return name.count > 1 || name.first?.isASCII ?? true || name == line
      }.map(\.digest)
    }
    self.init(file: MediaFile(path: "/rasters/\(digest.short)", digest: digest), facts: facts)
  }
}
