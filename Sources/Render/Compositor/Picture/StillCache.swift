// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Still pictures ready to be drawn: decoded and filtered once.
final class StillCache {
  private struct Key: Hashable {
    /// Without its origin, which does not affect the pixels.
    var picture: Picture
    var color: CanvasColor

    /// The file that it shows.
    var file: Fingerprint? { picture.source.file?.digest }
    var isCaption: Bool { if case .caption = picture.source { true } else { false } }
  }

  private struct Entry {
    var frame: ImageBuffer
    /// libav's messages about damage in its file.
    var damage: [String]
    /// The part of a photo that is kept; nil for all of it.
    var area: PixelRect?
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private(set) var byteCount: Int64 = 0
  private var clock = 0
  /// The clock at the last call of `leave(_:)`.
  private var left = 0
  private let captions = CaptionPainter()
  private var lastSheet: (digest: Fingerprint, raster: RasterFile)?
  /// Files of which a decoded picture is kept: a zoom needs it in several sizes.
  private var resized: Set<Fingerprint> = []
  /// The needed parts of photos.
  private var shown = ShownAreas()
  /// The file decoded last, if it is one of those and not too large.
  private var lastDecoded:
    (file: Fingerprint, frame: ImageBuffer, kind: ImageKind, damage: [String])?
  private static let maximumDecodedBytes = 100 << 20
  private static let maximumPixels = 100_000_000

  /// The only frame of `picture`, which is no video, in the canvas colour `color`, and libav's messages about
  /// damage in its file.
  func frame(
    of picture: Picture, in color: CanvasColor
  ) throws(RenderFailure) -> (frame: ImageBuffer, damage: [String]) {
    clock += 1
    let key = Key(picture: picture.withoutOrigin, color: color)
    if let entry = entries[key] {
      entries[key]?.lastUse = clock
      return (entry.frame, entry.damage)
    }
    let (frame, damage) = try drawn(picture, in: color)
    let area = shown.area(of: picture)
    entries[key] = Entry(frame: frame, damage: damage, area: area, lastUse: clock)
    byteCount += Int64(frame.byteCount)
    if byteCount > MemoryUse.stills {
      // To three quarters, so that not every further picture sorts all of them.
      drop(byteCount - MemoryUse.stills / 4 * 3) { $0 != key }
    }
    return (frame, damage)
  }

  /// Decodes and filters those of `pictures` that are photos scaled to a size, as many of them as can be kept.
  ///
  /// Decoding a photo takes much more memory than what is kept of it: this is done before an encoder takes its own. What
  /// fails is left to whoever draws it.
  func prepare(_ pictures: [Picture], in color: CanvasColor) {
    for picture in pictures {
      guard case .image(let file, let origin) = picture.source, let size = picture.lastScale,
        entries[Key(picture: picture.withoutOrigin, color: color)] == nil
      else { continue }
      let kept = shown.area(of: picture)?.size ?? size
      guard byteCount + StillCache.most(kept, color, file) <= MemoryUse.stills else { break }
      CrashBreadcrumbs.note(WorkerStatus(.decoding, origin: origin))
      _ = try? frame(of: picture, in: color)
    }
    lastDecoded = nil
  }

  /// Bytes of a picture of `size` in `file`, with alpha if it may have that.
  private static func most(_ size: PixelSize, _ color: CanvasColor, _ file: MediaFile) -> Int64 {
    let kind = try? ImageKind(head: fileHead(file.path, count: 1 << 16))
    let bits = (color.hasFullChroma ? 24 : 12) + (kind == .jpeg ? 0 : 8)
    return MemoryUse.picture(size, bitsPerPixel: (color.isDeep ? 2 : 1) * bits)
  }

  /// The same for a picture that is shown once, such as a frame of a drawing that changes: it is not kept.
  func drawn(
    _ picture: Picture, in color: CanvasColor
  ) throws(RenderFailure) -> (frame: ImageBuffer, damage: [String]) {
    var damage: [String] = []
    let frame = try make(picture, color, &damage)
    return (frame, damage)
  }

  /// Removes pictures of files other than `files`, and drawn ones, until they use little memory.
  ///
  /// - Parameters:
  ///   - resized: The files that are needed in several sizes from now on.
  ///   - shown: The parts of photos that are needed from now on.
  func keep(_ files: Set<Fingerprint>, resized: Set<Fingerprint>, shown: ShownAreas) {
    (self.resized, self.shown) = (resized, shown)
    // Parts of photos that are shown otherwise now.
    limit(to: 0) { [entries] key in
      guard let area = entries[key]?.area else { return false }
      return shown.area(of: key.picture).map { !area.contains($0) } ?? true
    }
    lastDecoded = nil
    captions.forgetFonts()
    limit(to: MemoryUse.carriedPhotos) { $0.file.map { !files.contains($0) } ?? false }
    limit(to: MemoryUse.carriedDrawings) { $0.file == nil }
  }

  /// Removes all pictures of `files`, which are not shown any more, and the captions that were not shown since the last
  /// call: hardly any is shown again, and memory that is used again need not be cleared.
  func leave(_ files: Set<Fingerprint>) {
    if !files.isEmpty { limit(to: 0) { $0.file.map { files.contains($0) } ?? false } }
    limit(to: 0) { [left] in $0.isCaption && (entries[$0]?.lastUse ?? 0) <= left }
    left = clock
  }

  /// Removes matching pictures until they use at most `most` bytes.
  private func limit(to most: Int64, where isMeant: (Key) -> Bool) {
    let bytes = entries.reduce(0) { $0 + (isMeant($1.key) ? Int64($1.value.frame.byteCount) : 0) }
    drop(bytes - most, where: isMeant)
  }

  /// Removes the least recently used of the matching pictures, at least `count` bytes of them.
  private func drop(_ count: Int64, where isMeant: (Key) -> Bool) {
    guard count > 0 else { return }
    let meant = entries.filter { isMeant($0.key) }.sorted { $0.value.lastUse < $1.value.lastUse }
    var left = count
    for (key, entry) in meant where left > 0 {
      entries[key] = nil
      byteCount -= Int64(entry.frame.byteCount)
      left -= Int64(entry.frame.byteCount)
    }
  }

  private func make(
    _ picture: Picture, _ canvas: CanvasColor, _ damage: inout [String]
  ) throws(RenderFailure) -> ImageBuffer {
    if case .caption(let caption, let origin) = picture.source {
      do throws(RenderFailure) {
        return try captions.frame(of: caption, picture.steps, in: canvas)
      } catch {
        var failure = error
        failure.origin = origin
        throw failure
      }
    }
    let (frame, filter) = try decoded(picture, canvas, &damage)
    do throws(AVError) {
      let result = try filter.apply(frame)
      result.corner = frame.corner
      guard case .image = picture.source, picture.lastScale != nil else { return result }
      return try result.kept(shown.area(of: picture))
    } catch {
      var failure = RenderFailure(reading: error)
      failure.origin = picture.source.origin
      throw failure
    }
  }

  /// The filter chains that prepare `picture`.
  func filters(of picture: Picture, in color: CanvasColor) throws(RenderFailure) -> [PictureFilter
    .Stage]
  {
    var damage: [String] = []
    let (frame, filter) = try decoded(picture, color, &damage)
    return filter.filters(for: frame)
  }

  /// The only frame of `picture` as decoded, and the filter that prepares it.
  private func decoded(
    _ picture: Picture, _ canvas: CanvasColor, _ damage: inout [String]
  ) throws(RenderFailure) -> (ImageBuffer, PictureFilter) {
    let origin = picture.source.origin
    func filter(_ steps: [PictureStep]? = nil, usesAlpha: Bool = true) -> PictureFilter {
      PictureFilter(steps ?? picture.steps, color: canvas, usesAlpha: usesAlpha)
    }
    do throws(RenderFailure) {
      switch picture.source {
      case .video, .script: preconditionFailure("a video is no still")
      case .image(let file, _):
        let (frame, kind) = try decoded(file, &damage)
        let steps = picture.steps.without(scalingsAt: frame.size)
        return (frame, filter(steps, usesAlpha: kind != .jpeg))
      case .svg(let file, let size, _):
        let frame = try StillDecoder.decode(
          .svg, path: file.path, size: size, maximumPixels: StillCache.maximumPixels,
          damage: &damage)
        do throws(AVError) {
          return (ImageBuffer(try frame.dividedByAlpha()), filter())
        } catch { throw RenderFailure(reading: error) }
      case .raster(let file, _):
        return (ImageBuffer(try self.frame(of: try raster(file.path))), filter())
      case .letters(let file, .constant(let letters), let size, _):
        let sheet = try sheet(file)
        return (ImageBuffer(try self.frame(of: sheet.composed(letters, size: size))), filter())
      case .letters: preconditionFailure("letters that change are no still")
      case .caption(let caption, _):
        return (try captions.pixels(of: caption, isWhole: !picture.steps.isEmpty), filter())
      case .graphic(let graphic, let size, _):
        return (try graphic.drawn(size, on: canvas), filter())
      case .drawing: preconditionFailure("a drawing that changes is no still")
      }
    } catch {
      var failure = error
      failure.origin = origin
      throw failure
    }
  }

  private func decoded(
    _ file: MediaFile, _ damage: inout [String]
  ) throws(RenderFailure) -> (ImageBuffer, ImageKind) {
    if let last = lastDecoded, last.file == file.digest {
      damage += last.damage
      return (last.frame, last.kind)
    }
    lastDecoded = nil
    guard let kind = try ImageKind(head: try fileHead(file.path, count: 1 << 16)) else {
      throw RenderFailure(kind: .media, message: "it is no still picture")
    }
    let frame = ImageBuffer(
      try StillDecoder.decode(
        kind, path: file.path, maximumPixels: StillCache.maximumPixels, damage: &damage))
    if resized.contains(file.digest), frame.byteCount <= Self.maximumDecodedBytes {
      lastDecoded = (file.digest, frame, kind, damage)
    }
    return (frame, kind)
  }

  private func raster(_ path: String) throws(RenderFailure) -> RasterFile {
    do { return try RasterFile(path: path) } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot read a text's picture: \(error.reason)", log: [error.path])
    }
  }

  /// A raster whose parts are put together: the one that was used last is kept.
  private func sheet(_ file: MediaFile) throws(RenderFailure) -> RasterFile {
    if let lastSheet, lastSheet.digest == file.digest { return lastSheet.raster }
    let raster = try raster(file.path)
    lastSheet = (file.digest, raster)
    return raster
  }

  private func frame(of file: RasterFile) throws(RenderFailure) -> Frame {
    let frame: Frame
    do throws(AVError) { frame = try Frame(size: file.size, format: .rgba) } catch {
      throw RenderFailure(reading: error)
    }
    let count = file.size.width * 4
    frame.withPlane(0) { rows, stride in
      file.pixels.withUnsafeBufferPointer { pixels in
        guard let base = pixels.baseAddress else { return }
        for y in 0..<file.size.height {
          (rows + y * stride).update(from: base + y * count, count: count)
        }
      }
    }
    return frame
  }
}
