// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics
import Kernels
import MediaFiles

/// Still pictures ready to be drawn: decoded and filtered once.
final class StillCache {
  private struct Entry {
    var picture: Picture
    var color: CanvasColor
    var frame: SharedFrame
    /// libav's messages about damage in its file.
    var damage: [String]
    var lastUse: Int
  }

  private var entries: [Entry] = []
  private var clock = 0
  /// Memory limit for cached pictures; a 720p picture has 1.4 MB.
  private static let maximumBytes: Int64 = 48 << 20
  private static let maximumPixels = 100_000_000

  /// The only frame of `picture`, which is no video, in the canvas colour `color`, and libav's messages about
  /// damage in its file.
  func frame(
    of picture: Picture, in color: CanvasColor
  ) throws(RenderFailure) -> (frame: SharedFrame, damage: [String]) {
    clock += 1
    // The origin clip does not affect the picture.
    let key = picture.withoutOrigin
    if let index = entries.firstIndex(where: { $0.picture == key && $0.color == color }) {
      entries[index].lastUse = clock
      return (entries[index].frame, entries[index].damage)
    }
    var damage: [String] = []
    let frame = try make(picture, color, &damage)
    entries.append(
      Entry(picture: key, color: color, frame: frame, damage: damage, lastUse: clock))
    while entries.count > 1, bytes(where: { _ in true }) > Self.maximumBytes {
      dropOldest { _ in true }
    }
    return (frame, damage)
  }

  /// Removes pictures of files other than `files` until they use at most `limit` bytes.
  func keep(_ files: Set<Fingerprint>, andOthersUpTo limit: Int64) {
    let isOther = { (entry: Entry) in
      entry.picture.source.file.map { !files.contains($0.digest) } ?? true
    }
    while bytes(where: isOther) > max(limit, 0) { dropOldest(where: isOther) }
  }

  private func bytes(where isMeant: (Entry) -> Bool) -> Int64 {
    entries.reduce(0) { $0 + (isMeant($1) ? Int64($1.frame.byteCount) : 0) }
  }

  /// Removes the least recently used of the matching pictures.
  private func dropOldest(where isMeant: (Entry) -> Bool) {
    let meant = entries.indices.filter { isMeant(entries[$0]) }
    if let oldest = meant.min(by: { entries[$0].lastUse < entries[$1].lastUse }) {
      entries.remove(at: oldest)
    }
  }

  private func make(
    _ picture: Picture, _ canvas: CanvasColor, _ damage: inout [String]
  ) throws(RenderFailure) -> SharedFrame {
    let (frame, filter) = try decoded(picture, canvas, &damage)
    do throws(AVError) { return try filter.apply(frame) } catch {
      var failure = RenderFailure(reading: error)
      failure.origin = picture.source.origin
      throw failure
    }
  }

  /// The filter chains that prepare `picture`.
  func filters(of picture: Picture, in color: CanvasColor) throws(RenderFailure) -> [[Filter]] {
    var damage: [String] = []
    let (frame, filter) = try decoded(picture, color, &damage)
    return filter.filters(for: frame)
  }

  /// The only frame of `picture` as decoded, and the filter that prepares it.
  private func decoded(
    _ picture: Picture, _ canvas: CanvasColor, _ damage: inout [String]
  ) throws(RenderFailure) -> (SharedFrame, PictureFilter) {
    let origin = picture.source.origin
    func filter(usesAlpha: Bool = true, isPremultiplied: Bool = false) -> PictureFilter {
      PictureFilter(
        picture.steps, color: canvas, usesAlpha: usesAlpha, isPremultiplied: isPremultiplied)
    }
    do throws(RenderFailure) {
      switch picture.source {
      case .video: preconditionFailure("a video is no still")
      case .image(let file, _):
        guard let kind = try ImageKind(head: try fileHead(file.path, count: 1 << 16)) else {
          throw RenderFailure(kind: .media, message: "it is no still picture")
        }
        let frame = try StillDecoder.decode(
          kind, path: file.path, maximumPixels: StillCache.maximumPixels, damage: &damage)
        return (SharedFrame(frame), filter(usesAlpha: kind != .jpeg))
      case .svg(let file, let size, _):
        let frame = try StillDecoder.decode(
          .svg, path: file.path, size: size, maximumPixels: StillCache.maximumPixels,
          damage: &damage)
        return (SharedFrame(frame), filter(isPremultiplied: true))
      case .raster(let file, _):
        return (SharedFrame(try raster(file.path)), filter())
      case .graphic(let graphic, let size):
        return (try graphic.drawn(size, on: canvas), filter())
      case .drawing: preconditionFailure("a drawing that changes is no still")
      }
    } catch {
      var failure = error
      failure.origin = origin
      throw failure
    }
  }

  private func raster(_ path: String) throws(RenderFailure) -> Frame {
    let file: RasterFile
    do { file = try RasterFile(path: path) } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot read a text's picture: \(error.reason)", log: [error.path])
    }
    let frame: Frame
    do throws(AVError) { frame = try Frame(size: file.size, format: .rgba) } catch {
      throw RenderFailure(reading: error)
    }
    let stride = frame.stride(0)
    guard let rows = frame.plane(0) else { return frame }
    file.pixels.withUnsafeBufferPointer { pixels in
      guard let base = pixels.baseAddress else { return }
      for y in 0..<file.size.height {
        (rows + y * stride).update(from: base + y * file.size.width * 4, count: file.size.width * 4)
      }
    }
    return frame
  }

}

extension Picture {
  fileprivate var withoutOrigin: Picture {
    var copy = self
    switch source {
    case .image(let file, _): copy.source = .image(file, .none)
    case .raster(let file, _): copy.source = .raster(file, .none)
    case .svg(let file, let size, _): copy.source = .svg(file, size: size, .none)
    case .video, .graphic, .drawing: break
    }
    return copy
  }
}
