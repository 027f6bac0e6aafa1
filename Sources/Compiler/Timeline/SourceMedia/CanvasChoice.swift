// SPDX-License-Identifier: Apache-2.0

import Base
package import ProjectModel
package import RenderProtocol

extension CanvasFormat {
  /// The canvas a project asks for; what it does not say follows from its media.
  ///
  /// Size: the largest upright clip of the bottom video track, in the orientation of that track's
  /// first clip; stills count only where there is no footage, and then ask for 1920×1080 or
  /// 1080×1920. Rate: that of the first footage, snapped to a usual one where it is close; 30 for
  /// stills and for footage whose rate varies.
  ///
  /// Where packets are copied, which must fit the canvas to the pixel and the tick, the first footage
  /// decides alone, and nothing is rounded. Then the canvas has its colour too: that of 8 bits where it fits
  /// otherwise, HDR and 10 bits even where nothing of it can be copied, as they would be lost. All else is
  /// composed in BT.709 with 8 bits. Depth and colour hold for all outputs of the project, so that one that
  /// copies looks like one that does not.
  package static func choose(_ project: ProjectDocument, _ media: MediaTable) -> CanvasFormat {
    let clips = bottomClips(project, media)
    let footage = clips.filter { !$0.facts.isStill && !$0.facts.isSVG }
    let first = project.canvas.followsFirstClip ? footage.first : nil
    let size =
      project.canvas.size?.value ?? first?.codedUprightSize ?? size(of: footage, stills: clips)
    let rate = project.canvas.rate?.value ?? first?.constantRate ?? rate(of: footage)
    return CanvasFormat(
      size: size, rate: rate, layout: project.canvas.channels?.value ?? .stereo,
      color: color(project, after: first, on: size))
  }

  /// The colour of a canvas of `size` that follows `first`, if any clip.
  private static func color(
    _ project: ProjectDocument, after first: ResolvedMedia?, on size: PixelSize
  ) -> CanvasColor {
    let (depth, standard) = (project.canvas.depth?.value, project.canvas.color?.value)
    let deep = depth == 8 ? nil : first?.deepColor
    if let standard { return CanvasColor(standard, depth: depth ?? deep?.depth ?? 8) }
    let plain = depth != 10 && first?.codedUprightSize == size ? first?.codedColor : nil
    return deep ?? plain ?? CanvasColor(.bt709, depth: depth ?? 8)
  }

  private static func bottomClips(_ project: ProjectDocument, _ media: MediaTable)
    -> [ResolvedMedia]
  {
    for track in project.tracks where track.kind?.value != .audio {
      var pictures: [ResolvedMedia] = []
      var seen: Set<String> = []
      for case .clip(let clip) in track.items {
        guard case .clip(let source) = clip.content else { continue }
        for item in media[source]
        where item.facts.video != nil && seen.insert(item.file.path).inserted {
          pictures.append(item)
        }
      }
      if !pictures.isEmpty { return pictures }
    }
    return []
  }

  private static func size(of footage: [ResolvedMedia], stills: [ResolvedMedia]) -> PixelSize {
    let sizes = footage.compactMap(\.uprightSize)
    guard let first = sizes.first else {
      if let still = stills.first?.uprightSize, still.height > still.width {
        return PixelSize(1080, 1920)
      }
      return PixelSize(1920, 1080)
    }
    var best = first
    for size in sizes where size.width * size.height > best.width * best.height { best = size }
    let (long, short) = (max(best.width, best.height), min(best.width, best.height))
    func even(_ value: Double) -> Int { max(2, Int((value / 2).rounded()) * 2) }
    return first.height > first.width
      ? PixelSize(even(short), even(long)) : PixelSize(even(long), even(short))
  }

  /// Usual rates, and every whole one, count as meant when the footage is within half a percent.
  private static func rate(of footage: [ResolvedMedia]) -> FrameRate {
    guard let measured = footage.lazy.compactMap({ $0.facts.video?.rate }).first else {
      return FrameRate(30)
    }
    var candidates = [
      FrameRate(24000, over: 1001), FrameRate(30000, over: 1001), FrameRate(60000, over: 1001),
    ]
    let whole = measured.perSecond.rounded
    if (1...120).contains(whole) { candidates.append(FrameRate(whole)) }
    func distance(_ rate: FrameRate) -> Time {
      let difference = rate.perSecond - measured.perSecond
      return difference < .zero ? -difference : difference
    }
    guard let nearest = candidates.min(by: { distance($0) < distance($1) }) else {
      return FrameRate(30)
    }
    return distance(nearest) * Time(200) <= measured.perSecond ? nearest : FrameRate(30)
  }
}

extension ResolvedMedia {
  /// The size of the upright picture with the pixels that are coded, or as many square ones as it is wide with others,
  /// where that can be a canvas: with even numbers, as colour has half of them.
  fileprivate var codedUprightSize: PixelSize? {
    guard let video = facts.video, matrix == nil else { return nil }
    let (width, height) = (video.size.width, video.size.height)
    guard width > 0, height > 0, width % 2 == 0, height % 2 == 0 else { return nil }
    return video.sizeOnCanvas(orientation)
  }

  /// The colour, where frames of a canvas may be of it and packets might be copied.
  fileprivate var codedColor: CanvasColor? {
    guard let video = facts.video, video.coding != nil, video.isPlain else { return nil }
    return CanvasColor(video.color, size: video.size)
  }

  /// The colour of a canvas with 10 bits that keeps what 8 bits would lose: HDR and more than 8 bits; else nil.
  fileprivate var deepColor: CanvasColor? {
    guard let video = facts.video, video.color.isHDR || video.pixels.isDeep else { return nil }
    if let own = CanvasColor(video.color, size: video.size, depth: 10) { return own }
    // No canvas has its matrix or primaries, but one has its light.
    let standard: CanvasSettings.ColorStandard =
      switch video.color.transfer {
      case "smpte2084": .pq
      case "arib-std-b67": .hlg
      default: video.color.isWide ? .bt2020 : .bt709
      }
    return CanvasColor(standard, depth: 10)
  }

  /// The rate, where most frames are known to keep to it and it is one that films may have.
  fileprivate var constantRate: FrameRate? {
    guard let video = facts.video, let coding = video.coding, let rate = video.rate,
      2 * coding.copyableFrames > video.frameCount, rate.perSecond.numerator <= 240_000
    else { return nil }
    return rate
  }
}

extension CanvasColor {
  /// The colour of a standard with `depth` bits; 10 where it needs them.
  init(_ standard: CanvasSettings.ColorStandard, depth: Int) {
    func tags(_ matrix: String, _ primaries: String, _ transfer: String) -> ColorTags {
      ColorTags(matrix: matrix, primaries: primaries, transfer: transfer, range: "tv")
    }
    let facts =
      switch standard {
      case .bt709: tags("bt709", "bt709", "bt709")
      case .bt601: tags("smpte170m", "smpte170m", "smpte170m")
      case .bt2020: tags("bt2020nc", "bt2020", "bt2020-10")
      case .hlg: tags("bt2020nc", "bt2020", "arib-std-b67")
      case .pq: tags("bt2020nc", "bt2020", "smpte2084")
      }
    let depth = standard.isWide ? 10 : depth
    guard let color = CanvasColor(facts, size: PixelSize(0, 0), depth: depth) else {
      preconditionFailure("no canvas has the colour of \(standard) with \(depth) bits")
    }
    self = color
  }
}
