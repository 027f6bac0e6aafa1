// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
public import RenderProtocol

/// Probes a media file by its packets and first frames, not by its container's claims.
///
/// Everything that makes a file unusable (a missing codec, damaged headers, an oversized picture) is found
/// here, before rendering.
public func probeMedia(_ request: ProbeRequest) throws(RenderFailure) -> MediaFacts {
  let head = try fileHead(request.path, count: 1 << 16)
  if CubeFile.isMeant(request.path, head: head) {
    return .table(try CubeFile(path: request.path).isLattice ? .lattice : .curves)
  }
  if CurvesFile.isMeant(request.path) {
    _ = try CurvesFile(path: request.path)
    return .table(.photoshopCurves)
  }
  if let kind = try ImageKind(head: head) {
    let isFilm = try hasSecondPicture(kind, request.path)
    if !isFilm { return try probeStill(kind, request) }
    guard kind == .gif else { throw RenderFailure.rawStream(kind.decoder ?? kind.name) }
  }
  var demuxer: Demuxer
  do throws(AVError) {
    demuxer = try Demuxer(
      path: request.path, maximumPixels: request.maximumPixels, depth: .packets)
  } catch {
    // libavformat's own message would list all formats.
    if let line = error.log.first(where: { $0.contains("not on whitelist") }) {
      let format = line.split(separator: "]").first.map { $0.dropFirst() } ?? "unknown"
      throw RenderFailure(
        kind: .unsupported, message: "it is no film, sound or picture (\(format))")
    }
    throw RenderFailure(reading: error)
  }
  if demuxer.isRaw { throw RenderFailure.rawStream(demuxer.format) }
  let pages = demuxer.format == "ogg" ? OggScan(request.path) : nil
  try pages?.refuseOtherLinks()
  var facts = try MediaScan(
    &demuxer, path: request.path, maximumPixels: request.maximumPixels
  ).facts(of: request.path)
  if pages?.isCutOff == true, facts.warnings.isEmpty {
    facts.warnings.append("the file is cut off: the end of its streams is missing")
  }
  if facts.format == "gif" {
    switch GIFScan.ending(request.path) {
    case .cutOff:
      if facts.warnings.isEmpty {
        facts.warnings.append("the file is cut off: pictures at its end may be missing")
      }
    case .whole(let end):
      // What some programs leave behind its end is nothing.
      facts.warnings.removeAll { $0.hasSuffix("invalid block label") }
      if let joined = JoinedFile(gif: request.path, behind: end) {
        facts.warnings.append(joined.words)
      }
    case nil: break
    }
  }
  return facts
}

/// Facts of a still image.
private func probeStill(
  _ kind: ImageKind, _ request: ProbeRequest
) throws(RenderFailure) -> MediaFacts {
  var size = PixelSize(0, 0)
  var damage: [String] = []
  let frame = try StillDecoder.sample(
    kind, path: request.path, maximumPixels: request.maximumPixels, size: &size, damage: &damage)
  var warnings: [String] = []
  if let line = damage.first { warnings.append("the picture is damaged: " + line) }
  let codec = kind == .avif ? "av1" : kind.decoder ?? kind.name
  var video = VideoFacts(
    stream: 0, codec: codec, size: size, sampleAspect: Time(1), end: .zero, frameCount: 1,
    rate: nil, keyFrames: [.zero], pixels: PixelLayout(frame.pixelFormat),
    hasAlpha: frame.pixelFormat.hasAlpha && kind != .jpeg, color: frame.color)
  video.apply(DisplayMatrix(frame.displayMatrix))
  return MediaFacts(
    format: kind.name, start: .zero, isStill: true, isSVG: kind == .svg, video: video, audio: nil,
    warnings: warnings)
}

extension RenderFailure {
  /// A stream of pictures of `codec` without a container.
  fileprivate static func rawStream(_ codec: String) -> RenderFailure {
    // AVI takes pictures without presentation times, which follow from their order; but not those of any codec.
    let copies = ["h264", "m4v", "mpegvideo", "mjpeg", "png"].contains(codec)
    return RenderFailure(
      kind: .unsupported,
      message: "it is a raw stream (\(codec)), which does not say when its pictures are shown",
      remedy: "put it into a container, with its rate: ffmpeg -framerate 25 -i FILE "
        + (copies ? "-c copy FILE.avi" : "-c:v ffv1 FILE.mkv"))
  }
}

extension VideoFacts {
  /// Sets the orientation from a display matrix.
  mutating func apply(_ matrix: DisplayMatrix) {
    switch matrix {
    case .orientation(let orientation): self.orientation = orientation
    case .linear(let parts): displayMatrix = parts
    }
  }
}
