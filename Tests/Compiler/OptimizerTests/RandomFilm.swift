// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol
import TestSupport

/// Generates graphs like those of lowering, but with more variation.
struct RandomFilm {
  private var random: SeededNumbers
  private var graph: RenderGraph
  private var videos: [RenderGraph.NodeID] = []
  private var stills: [RenderGraph.NodeID] = []
  private var sounds: [RenderGraph.NodeID] = []

  static func graph(seed: UInt64) -> RenderGraph {
    var film = RandomFilm(seed: seed)
    film.build()
    return film.graph
  }

  private init(seed: UInt64) {
    random = SeededNumbers(seed: seed)
    let rates = [FrameRate(30), FrameRate(25), FrameRate(24000, over: 1001)]
    graph = RenderGraph(
      canvas: CanvasFormat(size: PixelSize(320, 180), rate: rates[Int(seed % 3)]))
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func add(_ operation: Operation, _ inputs: [RenderGraph.NodeID] = [])
    -> RenderGraph.NodeID
  { graph.add(operation, inputs, origin: nil) }

  private func file(_ name: String, _ digit: Int) -> MediaFile {
    let digest = Fingerprint(bytes: [UInt8(digit)] + Array(repeating: 0, count: 31))
    return MediaFile(path: name, digest: digest)
  }

  private mutating func build() {
    for index in 0..<number(1...3) {
      videos.append(
        add(
          .video(
            VideoStream(
              file: file("v\(index).mp4", index), stream: 0, size: PixelSize(64, 36 + 12 * index),
              sampleAspect: chance(20) ? Time(4, over: 3) : Time(1), hasAlpha: chance(15)))))
      sounds.append(add(.audio(AudioSource(file: file("v\(index).mp4", index), stream: 1))))
    }
    if chance(50) { videos.append(add(graph[videos[0]].operation)) }
    stills = [
      add(
        .image(ImageSource(file: file("a.png", 9), size: PixelSize(50, 50), hasAlpha: chance(50)))),
      add(
        .graphic(
          .color(chance(50) ? .white : Color(1, 2, 3, alpha: 128)), PixelSize(32, 18))),
      add(
        .graphic(
          Graphic(
            chance(50) ? .everything : .box(RoundedBox(x: 2, y: 3, width: 20, height: 10)),
            fill: chance(50) ? .color(.black) : nil, stroke: Stroke(.color(.white), width: 2),
            size: PixelSize(24, 16)), PixelSize(24, 16))),
      add(
        .graphic(
          Graphic(
            .everything,
            fill: .gradient(
              Gradient(
                .linear(PixelPoint(0, 0), PixelPoint(24, 0)),
                [.init(.black, at: 0), .init(.white, at: 0.5), .init(.white, at: 1)])),
            size: PixelSize(24, 16)), PixelSize(24, 16))),
    ]
    var layers: [RenderGraph.NodeID] = []
    for _ in 0..<number(1...3) { layers.append(instructed(track())) }
    for _ in 0..<number(0...3) {
      let item = clip(number(1...200))
      layers.append(add(.track(starts: [number(0...300)]), [item]))
    }
    let frames = number(1...4) == 1 ? number(20...100) : number(300...900)
    let changes = (0..<number(0...2)).map { _ in
      let start = number(0...frames - 1)
      return BackgroundChange(
        during: start..<number(start + 1...frames), color: Color(UInt8(number(1...255)), 0, 0))
    }
    let picture = add(
      .compose(background: .black, changes: changes, frames: frames), layers)
    _ = add(.film, chance(80) ? [picture, sound()] : [picture])
  }

  private mutating func sound() -> RenderGraph.NodeID {
    var tracks: [RenderGraph.NodeID] = []
    for _ in 0..<number(1...3) {
      var starts: [Int64] = []
      var items: [RenderGraph.NodeID] = []
      var start: Int64 = 0
      var time = Time.zero
      for _ in 0..<number(1...6) {
        let samples = Int64(number(1...96000))
        if chance(50) {
          start += Int64(number(0...5000))
          time = Time(Int64(number(0...40)), over: 4)
        }
        let remap =
          chance(75)
          ? AudioRemap(start: time)
          : AudioRemap(
            start: time, speed: Time(Int64(number(1...12)), over: 4), followsPitch: chance(50))
        let channels: ChannelChoice? =
          chance(80) ? nil : [.route(.swap), .picked([2])][number(0...1)]
        var node = add(
          .listen(
            remap, channels: channels,
            filters: chance(85) ? [] : [AudioFilter("highpass", [("f", "80")])], samples: samples),
          [sounds[0]])
        if chance(30) {
          node = add(.gain(.constant([0, 0.5, 1][number(0...2)]), during: nil), [node])
        }
        if chance(20) {
          node = add(
            .gain(
              .constant([-1, 0, 0.5][number(0...2)]),
              as: [.pan, .balance, .monoPan][number(0...2)],
              during: nil), [node])
        }
        if chance(20) {
          node = add(
            .gain(curve(1, Time(samples, over: 48000), canTurn: false), during: nil), [node])
        }
        starts.append(start)
        items.append(node)
        start += samples
        time = time + Time(samples, over: 48000)
      }
      var filters: ClipFilters = []
      if chance(20) { filters = ClipFilters([AudioFilter("highpass", [("f", "80")])], tail: 4_800) }
      var node = add(.mix(starts: starts, samples: 400_000, filters: filters), items)
      if chance(40) {
        node = add(.gain(curve(1, Time(8), canTurn: false), during: 100..<200_000), [node])
      }
      tracks.append(node)
    }
    return add(.mix(starts: tracks.map { _ in 0 }, samples: 400_000), tracks)
  }

  /// A track of clips and transitions, some of them continuing where the previous one stopped.
  private mutating func track() -> RenderGraph.NodeID {
    var starts: [Int] = []
    var items: [RenderGraph.NodeID] = []
    var frame = number(0...20)
    for _ in 0..<number(1...7) {
      if chance(25) { frame += number(1...60) }
      let length = number(1...5) == 1 ? number(200...400) : number(1...90)
      starts.append(frame)
      switch number(0...9) {
      case 0...2:
        let source = videos[number(0...videos.count - 1)]
        let start = Time(Int64(number(0...100)), over: 5)
        let (first, second) = (number(1...length), number(1...60))
        let box = self.box()
        let reads = [
          add(.read(TimeRemap(start: start), frames: first), [source]),
          add(
            .read(
              TimeRemap(start: start + graph.canvas.rate.time(of: first)), frames: second),
            [source]),
        ]
        for read in reads { items.append(add(.fit(.cover, box: box), [read])) }
        starts.append(frame + first)
        frame += first + second
      case 3...4:
        let total = length + number(0...20)
        let sides = [part(length, of: total), part(length, of: total)]
        items.append(
          add(.transition(TransitionUse("fade"), offset: 0, duration: length), sides))
        frame += length
      default:
        items.append(part(length, of: chance(50) ? length : length + number(1...50)))
        frame += length
      }
    }
    return add(.track(starts: starts), items)
  }

  private mutating func instructed(_ track: RenderGraph.NodeID) -> RenderGraph.NodeID {
    var node = track
    let frames = graph.frameCounts()[Int(track.index)]
    for _ in 0..<number(0...3) {
      let start = number(0...frames - 1)
      let during = chance(80) ? start..<number(start + 1...frames) : nil
      let length = graph.canvas.rate.time(of: frames)
      node =
        chance(15)
        ? add(.step(LayerStep(.opacity, .constant(0)), during: during), [node])
        : add(.step(step(length), during: during), [node])
    }
    if chance(10) { node = smeared(node) }
    return chance(15) ? blended(node) : node
  }

  /// `length` frames of a clip of `total` frames.
  private mutating func part(_ length: Int, of total: Int) -> RenderGraph.NodeID {
    let whole = clip(total)
    if length == total && chance(50) { return whole }
    let start = number(0...total - length)
    let cut = add(.cut(start..<start + length), [whole])
    if length < 3 || chance(80) { return cut }
    // A second cut: the first frame and the rest.
    let halves = [add(.cut(0..<1), [cut]), add(.cut(1..<length), [cut])]
    return add(.join, halves)
  }

  private mutating func clip(_ frames: Int) -> RenderGraph.NodeID {
    let isGroup = chance(15)
    var node = isGroup ? group(frames) : self.frames(frames)
    for _ in 0..<number(0...2) {
      node =
        chance(75)
        ? add(.orient(.exact(Orientation.allCases[number(0...7)])), [node])
        : add(.orient(.linear(0.8, 0.6, -0.6, 0.8)), [node])
    }
    let box = self.box()
    if !isGroup, chance(15) {
      let layers = [add(.fit(.backdrop, box: box), [node]), add(.fit(.contain, box: box), [node])]
      node = add(.compose(background: .clear, frames: frames), layers)
    } else {
      node = add(.fit(Fit.allCases[number(0...3)], box: box), [node])
    }
    let length = graph.canvas.rate.time(of: frames)
    if chance(30) {
      node = add(.step(LayerStep(.opacity, curve(1, length)), during: nil), [node])
    }
    if chance(10) {
      let opacity = Curve.constant([0, 1, 0.5][number(0...2)])
      node = add(.step(LayerStep(.opacity, opacity), during: nil), [node])
    }
    if chance(40) { node = add(.step(step(length), during: nil), [node]) }
    if chance(10) {
      let use = LayerMask(chance(50) ? .luma : .alpha, isInverted: chance(50))
      let other = add(.fit(.stretch, box: self.box()), [self.frames(frames)])
      node = add(.mask(use), [node, other])
    }
    if chance(12) { node = smeared(node) }
    if chance(12) { node = blended(node) }
    if chance(5) {
      let color: Color = chance(50) ? .clear : Color(9, 9, 9)
      node = add(.compose(background: color, frames: frames), [node, nested(frames)])
    }
    return node
  }

  private mutating func blended(_ node: RenderGraph.NodeID) -> RenderGraph.NodeID {
    add(.blend(BlendMode.allCases[number(0...15)]), [node])
  }

  private mutating func smeared(_ node: RenderGraph.NodeID) -> RenderGraph.NodeID {
    let blur = MotionBlur(samples: number(2...4), shutter: Time(Int64(number(1...4)), over: 4))
    return add(.motionBlur(blur), [node])
  }

  /// A short track, as in a nested group.
  private mutating func nested(_ frames: Int) -> RenderGraph.NodeID {
    let length = number(1...frames)
    var item = add(.fit(.contain, box: box()), [self.frames(length)])
    if chance(40) { item = blended(item) }
    return length == frames ? item : add(.track(starts: [frames - length]), [item])
  }

  /// Layers on a canvas of their own, smaller or larger than the film's, which say every pivot and frame.
  private mutating func group(_ frames: Int, depth: Int = 0) -> RenderGraph.NodeID {
    let size = PixelSize(number(1...400), number(1...250))
    var members: [RenderGraph.NodeID] = []
    for _ in 0..<number(0...3) {
      let length = chance(50) ? frames : number(1...frames)
      let isNested = depth == 0 && chance(20)
      let picture = isNested ? group(length, depth: 1) : self.frames(length)
      let fit = Fit.allCases[number(0...3)]
      var member = add(.fit(fit, box: box()), [picture])
      if chance(50) {
        let step = self.step(graph.canvas.rate.time(of: length))
        let pivot = PixelPoint(Double(number(0...40)) * 7.5, Double(number(0...20)) * 8)
        let frame = LayerFrame(picture: box(), box: box(), fit: fit)
        member = add(
          .step(
            LayerStep(step.stage, step.curves, about: pivot, of: frame, lut: step.lut), during: nil),
          [member])
      }
      if chance(20) {
        let other = add(.fit(.stretch, box: self.box()), [self.frames(length)])
        switch number(0...2) {
        case 0: member = add(.compose(background: .clear, frames: length), [other, member])
        case 1: member = add(.mask(LayerMask(.alpha, isInverted: chance(50))), [member, other])
        default:
          let use = TransitionUse("fade")
          member = add(.transition(use, offset: 0, duration: length), [other, member])
        }
      }
      if chance(20) { member = blended(member) }
      members.append(
        length == frames
          ? member : add(.track(starts: [number(1...frames - length)]), [member]))
    }
    return add(.group(size, frames: frames), members)
  }

  private mutating func frames(_ frames: Int) -> RenderGraph.NodeID {
    if chance(25) {
      let index = number(0...3)
      let length = graph.canvas.rate.time(of: frames)
      if index == 1, chance(50) {
        return add(
          .draw([Property.Paint.fill.color: curve(4, length)], frames: frames), [stills[index]])
      }
      if index == 3, chance(70) {
        let paint = Property.Paint.fill
        return add(
          .draw(
            [
              paint.direction: curve(1, length), .paintedBox: .constant(0, 0, 24, 16),
              paint.stops[1]: curve(5, length),
            ], frames: frames), [stills[index]])
      }
      guard index == 2, chance(70) else { return add(.still(frames: frames), [stills[index]]) }
      return add(
        .draw(
          [
            .strokeTrim: curve(2, length),
            .radius: .constant(0, 1, 2, 3),
            Property.Paint.fill.color: chance(50) ? curve(4, length) : .constant(0, 0, 1, 1),
            Property.Paint.stroke.color: curve(4, length),
          ],
          frames: frames), [stills[index]])
    }
    let source = videos[number(0...videos.count - 1)]
    let start = Time(Int64(number(-10...100)), over: 5)
    if frames > 1 && chance(15) {
      let first = number(1...frames - 1)
      let turns = [first, frames - first].map {
        add(.read(TimeRemap(start: start), frames: $0), [source])
      }
      return add(.join, turns)
    }
    if chance(10) {
      let map = TimeRemap(start: start, period: Time(Int64(number(1...40)), over: 12))
      return add(.read(map, frames: frames), [source])
    }
    let end = start + graph.canvas.rate.time(of: frames / 2)
    let speed =
      chance(60) ? Time(1) : Time(Int64([-8, -4, -1, 0, 1, 2, 7, 12][number(0...7)]), over: 4)
    var map = TimeRemap(start: start, speed: speed)
    if speed == Time(7, over: 4) {
      map = TimeRemap(speeds(from: start, isBackwards: frames % 3 == 0))
    }
    if chance(25) {
      map = TimeRemap(
        start: start, speed: speed, holdBefore: start + Time(1, over: 3),
        holdAfter: max(end, start + Time(1)))
    }
    return add(.read(map, frames: frames), [source])
  }

  /// A speed that changes now and then, and stands still for a while.
  private func speeds(from start: Time, isBackwards: Bool) -> SpeedCurve {
    let way = Time(isBackwards ? -1 : 1)
    var builder = SpeedCurveBuilder()
    let curve = builder.curve(
      [
        SpeedCurve.Key(Time(1, over: 4), speed: way * Time(2)),
        SpeedCurve.Key(Time(1), speed: .zero),
        SpeedCurve.Key(Time(3, over: 2), speed: .zero, easing: .easeIn),
        SpeedCurve.Key(Time(3), speed: way / Time(2)),
      ], from: start)
    return curve ?? SpeedCurve([.init(.zero, source: start, speed: way)])
  }

  /// A box with edges on or between whole pixels.
  private mutating func box() -> PixelBox {
    if chance(60) { return PixelBox(PixelRect(graph.canvas.size)) }
    let rect = PixelRect(
      x: number(-40...330), y: number(-40...190), width: number(2...200), height: number(2...150))
    guard rect.x % 2 == 0 else { return PixelBox(rect) }
    func part(_ number: Int) -> Double { Double(number & 7) / 8 }
    return PixelBox(
      x: Double(rect.x) + part(rect.width), y: Double(rect.y) + part(rect.height),
      width: Double(rect.width) + part(rect.y), height: Double(rect.height) + part(rect.x / 2))
  }

  private mutating func curve(_ width: Int, _ length: Time, canTurn: Bool = true) -> Curve {
    let easings: [Easing] = [
      .linear, .easeIn, .hold, .cubicBezier(0.1, 0.5, 0.3, 0.9), .steps(3, .both),
      .swing(.elastic, .out), .spring(Spring(mass: 1, stiffness: 90, damping: 9)),
    ]
    var time = length * Time(Int64(number(-1...2)), over: 4)
    let keys = (0..<number(1...4)).map { _ -> Curve.Key in
      let value = (0..<width).map { _ in Double(number(1...8)) / 8 }
      defer { time = time + length * Time(Int64(number(0...4)), over: 8) }
      return Curve.Key(time, value, .eased(easings[number(0...easings.count - 1)]))
    }
    guard canTurn, chance(30) else { return Curve(keys) }
    let one = (0..<3).map { index in
      Curve.Key(
        length * Time(Int64(index), over: 6),
        (0..<width).map { _ in Double(number(1...8)) / 8 }, .eased(easings[number(0...6)]))
    }
    let turns = Curve.Turns(Curve(one), period: length / Time(3), isMirrored: chance(50))
    let start = length * Time(Int64(number(0...2)), over: 4)
    let end = start + length * Time(Int64(number(1...4)), over: 5)
    return Curve([
      .init(start, one[0].value, .turns(turns)),
      .init(end, turns.curve.value(at: turns.lastPlace(after: end - start))),
    ])
  }

  /// A step of any visual stage, with some of its properties.
  private mutating func step(_ length: Time) -> LayerStep {
    let stages = Property.Stage.allCases.filter { $0.isSeen && $0 != .drawing }
    let stage = stages[number(0...stages.count - 1)]
    if stage == .effects {
      let range = 0.0...1024
      return LayerStep(
        EffectUse(
          name: "gblur", settings: [FilterUse.Setting(name: "steps", value: "2")],
          changing: chance(60)
            ? [
              EffectUse.Changing(
                option: FilterUse.Changing(name: "sigma", isWhole: false, range: range),
                curve: curve(1, length))
            ] : [], start: chance(40) ? .zero : nil, isRenewed: chance(20),
          box: chance(50) ? PixelRect(x: 20, y: 10, width: 120, height: 90) : nil))
    }
    var curves = PropertyTable<Curve>()
    for property in stage.accepted {
      guard stage.accepted.count == 1 || chance(40) else { continue }
      let identity = property.identity(PixelPoint(middleOf: graph.canvas.size))
      curves[property] =
        switch number(0...3) {
        case 0: Curve([.init(.zero, identity)])
        case 1: Curve([.init(.zero, values(of: property, like: identity))])
        case 2:
          Curve([.init(.zero, identity), .init(length, values(of: property, like: identity))])
        case 3 where property == .perspective:
          Curve([.init(.zero, values(of: property, like: identity))])
        default: curve(property.unit.width, length)
        }
    }
    let pivot = PixelPoint(Double(number(0...40)) * 7.5, Double(number(0...20)) * 8)
    let fit = Fit.allCases[number(0...Fit.allCases.count - 1)]
    return LayerStep(
      stage, curves, about: chance(40) ? pivot : nil,
      of: chance(60) ? LayerFrame(picture: box(), box: box(), fit: fit) : nil,
      lut: MediaFile(
        path: "/film.cube", digest: Fingerprint(bytes: [UInt8](repeating: 7, count: 32))))
  }

  /// Numbers in the range of `identity`, some of them halved or zero; maps remain invertible if possible.
  private mutating func values(of property: Property, like identity: [Double]) -> [Double] {
    if property == .perspective { return [[0.002, 0.01, 0][number(0...2)]] }
    if identity == [0, 0, 0, 0] { return [20, 0, 40, 5] }
    if identity == [0] { return [[30, 90, -45, 180, 400][number(0...4)]] }
    if identity.count == 6 {
      return [[0, 1, -1, 0, 300, 10], [0.5, 0, 0, 0.5, 80, 45]][number(0...1)]
    }
    return identity.map { $0 * [0.5, 1, 2][number(0...2)] }
  }
}

extension Color {
  fileprivate static let clear = Color(0, 0, 0, alpha: 0)
}
