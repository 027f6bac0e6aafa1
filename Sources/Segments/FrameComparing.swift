// SPDX-License-Identifier: Apache-2.0

import AV
public import Actions
import Basics
import Drawing
public import Facilities
import MediaFiles
import SourcePictures

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
    var plans: [SmallPicture?] = []
    var lastDrawn: SharedFrame?
    var lastOwn: SmallPicture?
    var comparisons: [FrameComparison] = []
    for number in planned.lowerBound...planned.upperBound {
      if plans.count == 3 { plans.removeFirst() }
      if number < planned.upperBound {
        guard let frame = try drawn.next() else {
          throw RenderFailure(kind: .program, message: "a program of fewer frames than it says")
        }
        let isSame = lastDrawn === frame
        lastDrawn = frame
        do throws(AVError) {
          plans.append(isSame ? plans.last ?? nil : try small.copy(of: frame.frame))
        } catch { throw RenderFailure(writing: error) }
      } else {
        plans.append(nil)
      }
      // The frame before the last one drawn is known with its neighbours.
      let frame = number - 1
      guard request.frames.contains(frame), plans.count >= 2, let plan = plans[plans.count - 2]
      else { continue }
      let own: SmallPicture?
      do throws(AVError) {
        own = try film.frame(frame).map { (frame) throws(AVError) in
          try smallFilm.copy(of: frame.frame)
        }
      } catch { throw RenderFailure(reading: error) }
      progress(1)
      if let own {
        let before = plans.count == 3 ? plans[0] : nil
        comparisons.append(
          FrameComparison(
            frame, own, plan, before: before, after: plans[plans.count - 1], last: lastOwn))
      }
      lastOwn = own
    }
    return comparisons
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
  private var pending: (number: Int, frame: SharedFrame)?
  /// Whether no frame has been decoded that lies before one that was asked for.
  private var isFresh = true
  /// Its colours where frames do not say.
  let color: ColorTags

  init(_ request: FrameComparisonRequest) throws(AVError) {
    var demuxer = try Demuxer(path: request.path, maximumPixels: request.maximumPixels)
    let info = demuxer.streams.first { $0.index == request.stream }
    let base = info?.timeBase ?? Time(1, over: 90_000)
    demuxer.select([request.stream])
    if request.entry > request.start {
      try demuxer.seek(stream: request.stream, to: (request.entry / base).floor)
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
  func frame(_ number: Int) throws(AVError) -> SharedFrame? {
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
  private func next() throws(AVError) -> (number: Int, frame: SharedFrame)? {
    while true {
      let frame = try Frame()
      do throws(AVError) {
        if try decoder.receive(into: frame) == .filled {
          guard let ticks = frame.timestamp else { continue }
          let time = Time(ticks: ticks, base: base) - request.start
          return (Int((time / request.interval).rounded), SharedFrame(frame))
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

extension FrameComparison {
  /// Frame `frame` of a film beside what is planned.
  fileprivate init(
    _ frame: Int, _ own: SmallPicture, _ plan: SmallPicture, before: SmallPicture?,
    after: SmallPicture?, last: SmallPicture?
  ) {
    let (greatest, mean) = greatestAndMean(own.cells, plan.cells)
    self.init(
      frame: frame,
      pixels: difference(
        own.pixels, plan.pixels, before: before?.pixels, after: after?.pixels),
      cells: difference(own.cells, plan.cells, before: before?.cells, after: after?.cells),
      greatest: greatest, mean: mean,
      ownMotion: last.map { rounded(distance(own.cells, $0.cells)) },
      brightness: plan.brightness, ownBrightness: own.brightness)
  }
}

/// To a thousandth, as longer numbers say no more.
private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

private func distance(_ one: [Float], _ other: [Float]) -> Double {
  var sum: Float = 0
  for index in 0..<min(one.count, other.count) {
    let step = one[index] - other[index]
    sum += step * step
  }
  return (Double(sum) / Double(max(1, one.count))).squareRoot()
}

private func greatestAndMean(_ one: [Float], _ other: [Float]) -> (Double, Double) {
  var (greatest, sum): (Float, Float) = (0, 0)
  for index in 0..<min(one.count, other.count) {
    let step = abs(one[index] - other[index])
    greatest = max(greatest, step)
    sum += step
  }
  return (rounded(Double(greatest)), rounded(Double(sum) / Double(max(1, one.count))))
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

private func difference<Value: Brightness>(
  _ own: [Value], _ plan: [Value], before: [Value]?, after: [Value]?
) -> FrameComparison.Difference {
  let count = Double(max(1, own.count))
  func neighbour(_ other: [Value]?) -> FrameComparison.Neighbour? {
    guard let other, other.count == own.count, plan.count == own.count else { return nil }
    var (motion, product) = (0.0, 0.0)
    for index in own.indices {
      let way = other[index].number - plan[index].number
      motion += Double(way * way)
      product += Double((own[index].number - plan[index].number) * way)
    }
    return FrameComparison.Neighbour(
      motion: rounded((motion / count).squareRoot()),
      share: motion > 0 ? rounded(product / motion) : 0)
  }
  var error = 0.0
  for index in 0..<min(own.count, plan.count) {
    let step = own[index].number - plan[index].number
    error += Double(step * step)
  }
  return FrameComparison.Difference(
    error: rounded((error / count).squareRoot()), before: neighbour(before),
    after: neighbour(after))
}
