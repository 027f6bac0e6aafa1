// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Writes pictures of a film as an animation, in one file.
///
/// Pictures are read one by one, for a GIF twice: its palette is that of all of them. Memory does not grow with their number,
/// but by the coded pictures of a WebP, of which libwebp makes one file at the end.
struct AnimationWriter {
  private let film: LinkRequest
  private let form: AnimationForm
  private let count: Int

  /// An animation of the pictures of `film` in the folder that is its output.
  init(_ film: LinkRequest, _ form: AnimationForm) throws(RenderFailure) {
    (self.film, self.form) = (film, form)
    count = try film.pictureCount()
  }

  /// Writes the file.
  func write(progress: (Int) -> Void) throws(RenderFailure) -> [DeliveredFile] {
    let path = film.output + "/" + form.name
    switch form.coding {
    case .gif(let colors, let dither):
      try writeGIF(to: path, try palette(colors), dither, progress)
    case .webp(let quality, let isLossless):
      try writeWebP(to: path, quality, isLossless: isLossless, progress)
    case .avif(let quality, let speed): try writeAVIF(to: path, quality, speed, progress)
    }
    return [DeliveredFile(name: form.name, bytes: try AnimationFile.size(of: path))]
  }

  // MARK: - GIF

  private static let bgra = PixelFormat(named: "bgra") ?? .yuv420p
  private static let ticks: Int64 = 100

  /// The palette that libavfilter chooses; parts of pictures that do not change count once.
  private func palette(_ colors: Int) throws(RenderFailure) -> Frame {
    let pictures = try KeptPictures(film, as: Self.bgra)
    let maker = try PaletteMaker(form.size, Self.bgra, colors: colors)
    let picture = try Frame.empty()
    var number: Int64 = 0
    while try pictures.next(into: picture, progress: { _ in }) {
      picture.timestamp = number
      try maker.add(picture)
      number += 1
    }
    return try maker.palette()
  }

  private func writeGIF(
    to path: String, _ palette: consuming Frame, _ dither: AnimationForm.Dither,
    _ progress: (Int) -> Void
  ) throws(RenderFailure) {
    let last = form.tick(count, of: count, perSecond: Self.ticks)
    let delay = max(2, last - form.tick(count - 1, of: count, perSecond: Self.ticks))
    let file = try AnimationFile(
      path,
      AnimationFile.Kind(
        container: "gif",
        // It counts how often the animation is played again.
        settings: [
          ("loop", String(form.plays == 1 ? -1 : max(0, form.plays - 1))),
          ("final_delay", String(delay)),
        ], encoder: "gif", options: [], format: PixelFormat(named: "pal8") ?? Self.bgra,
        rate: FrameRate(Self.ticks)), size: form.size)
    let stage = try PaletteStage(form.size, Self.bgra, palette, dither)
    let pictures = try KeptPictures(film, as: Self.bgra)
    let picture = try Frame.empty()
    var number = 0
    while try pictures.next(into: picture, progress: progress) {
      picture.timestamp = form.tick(number, of: count, perSecond: Self.ticks)
      number += 1
      try stage.push(picture)
      while try stage.pull(into: picture) { try file.encode(picture) }
    }
    try stage.pushEnd()
    while try stage.pull(into: picture) { try file.encode(picture) }
    try file.finish()
  }

  // MARK: - WebP and AVIF

  private func writeWebP(
    to path: String, _ quality: Int, isLossless: Bool, _ progress: (Int) -> Void
  ) throws(RenderFailure) {
    let perSecond: Int64 = 1000
    let file = try AnimationFile(
      path,
      AnimationFile.Kind(
        container: "webp", settings: [("loop", String(form.plays))], encoder: "libwebp_anim",
        options: [
          ("lossless", isLossless ? "1" : "0"), ("quality", String(quality)),
          ("compression_level", "4"),
        ], format: Self.bgra, rate: FrameRate(perSecond)), size: form.size)
    try encode(into: file, as: Self.bgra, perSecond: perSecond, progress)
    let length = form.tick(count, of: count, perSecond: perSecond)
    try file.finish { AnimatedWebP.setDuration(to: length, in: $0) }
  }

  private func writeAVIF(
    to path: String, _ quality: Int, _ speed: Int, _ progress: (Int) -> Void
  ) throws(RenderFailure) {
    let rate = Time(1) / form.step
    let format = PixelFormat.yuv420p10
    let file = try AnimationFile(
      path,
      AnimationFile.Kind(
        container: "avif", encoder: "libsvtav1",
        options: [
          ("preset", String(speed)), ("crf", String(quality)), ("g", "240"),
          ("svtav1-params", "lp=1"),
        ], format: format, rate: FrameRate(rate.numerator, over: rate.denominator),
        isPacked: false), size: form.size)
    try encode(into: file, as: format, perSecond: nil, progress)
    try file.finish()
  }

  /// Encodes all pictures; where a second has no fixed number of ticks, a picture lasts one.
  private func encode(
    into file: AnimationFile, as format: PixelFormat, perSecond: Int64?, _ progress: (Int) -> Void
  ) throws(RenderFailure) {
    let pictures = try KeptPictures(film, as: format)
    let picture = try Frame.empty()
    var number = 0
    while try pictures.next(into: picture, progress: progress) {
      picture.timestamp =
        perSecond.map { form.tick(number, of: count, perSecond: $0) } ?? Int64(number)
      number += 1
      try file.encode(picture)
    }
  }
}

/// Chooses the colours of a GIF from its pictures.
private final class PaletteMaker {
  private var graph: FilterGraph
  private let unfinished: Frame

  init(_ size: PixelSize, _ format: PixelFormat, colors: Int) throws(RenderFailure) {
    unfinished = try Frame.empty()
    do throws(AVError) {
      graph = try FilterGraph(
        .picture(
          size: size, format: format, timeBase: Time(1, over: 100), color: .unknown),
        [Filter("palettegen", ["max_colors": String(colors), "stats_mode": "diff"])])
    } catch { throw RenderFailure(writing: error) }
  }

  func add(_ picture: borrowing Frame) throws(RenderFailure) {
    do throws(AVError) {
      try graph.push(picture)
      // There is nothing to come yet, but pictures wait before the filter, all of them, until something is asked for.
      _ = try graph.pull(into: unfinished)
    } catch { throw RenderFailure(writing: error) }
  }

  func palette() throws(RenderFailure) -> Frame {
    let palette = try Frame.empty()
    do throws(AVError) {
      try graph.pushEnd()
      guard try graph.pull(into: palette) == .filled else {
        throw AVError(unreadable: "choose colours", because: "none came out")
      }
    } catch { throw RenderFailure(writing: error) }
    return palette
  }
}

/// Shows pictures in the colours of a palette.
private final class PaletteStage {
  private var graph: PaletteGraph

  init(
    _ size: PixelSize, _ format: PixelFormat, _ palette: borrowing Frame,
    _ dither: AnimationForm.Dither
  ) throws(RenderFailure) {
    do throws(AVError) {
      graph = try PaletteGraph(
        size: size, format: format, timeBase: Time(1, over: 100), palette: palette,
        dither: dither.options)
    } catch { throw RenderFailure(writing: error) }
  }

  func push(_ picture: borrowing Frame) throws(RenderFailure) {
    do throws(AVError) { try graph.push(picture) } catch { throw RenderFailure(writing: error) }
  }

  func pushEnd() throws(RenderFailure) {
    do throws(AVError) { try graph.pushEnd() } catch { throw RenderFailure(writing: error) }
  }

  func pull(into picture: borrowing Frame) throws(RenderFailure) -> Bool {
    do throws(AVError) { return try graph.pull(into: picture) == .filled } catch {
      throw RenderFailure(writing: error)
    }
  }
}

extension AnimationForm.Dither {
  /// Options of libavfilter's `paletteuse`: beyond the rectangle that changes, nothing is dithered anew.
  fileprivate var options: KeyValuePairs<String, String> {
    switch self {
    case .none: ["dither": "none", "diff_mode": "rectangle"]
    case .bayer: ["dither": "bayer", "bayer_scale": "5", "diff_mode": "rectangle"]
    case .floydSteinberg: ["dither": "floyd_steinberg", "diff_mode": "rectangle"]
    case .sierra: ["dither": "sierra2_4a", "diff_mode": "rectangle"]
    }
  }
}

/// A file of libwebp's encoder of animations.
enum AnimatedWebP {
  /// Makes the last picture in `file` last until `length` ms after the start: libwebp does not know for how long it is shown.
  static func setDuration(to length: Int64, in file: UnsafeMutableRawBufferPointer) {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    // A chunk is a name, a size, and so many bytes, made even; durations are in the bytes 12 to 14 of an `ANMF`.
    var (offset, before, last): (Int, Int, Int?) = (12, 0, nil)
    while offset + 8 <= file.count {
      let size = number(offset + 4, 4)
      if file[offset..<offset + 4].elementsEqual("ANMF".utf8), offset + 23 <= file.count {
        if let last { before += number(last, 3) }
        last = offset + 20
      }
      offset += 8 + size + size % 2
    }
    guard let last else { return }
    let duration = min(max(1, Int(length) - before), 0xff_ffff)
    for index in 0..<3 { file[last + index] = UInt8(truncatingIfNeeded: duration >> (8 * index)) }
  }
}
