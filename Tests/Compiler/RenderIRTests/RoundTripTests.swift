// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import RenderGraph
import RenderProtocol
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func anyGraphIsReadBackAsItWasPrinted(seed: UInt64) throws {
    let graph = AnyGraph.graph(seed: seed)
    let text = GraphPrinter().print(graph)
    #expect(try GraphParser().parse(text) == graph, "\(text)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func aMangledGraphIsReadOrRefusedAndNeverTraps(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var bytes = Array(GraphPrinter().print(AnyGraph.graph(seed: seed)).utf8)
    for _ in 0..<20 {
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] =
        [UInt8](" %0123456789{}[]():,.-/\"\n=#@x".utf8).randomElement(using: &random) ?? 0
    }
    // The verifier handles any graph that can be read.
    if let graph = try? GraphParser().parse(String(decoding: bytes, as: UTF8.self)) {
      _ = graph.violations()
    }
  }

  @Test func anErrorNamesItsLine() {
    let text = "canvas 4x4 30 48000\n\n%0 = still %0 frames=many\n"
    #expect(throws: GraphSyntaxError(line: 3, message: "'many' is no whole number")) {
      try GraphParser().parse(text)
    }
    #expect(throws: GraphSyntaxError(line: 2, message: "there is no operation 'smear'")) {
      try GraphParser().parse("canvas 4x4 30 48000\n%0 = smear %1")
    }
    #expect(throws: GraphSyntaxError(line: 2, message: "expected node %0")) {
      try GraphParser().parse("canvas 4x4 30 48000\n%1 = join")
    }
  }

  @Test func aLineIsReadable() throws {
    var graph = RenderGraph(canvas: CanvasFormat(size: PixelSize(1280, 720), rate: FrameRate(30)))
    let file = MediaFile(
      path: "media/say \"hi\".mov",
      digest: Fingerprint(bytes: [18, 52] + Array(repeating: 0, count: 30)))
    let source = graph.add(
      .video(
        VideoStream(
          file: file, stream: 0, size: PixelSize(1920, 1080))
      ),
      origin: Span(file: FileID(index: 0), start: 12, end: 34))
    let read = graph.add(.read(TimeRemap(start: Time(2)), frames: 180), [source], origin: nil)
    let fit = graph.add(
      .fit(.contain, box: PixelBox(x: -4.25, y: 0, width: 1280, height: 719.5)), [read], origin: nil
    )
    let fade = graph.add(
      .step(
        LayerStep(
          .opacity,
          Curve([
            .init(.zero, [0], .eased(.easeIn)), .init(Time(1, over: 2), [0.8], .eased(.ease)),
            .init(Time(1), [1]),
          ])), during: 0..<30), [fit], origin: nil)
    let track = graph.add(.track(starts: [150]), [fade], origin: nil)
    let picture = graph.add(
      .compose(background: .black, changes: [.init(during: 30..<60, color: .white)], frames: 300),
      [track],
      origin: nil)
    _ = graph.add(.film, [picture], origin: nil)
    let expected = #"""
      canvas 1280x720 30 48000
      %0 = video "media/say \"hi\".mov" sha=1234 stream=0 size=1920x1080 at=0:12-34
      %1 = read %0 from=2 frames=180
      %2 = fit %1 contain 1280x719.5-4.25+0
      %3 = opacity %2 {0: 0 ease-in, 0.5: 0.8 ease, 1: 1} during=0..30
      %4 = track %3@150
      %5 = compose #000000 #ffffff@30..60 frames=300 : %4
      %6 = film %5

      """#
    #expect(GraphPrinter().print(graph) == expected)
    #expect(try GraphParser().parse(expected) == graph)
    #expect(graph.violations() == [])
    #expect(DOTPrinter().print(graph).contains("n0 -> n1\n"))
  }
}

/// Graphs of arbitrary nodes, most of which break the rules.
struct AnyGraph {
  private var random: SeededNumbers

  static func graph(seed: UInt64) -> RenderGraph {
    var maker = AnyGraph(random: SeededNumbers(seed: seed))
    var graph = RenderGraph(
      canvas: CanvasFormat(size: PixelSize(64, 36), rate: FrameRate(30000, over: 1001)))
    if maker.number(0...1) == 0, let color = CanvasColor(parsing: "bt709:unknown/bt709/bt709/pc") {
      graph.canvas.color = color
    }
    for index in 0..<maker.number(1...40) {
      var operation = maker.operation()
      var inputs = (0..<maker.number(0...3)).map { _ in RenderGraph.NodeID(maker.number(0...index))
      }
      switch operation {
      case .track: operation = .track(starts: inputs.map { _ in maker.number(-5...500) })
      case .mix:
        let room = AudioFilter("reverb", [("size", "0.5"), ("mix", "1e-05")], memory: 4)
        let filters = ClipFilters(
          [AudioFilter("anlms", []), room], tail: Int64(maker.number(0...9)))
        operation = .mix(
          starts: inputs.map { _ in Int64(maker.number(-5...500)) }, samples: 9,
          filters: maker.number(0...1) == 0 ? [] : filters)
      case .video, .image, .raster, .graphic, .audio: inputs = []
      default: break
      }
      let start = Int32(maker.number(0...99))
      let origin = Span(file: FileID(index: 1), start: start, end: start + 3)
      graph.nodes.append(.init(operation, inputs, origin: maker.number(0...1) == 0 ? nil : origin))
    }
    return graph
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
  private mutating func time() -> Time {
    Time(Int64(number(-999...999)), over: Int64(number(1...1001)))
  }
  private mutating func double() -> Double { Double.random(in: -1000...1000, using: &random) }
  private mutating func rect() -> PixelRect {
    PixelRect(
      x: number(-99...99), y: number(-99...99), width: number(-9...99), height: number(0...99))
  }
  private mutating func color() -> Color {
    Color(UInt8(number(0...255)), 7, 0, alpha: [0, 255, 77][number(0...2)])
  }
  private mutating func during() -> Range<Int>? {
    let start = number(-9...99)
    return number(0...1) == 0 ? nil : start..<start + number(0...99)
  }
  private mutating func box() -> PixelBox {
    func edge() -> Double { Double(number(-9000...9000)) / 4096 }
    return PixelBox(x: edge(), y: edge(), width: edge(), height: edge())
  }

  private mutating func file() -> MediaFile {
    let bytes = (0..<32).map { _ in number(0...2) == 0 ? 0 : UInt8(number(0...255)) }
    let names = ["a b.mov", "", "\"\\\n\t\r\u{7f}", "émoji 🎬\u{301}", "\r\n \u{85}\u{2028}"]
    return MediaFile(path: names[number(0...4)], digest: Fingerprint(bytes: bytes))
  }

  private mutating func fill() -> Fill {
    let geometries: [Gradient.Geometry] = [
      .linear(PixelPoint(double(), 0), PixelPoint(1e-7, double())),
      .radial(PixelPoint(double(), 3), 1, 0.5), .conic(PixelPoint(0, 1), double()),
    ]
    let stops = (0..<number(2...4)).map { Gradient.Stop(color(), at: Double($0) / 3) }
    return number(0...1) == 0
      ? .color(color()) : .gradient(Gradient(geometries[number(0...2)], stops))
  }

  private mutating func drawing() -> Graphic {
    let point = PixelPoint(double(), -0.25)
    let areas: [Graphic.Area] = [
      .everything, .box(RoundedBox(x: double(), y: 1, width: 3, height: 0, radii: [0, 1, 2, 0.5])),
      .path(
        VectorPath([
          .move(point), .line(PixelPoint(1, 2)),
          .curve(PixelPoint(0, 0), point, PixelPoint(1e-5, 9)),
          .close,
        ])),
    ]
    var graphic = Graphic(
      areas[number(0...2)], fill: number(0...2) == 0 ? nil : fill(),
      size: PixelSize(number(1...99), 7))
    if number(0...1) == 0 {
      graphic.stroke = Stroke(
        fill(), width: double(), trim: number(0...1) == 0 ? [0, 1] : [double(), 0.5],
        dash: number(0...1) == 0 ? [] : [1, 2.5], cap: StrokeCap.allCases[number(0...2)],
        join: StrokeJoin.allCases[number(0...2)], hasHead: number(0...1) == 0)
    }
    if graphic.uniform != nil { graphic.size = nil }
    return graphic
  }

  private mutating func curve(_ width: Int) -> Curve {
    let shapes: [Curve.Shape] = [
      .eased(.linear), .eased(.ease), .eased(.easeIn), .eased(.easeOut), .eased(.easeInOut),
      .eased(.hold),
      .eased(.settling), .equalPower, .decibels,
      .eased(.cubicBezier(double(), double(), 1e-7, -0.0)),
      .eased(.spring(Spring(mass: 1.25, stiffness: 1e-7, damping: 300))),
      .eased(.steps(number(2...1000), Easing.Jump.allCases[number(0...3)])),
      .eased(.swing(Easing.Swing.allCases[number(0...2)], Easing.Side.allCases[number(0...2)])),
    ]
    var curve = Curve(
      (0..<number(1...4)).map { _ in
        Curve.Key(time(), (0..<width).map { _ in double() }, shapes[number(0...shapes.count - 1)])
      })
    if number(0...3) == 0 {
      let path = VectorPath([.move(PixelPoint(0, 0)), .line(PixelPoint(double(), 1)), .close])
      let turns = Curve.Turns(
        curve,
        along: number(0...1) == 0 ? nil : PathTravel(path, isOriented: number(0...1) == 0),
        period: Time(Int64(number(1...9)), over: 7), isMirrored: number(0...1) == 0)
      curve.keys[0].shape = .turns(turns)
    }
    return curve
  }

  /// A step of a stage with some of its properties, or with its only one.
  private mutating func effect() -> EffectUse {
    EffectUse(
      name: ["gblur", "v_9"][number(0...1)],
      settings: (0..<number(0...2)).map { index in
        FilterUse.Setting(
          name: ["a", "0m"][index], value: ["", "PI/5 \"x\\", "0 -1"][number(0...2)])
      },
      changing: (0..<number(0...2)).map { index in
        EffectUse.Changing(
          option: FilterUse.Changing(
            name: ["sigma", "h"][index], isWhole: number(0...1) == 0, range: -1...1024.5),
          curve: curve(1))
      }, start: number(0...1) == 0 ? time() : nil, isRenewed: number(0...1) == 0,
      box: number(0...1) == 0 ? rect() : nil)
  }

  private mutating func step(_ stage: Property.Stage) -> LayerStep {
    if stage == .effects { return LayerStep(effect()) }
    var curves = PropertyTable<Curve>()
    for property in stage.accepted where stage.accepted.count == 1 || number(0...1) == 0 {
      curves[property] = curve(property.unit.width)
    }
    let pivot = number(0...1) == 0 ? PixelPoint(double(), double()) : nil
    return LayerStep(stage, curves, about: pivot, lut: number(0...1) == 0 ? file() : nil)
  }

  private mutating func emitter() -> Emitter {
    Emitter(
      shape: .ellipse(x: -0.5, y: -0.5, width: 1, height: 1),
      colors: (0...number(0...2)).map { _ in color() },
      centre: PixelPoint(Double(number(-9...9)) / 8, 3),
      area: PixelPoint(0, 1), rate: 0.1, count: number(0...1) == 0 ? nil : number(0...9),
      life: .init(1, 2.5), speed: .init(Double(number(0...9)), 0), direction: .init(0, 1),
      spin: .init(0, 0),
      size: .init(1, 8), growth: .init(1, 0), fade: .init(0, 0.5), gravity: PixelPoint(0, -3),
      seed: UInt64(number(0...999)))
  }

  private mutating func counter() -> Counter {
    let formats = ["%d", "\"%+,.2f %%\\", "a %05d", "clock", "timecode", "frame"]
    guard let format = try? NumberFormat(parsing: formats[number(0...5)]) else {
      preconditionFailure("a format")
    }
    let cells = Counter.pieces(of: format).map { _ in
      TextCell(
        area: PixelRect(x: 0, y: number(0...99), width: number(1...9), height: 5),
        outline: number(0...1) == 0 ? nil : PixelPlace(number(0...9), 3),
        origin: PixelPlace(number(-3...3), 4), advance: number(0...9), ascent: 3, descent: 2)
    }
    return Counter(format: format, cells: cells, alignment: 0.5, width: number(0...99))
  }

  private mutating func operation() -> Operation {
    switch number(0...25) {
    case 0:
      return .video(
        VideoStream(
          file: file(), stream: number(0...3), zero: time(), size: PixelSize(number(0...9), 5),
          sampleAspect: time(), hasAlpha: number(0...1) == 0))
    case 1:
      return .image(
        ImageSource(
          file: file(), size: PixelSize(3, 5), hasAlpha: number(0...1) == 0,
          isSVG: number(0...1) == 0))
    case 2:
      return .raster(
        RasterSource(
          file: file(), size: PixelSize(3, 5), label: file().path,
          counter: number(0...1) == 0 ? nil : counter()))
    case 3:
      if number(0...3) == 0 {
        let size = PixelSize(8, 8)
        return .graphic(Graphic(.particles(emitter()), fill: nil, size: size), size)
      }
      return .graphic(number(0...1) == 0 ? .color(color()) : drawing(), PixelSize(8, 8))
    case 4:
      if number(0...3) == 0 {
        let map = TimeRemap(start: time(), period: Time(Int64(number(1...9)), over: 7))
        return .read(map, frames: number(0...99))
      }
      if number(0...3) == 0 {
        let points = (0...number(0...3)).map {
          SpeedCurve.Point(
            Time(Int64($0 * 3 - 2), over: 7), source: Time(Int64($0) + 1, over: 3),
            speed: Time(Int64(number(0...9)), over: 4))
        }
        return .read(
          TimeRemap(SpeedCurve(points), holdAfter: number(0...1) == 0 ? nil : time()),
          frames: number(0...99))
      }
      return .read(
        TimeRemap(
          start: time(), speed: number(0...1) == 0 ? Time(1) : Time(Int64(number(1...9)), over: 4),
          holdBefore: number(0...1) == 0 ? nil : time(),
          holdAfter: number(0...1) == 0 ? nil : time()), frames: number(-1...99))
    case 5:
      return number(0...1) == 0
        ? .still(frames: number(0...9))
        : number(0...1) == 0
          ? .draw([.number: curve(1)], frames: number(0...9))
          : .draw(
            [
              .strokeTrim: curve(2), .radius: curve(4), Property.Paint.fill.color: curve(4),
              Property.Paint.stroke.color: curve(4), Property.Paint.fill.stops[9]: curve(5),
              Property.Paint.fill.centre: curve(2), .paintedBox: curve(4),
            ], frames: number(0...9))
    case 6: return .orient(.exact(Orientation.allCases[number(0...7)]))
    case 7: return .orient(.linear(double(), double(), 1e300, 1e-300))
    case 8: return .fit(Fit.allCases[number(0...4)], box: box())
    case 9:
      return .place(
        Orientation.allCases[number(0...7)], crop: rect(), box: rect(),
        isBlurred: number(0...1) == 0)
    case 10:
      return .warp(
        Warp(
          crop: rect(), map: Affine(double(), double(), double(), 1, 0, -0.0),
          clip: number(0...1) == 0 ? nil : box(),
          motions: (0..<number(0...2)).map { _ in step(.geometry) },
          isBlurred: number(0...1) == 0))
    case 11, 12:
      let stages = Property.Stage.allCases.filter { $0.isSeen && $0 != .drawing }
      return .step(step(stages[number(0...stages.count - 1)]), during: during())
    case 13:
      var use = TransitionUse(
        ["fade", "circle-open", "A b", ""][number(0...3)],
        (0..<number(0...2)).map { _ in Double(number(-9...9)) / 8 })
      if number(0...1) == 0 { use.easing = .cubicBezier(0, double(), 1, double()) }
      use.isReversed = number(0...1) == 0
      if number(0...1) == 0 {
        use.map = TransitionMap(
          file: file(), orientation: Orientation(rawValue: number(1...8)), isSVG: number(0...1) == 0
        )
      }
      return .transition(use, offset: number(-3...9), duration: 30)
    case 14: return .track(starts: [])
    case 15: return .cut(during() ?? 0..<0)
    case 16:
      return .compose(
        background: color(),
        changes: (0..<number(0...2)).map { _ in
          BackgroundChange(during: during() ?? 1..<2, color: color())
        },
        frames: number(0...99))
    case 22: return .group(PixelSize(number(-1...9), 5), frames: number(-1...99))
    case 23: return .blend(BlendMode.allCases[number(0...15)])
    case 24:
      return .mask(
        LayerMask(LayerMask.Channel.allCases[number(0...1)], isInverted: number(0...1) == 0))
    case 25: return .motionBlur(MotionBlur(samples: number(-1...99), shutter: time()))
    case 17: return .join
    case 18: return .audio(AudioSource(file: file(), stream: number(0...9), zero: time()))
    case 19:
      if number(0...2) == 0 {
        let curve = SpeedCurve([
          .init(.zero, source: time(), speed: Time(1)),
          .init(Time(2), source: Time(3), speed: Time(1, over: 2)),
        ])
        return .listen(
          AudioRemap(
            curve, isHeardAtAnySpeed: number(0...1) == 0, followsPitch: number(0...1) == 0),
          samples: 5)
      }
      var remap = AudioRemap(
        start: .zero, speed: Time(Int64(number(1...9)), over: Int64(number(1...3))),
        followsPitch: number(0...1) == 0)
      let channels: [ChannelChoice?] = [
        nil, .route(.left), .route(.right), .route(.mid), .route(.side), .route(.swap),
        .picked([3]), .picked([2, 1]),
      ]
      let filters = (0..<number(0...2)).map { _ in
        AudioFilter(
          "agate", number(0...1) == 0 ? [] : [("ratio", "2.5"), ("delays", "60|120")],
          memory: number(0...1) == 0 ? nil : Int64(number(0...99)))
      }
      remap.start = time()
      return .listen(
        remap, channels: channels[number(0...7)],
        filters: ClipFilters(filters, tail: filters.isEmpty ? 0 : Int64(number(0...99))),
        samples: Int64(number(-9...99999)))
    case 20:
      return .gain(
        curve(1), as: GainKind.allCases[number(0...3)],
        during: during().map { Int64($0.lowerBound)..<Int64($0.upperBound) })
    default: return number(0...1) == 0 ? .mix(starts: [], samples: 0) : .film
    }
  }
}
