// SPDX-License-Identifier: Apache-2.0

import Base
import Compositor
import LibAV
import MediaIO
public import RenderProtocol

extension SegmentRenderer {
  /// Draws frames of a program, and lays those of a film beside them; broken clips hold their last good picture.
  ///
  /// - Parameter progress: Called with the number of additional frames that have been compared.
  public func compare(
    _ request: FrameComparisonRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> [FrameComparison] {
    let (program, start) = (request.program, request.programStart)
    let planned = start..<(start + program.frameCount)
    guard !request.frames.isEmpty, request.frames.clamped(to: planned) == request.frames else {
      throw RenderFailure(kind: .program, message: "a program without the frames to be compared")
    }
    let drawn = try lookingRun(program)
    let film: FilmFrames
    do throws(AVError) { film = try FilmFrames(request) } catch {
      throw RenderFailure(reading: error)
    }
    let color = program.canvas.color.tags
    let (size, hasAlpha) = (program.outputSize, request.hasAlpha)
    let small = SmallPictures(of: size, color: color, hasAlpha: hasAlpha)
    let smallFilm = SmallPictures(of: size, color: film.color, hasAlpha: hasAlpha)
    var shown: [ComparedFrame] = []
    var lastDrawn: ImageBuffer?
    var comparisons: [FrameComparison] = []
    var cells = CellErrors()
    func compare(_ frame: ComparedFrame, _ before: ComparedFrame?, _ after: ComparedFrame?) {
      guard let found = frame.comparison(before, after) else { return }
      comparisons.append(found)
      cells.add(frame, before, after)
    }
    for number in planned {
      guard let frame = try drawn.next() else {
        throw RenderFailure(kind: .program, message: "a program of fewer frames than it says")
      }
      let plan: SmallPicture
      do throws(AVError) {
        if lastDrawn === frame, let last = shown.last {
          plan = last.plan
        } else {
          plan = try small.copy(of: frame.frame)
        }
      } catch { throw RenderFailure(writing: error) }
      lastDrawn = frame
      do throws(AVError) {
        let own = try film.frame(number).map { (frame) throws(AVError) in
          try smallFilm.copy(of: frame.frame)
        }
        shown = shown.suffix(2) + [ComparedFrame(number: number, plan: plan, own: own)]
      } catch { throw RenderFailure(reading: error) }
      // A frame is known with its neighbours.
      let isLast = number == planned.upperBound - 1
      if shown.count > 1, request.frames.contains(number - 1) {
        compare(shown[shown.count - 2], shown.count > 2 ? shown[0] : nil, shown.last)
        progress(1)
      }
      if isLast, request.frames.contains(number) {
        if let last = shown.last { compare(last, shown.dropLast().last, nil) }
        progress(1)
      }
    }
    for index in comparisons.indices {
      comparisons[index].local = rounded(cells.local(index))
      comparisons[index].lasting = rounded(cells.lasting(index))
    }
    return comparisons
  }
}

/// The excess brightness of each cell of consecutive frames over the planned one, beyond the
/// changes of coding where something moves.
private struct CellErrors {
  private var frames: [[Float]] = []

  /// The pixels of a cell of which coding changes the mean as thresholds have it; that of fewer it changes more.
  private static let usualArea: Float = 64
  private static let reach = 8
  /// So many frames beside each other that are off alike are no error of coding.
  private static let lasting = 5

  mutating func add(_ frame: ComparedFrame, _ before: ComparedFrame?, _ after: ComparedFrame?) {
    let plan = frame.plan.lumas
    let area = Float(frame.plan.pixels.count) / Float(max(1, frame.plan.cells.count))
    let share = min(1, (area / CellErrors.usualArea).squareRoot())
    let others = [before, after].compactMap { $0?.plan.lumas }
    var found = errors(frame.own?.lumas ?? plan, plan)
    for cell in found.indices {
      let motion = others.map { abs($0[cell] - plan[cell]) }.max() ?? 0
      let beyond = share * max(0, abs(found[cell]) - 0.6 * motion)
      found[cell] = found[cell] < 0 ? -beyond : beyond
    }
    frames.append(found)
  }

  /// The most that a cell of frame `index` is off, which is right in most frames around.
  func local(_ index: Int) -> Double {
    let around = max(0, index - CellErrors.reach)...min(frames.count - 1, index + CellErrors.reach)
    guard around.count > CellErrors.lasting else { return 0 }
    var most: Float = 0
    for cell in frames[index].indices where abs(frames[index][cell]) > most {
      let usual = around.map { abs(frames[$0][cell]) }.sorted()[around.count / 2]
      if usual < 5 { most = abs(frames[index][cell]) }
    }
    return Double(most)
  }

  /// The most that a cell is off at least in frame `index` and others beside it, and in the same way.
  func lasting(_ index: Int) -> Double {
    let length = CellErrors.lasting
    guard frames.count >= length else { return 0 }
    let firsts = max(0, index - length + 1)...min(index, frames.count - length)
    var most: Float = 0
    for cell in frames[index].indices where abs(frames[index][cell]) > most {
      let isBrighter = frames[index][cell] > 0
      for first in firsts {
        let least = (first..<first + length).reduce(Float.infinity) { least, place in
          min(least, isBrighter ? frames[place][cell] : -frames[place][cell])
        }
        most = max(most, least)
      }
    }
    return Double(most)
  }
}

/// The frames of a film by their numbers, in order.
private final class FilmFrames {
  private var demuxer: Demuxer
  private var decoder: Decoder
  private let packet: Packet
  private let request: FrameComparisonRequest
  private let base: Time
  private var isAtEnd = false
  /// The frame that was decoded last, and its number.
  private var pending: (number: Int, frame: ImageBuffer)?
  /// True if no frame up to a requested one has been decoded.
  private var isFresh = true
  /// Its colours where frames do not say.
  let color: ColorTags

  init(_ request: FrameComparisonRequest) throws(AVError) {
    var demuxer = try Demuxer(path: request.path, maximumPixels: request.maximumPixels)
    let info = demuxer.streams.first { $0.index == request.stream }
    let base = info?.timeBase ?? Time(1, over: 90_000)
    demuxer.select([request.stream])
    if request.entry > request.start {
      do throws(AVError) {
        try demuxer.seek(stream: request.stream, to: (request.entry / base).floor)
      } catch {
        // Not every container can: all is decoded.
        demuxer = try Demuxer(path: request.path, maximumPixels: request.maximumPixels)
        demuxer.select([request.stream])
      }
    }
    let decoder = try FilmFrames.decoder(request, demuxer)
    packet = try Packet()
    (self.request, self.base, color) = (request, base, info?.color ?? .bt709)
    self.demuxer = demuxer
    self.decoder = decoder
  }

  private static func decoder(
    _ request: FrameComparisonRequest, _ demuxer: borrowing Demuxer
  ) throws(AVError) -> Decoder {
    try Decoder(
      stream: request.stream, of: demuxer, isStrict: false, threads: 2,
      maximumPixels: request.maximumPixels)
  }

  /// The frame of the number `number`, which is greater than that of the last call; nil where there is none.
  func frame(_ number: Int) throws(AVError) -> ImageBuffer? {
    while true {
      if let pending, pending.number >= number {
        if pending.number == number { return pending.frame }
        guard isFresh, request.entry > request.start else { return nil }
        // The container led to a later key frame than the one that was asked for: all is decoded.
        let again = try Demuxer(path: request.path, maximumPixels: request.maximumPixels)
        again.select([request.stream])
        decoder = try FilmFrames.decoder(request, again)
        demuxer = again
        (isFresh, isAtEnd, self.pending) = (false, false, nil)
      }
      guard let next = try next() else { return nil }
      if next.number <= number { isFresh = false }
      pending = next
    }
  }

  /// The next frame that has a time; damaged packets, which an examination finds, are passed over.
  private func next() throws(AVError) -> (number: Int, frame: ImageBuffer)? {
    while true {
      let frame = try Frame()
      do throws(AVError) {
        if try decoder.receive(into: frame) == .filled {
          guard let ticks = frame.timestamp else { continue }
          let time = Time(ticks: ticks, base: base) - request.start
          return (Int((time / request.interval).rounded), ImageBuffer(frame))
        }
        if isAtEnd { return nil }
        if try demuxer.read(into: packet) {
          if packet.stream == request.stream { try decoder.send(packet) }
        } else {
          isAtEnd = true
          try decoder.sendEnd()
        }
      } catch {
        guard error.kind == .invalidData || error.kind == .other else { throw error }
        if isAtEnd { return nil }
      }
    }
  }
}

/// The planned picture of a frame, and that of the output.
private struct ComparedFrame {
  var number: Int
  var plan: SmallPicture
  var own: SmallPicture?

  /// The difference of the two, beside the frames before and after; nil if the output lacks the
  /// frame.
  func comparison(_ before: ComparedFrame?, _ after: ComparedFrame?) -> FrameComparison? {
    guard let own else { return nil }
    let error = errors(own.cells, plan.cells)
    let count = Float(max(1, error.count))
    let motion = before?.own.map { rounded(root(of: errors(own.cells, $0.cells))) }
    return FrameComparison(
      frame: number,
      pixels: difference(
        before.map { ($0.plan.pixels, $0.own?.pixels) }, (plan.pixels, own.pixels),
        after.map { ($0.plan.pixels, $0.own?.pixels) }),
      cells: difference(
        before.map { ($0.plan.cells, $0.own?.cells) }, (plan.cells, own.cells),
        after.map { ($0.plan.cells, $0.own?.cells) }),
      mean: rounded(Double(error.reduce(0) { $0 + abs($1) } / count)),
      contrast: contrast(of: plan.cells), ownMotion: motion,
      brightness: plan.brightness, ownBrightness: own.brightness)
  }
}

/// To a thousandth, as longer numbers say no more.
private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

private func root(of values: [Float]) -> Double {
  var sum = 0.0
  for value in values { sum += Double(value * value) }
  return (sum / Double(max(1, values.count))).squareRoot()
}

/// The deviation of cells from the mean of their channel.
private func contrast(of cells: [Float]) -> Double {
  var means: [Float] = [0, 0, 0]
  for index in cells.indices { means[index % 3] += cells[index] }
  let count = Float(max(1, cells.count / 3))
  return rounded(root(of: cells.indices.map { cells[$0] - means[$0 % 3] / count }))
}

/// A picture as numbers.
private protocol Brightness {
  var number: Float { get }
}

extension UInt8: Brightness {
  fileprivate var number: Float { Float(self) }
}

extension Float: Brightness {
  fileprivate var number: Float { self }
}

/// By how much each number of `own` is greater than that of `plan`.
private func errors<Value: Brightness>(_ own: [Value], _ plan: [Value]) -> [Float] {
  let count = min(own.count, plan.count)
  return [Float](unsafeUninitializedCapacity: count) { errors, filled in
    for index in 0..<count { errors[index] = own[index].number - plan[index].number }
    filled = count
  }
}

private func difference<Value: Brightness>(
  _ before: (plan: [Value], own: [Value]?)?, _ frame: (plan: [Value], own: [Value]),
  _ after: (plan: [Value], own: [Value]?)?
) -> FrameComparison.Difference {
  let own = errors(frame.own, frame.plan)
  var (change, advance): (Double?, Double?)
  if let before, let other = before.own {
    let earlier = errors(other, before.plan)
    var (changes, way, product) = (0.0, 0.0, 0.0)
    for index in own.indices {
      let step = own[index] - earlier[index]
      let motion = frame.plan[index].number - before.plan[index].number
      changes += Double(step * step)
      way += Double(motion * motion)
      product += Double(step * motion)
    }
    change = rounded((changes / Double(max(1, own.count))).squareRoot())
    if way > 0 { advance = rounded(1 + product / way) }
  }
  func neighbour(_ other: [Value]?) -> FrameComparison.Neighbour? {
    guard let other else { return nil }
    var (motion, share) = (0.0, 0.0)
    for index in own.indices {
      let way = other[index].number - frame.plan[index].number
      motion += Double(way * way)
      share += Double(own[index] * way)
    }
    return FrameComparison.Neighbour(
      motion: rounded((motion / Double(max(1, own.count))).squareRoot()),
      share: motion > 0 ? rounded(share / motion) : 0)
  }
  return FrameComparison.Difference(
    error: rounded(root(of: own)), change: change, advance: advance,
    before: neighbour(before?.plan), after: neighbour(after?.plan))
}
