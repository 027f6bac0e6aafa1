// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol
import Text

/// The texts of a script in the frames of a part.
///
/// A text makes way for those that were there before it. So at the first frame all frames are drawn in which one of
/// these comes: every frame looks as if the whole file had been drawn up to it. libass looks for a character that a font
/// lacks in those that it took for others, too. So once it has looked for one, it begins anew whenever other texts are
/// shown, and reads these alone. Where a chain of texts is cut, it begins anew as well.
final class ScriptPicture {
  private let read: ScriptRead
  /// True if pictures have the size of the canvas, not of the area drawn on.
  private let isWhole: Bool
  private let rate: FrameRate
  private let run: RenderRun
  private let cuts: [Int64]
  private var library: ScriptLibrary?
  private var track: ScriptTrack?
  /// True if libass reads only the texts that frame `last` shows.
  private var isAlone = false
  /// The frame that was drawn last, what came of it, and the milliseconds of the file in which others look the same.
  private var last: (index: Int, frame: ImageBuffer?, stillness: Range<Int64>?)?
  private var paints: [Color: Paint] = [:]

  init(_ read: ScriptRead, isWhole: Bool, rate: FrameRate, run: RenderRun) {
    self.read = read
    self.isWhole = isWhole
    self.rate = rate
    self.run = run
    cuts = read.script.cuts
  }

  /// Gives back what draws it.
  func close() {
    track = nil
    last = nil
    if let library {
      isAlone = isAlone || library.hasSearchedForGlyphs
      run.context.scripts.put(back: library, of: read.script)
    }
    library = nil
  }

  /// The texts drawn in frame `index`; nil for none.
  func frame(_ index: Int) throws(RenderFailure) -> ImageBuffer? {
    let script = read.script
    let time = read.time(index, rate: rate)
    // To see that nothing has changed, libass would lay out all texts again.
    if let last, last.index == index || last.stillness?.contains(time) == true { return last.frame }
    let isBound = isAlone || library?.hasSearchedForGlyphs ?? false
    if let last,
      index < last.index || isCut(from: last.index, to: index)
        || isBound && shown(in: index) != shown(in: last.index)
    {
      close()
    }
    let track = if let known = self.track { known } else { try begin(before: index) }
    self.track = track
    let previous = last
    let result = track.draw(
      at: time, on: script.canvas, storage: script.storage
    ) { images, isChanged -> Result<ImageBuffer?, RenderFailure> in
      if let previous, !isChanged { return .success(previous.frame) }
      do throws(RenderFailure) { return .success(try draw(images)) } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let frame):
      last = (index, frame, script.stillness(at: time))
      return frame
    case .failure(let failure): throw failure
    }
  }

  /// The part of the script that decides the look of frame `index`.
  private func shown(in index: Int) -> Script {
    read.slice(index..<index + 1, rate: rate).script
  }

  private func isCut(from first: Int, to second: Int) -> Bool {
    cuts.contains { (read.time(first, rate: rate) < $0) != (read.time(second, rate: rate) < $0) }
  }

  /// The script, as it is after the frames before `index` in which its texts have come.
  private func begin(before index: Int) throws(RenderFailure) -> ScriptTrack {
    let later = read.time(index, rate: rate)...Int64.max
    let script =
      isAlone ? shown(in: index) : cuts.isEmpty ? read.script : read.script.restricted(to: later)
    let library = try run.context.scripts.take(for: script)
    self.library = library
    guard let track = ScriptTrack(script.text, with: library) else {
      throw RenderFailure(kind: .limit, message: "there is no memory for a file of subtitles")
    }
    var frames: Set<Int> = []
    for event in script.events where event.chain != nil {
      let frame = read.map.frame(from: Time(event.start, over: 1000), rate: rate)
      if frame < index, frame > -(1 << 30) { frames.insert(frame) }
    }
    for time in frames.sorted().map({ read.time($0, rate: rate) }) {
      track.draw(at: time, on: script.canvas, storage: script.storage) { _, _ in }
    }
    return track
  }

  /// `images` on a clear picture.
  private func draw(_ images: [ScriptImage]) throws(RenderFailure) -> ImageBuffer? {
    let canvas = PixelRect(read.script.canvas)
    guard let first = images.first?.area else { return nil }
    let seen = images.reduce(first) { $0.union($1.area) }
    let area = isWhole ? canvas : seen.even.intersection(canvas)
    guard area.width > 0, area.height > 0 else { return nil }
    let color = run.canvas.color
    do throws(AVError) {
      let frame = try ImageBuffer(size: area.size, hasAlpha: true, in: color)
      for image in images where paints[image.color.opaque] == nil {
        paints[image.color.opaque] = try paint(image.color.opaque)
      }
      if color.isDeep {
        var sheet = ScriptSheet<UInt16>(area)
        for image in images {
          if case .deep(let paint) = paints[image.color.opaque] { sheet.lay(image, paint) }
        }
        frame.withView(of: UInt16.self) { sheet.draw(into: $0) }
      } else {
        var sheet = ScriptSheet<UInt8>(area)
        for image in images {
          if case .usual(let paint) = paints[image.color.opaque] { sheet.lay(image, paint) }
        }
        frame.withView(of: UInt8.self) { sheet.draw(into: $0) }
      }
      if !isWhole { frame.corner = (area.x, area.y) }
      if paints.count > 10_000 { paints = [:] }
      return frame
    } catch { throw RenderFailure(reading: error) }
  }

  /// A colour of the file in the samples of the canvas.
  ///
  /// Files are meant to be drawn in samples that a matrix of their own makes, whatever the film's is, as players do. In
  /// the wide gamut that would be other colours altogether.
  private func paint(_ color: Color) throws(AVError) -> Paint {
    let canvas = run.canvas.color
    guard let matrix = ColorMatrix(ofScript: read.script.matrix), !canvas.isWide else {
      return try Paint(color, in: canvas)
    }
    return canvas.isDeep
      ? .deep(DeepYUVColor(color, in: canvas, by: matrix))
      : .usual(YUVColor(color, in: canvas, by: matrix))
  }
}

extension Color {
  fileprivate var opaque: Color { Color(red, green, blue) }
}
