// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import TestSupport
import Testing

@testable import Driver
@testable import Planning

/// Positions of segment boundaries, at ten frames per second.
@Suite struct SegmentTests {
  private let rate = FrameRate(10)

  /// A uniform colour, different for every `shade`.
  private func part(_ frames: Int, shade: Int) -> LayerInterval {
    LayerInterval(frameCount: frames, background: Color(UInt8(shade % 256), 0, 0), layers: [])
  }

  /// A section of a take, from `start` tenths of a second on, with or without a title.
  private func take(_ frames: Int, from start: Int64, of digit: UInt8 = 7, title: UInt8? = nil)
    -> LayerInterval
  {
    let file = MediaFile(
      path: "", digest: Fingerprint(bytes: Array(repeating: digit, count: 32)))
    let read = VideoRead(
      file: file, stream: 0, zero: .zero, map: TimeRemap(start: Time(start, over: 10)),
      origin: .none)
    var layers = [
      Layer(content: .picture(Picture(source: .video(read))), placement: .at(x: 0, y: 0))
    ]
    if let title {
      let text = Picture(source: .color(Color(title, 1, 1), size: PixelSize(8, 8)))
      layers.append(Layer(content: .picture(text), placement: .at(x: 0, y: 0)))
    }
    return LayerInterval(frameCount: frames, background: .black, layers: layers)
  }

  /// The most frames of a segment whose pictures go on.
  private var longest: Int { rate.longestSegment }

  private func gathered(_ parts: [LayerInterval]) -> [RenderProgram] {
    let canvas = CanvasFormat(size: PixelSize(64, 48), rate: rate)
    var divisions = DivisionTable([:], at: canvas.rate)
    return segments(of: parts, canvas: canvas, finish: nil, &divisions)
  }

  private func lengths(_ parts: [LayerInterval]) -> [Int] { gathered(parts).map(\.frameCount) }

  private func plain(_ lengths: [Int]) -> [LayerInterval] {
    lengths.enumerated().map { part($1, shade: $0) }
  }

  @Test func `shots of two seconds and more stand alone`() {
    #expect(lengths(plain([20, 60, 30, 45])) == [20, 60, 30, 45])
  }

  @Test func `short shots share segments that are not too long`() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<50 {
      let shots = (0..<40).map { _ in Int.random(in: 1...19, using: &random) }
      let lengths = lengths(plain(shots))
      #expect(lengths.reduce(0, +) == shots.reduce(0, +))
      #expect(lengths.allSatisfy { $0 <= longest })
      #expect(lengths.count <= shots.reduce(0, +) / 15)
    }
  }

  @Test func `shots that are alike are gathered all the same`() {
    let loop = Array(repeating: [take(5, from: 0, of: 1), take(3, from: 0, of: 2)], count: 50)
    let programs = gathered(Array(loop.joined()))
    #expect(programs.dropFirst().dropLast().allSatisfy { (20...32).contains($0.frameCount) })
    #expect(Set(programs).count <= 4)
  }

  @Test func `a take is divided at the same pictures however it is trimmed`() {
    #expect(lengths([take(longest, from: 3)]) == [longest])
    let whole = gathered([take(600, from: 0)])
    #expect(whole.allSatisfy { $0.frameCount <= longest })
    #expect(whole.count == 6)
    for trimmed in 1...2 * longest {
      let rest = gathered([take(600 - trimmed, from: Int64(trimmed))])
      #expect(rest.allSatisfy { $0.frameCount <= longest })
      #expect(rest.suffix(3) == whole.suffix(3))
    }
  }

  @Test func `a plain colour is divided from where it begins`() {
    #expect(lengths([part(2 * longest + 20, shade: 1)]) == [longest, longest, 20])
  }

  @Test func `texts over a take begin no segments`() {
    #expect(
      lengths([take(25, from: 0), take(20, from: 25, title: 9), take(15, from: 45)]) == [60])
    let bare = lengths([take(700, from: 3)])
    #expect(bare.count > 5)
    for length in [4, 12, 50] {
      let titled = stride(from: 0, to: 700, by: length).map { start in
        take(
          min(length, 700 - start), from: Int64(3 + start),
          title: start / length % 2 == 0 ? UInt8(truncatingIfNeeded: start) : nil)
      }
      #expect(lengths(titled) == bare)
    }
  }

  @Test func `an edge at which nothing changes is none`() {
    #expect(lengths([part(30, shade: 1), part(30, shade: 1), part(30, shade: 2)]) == [60, 30])
    #expect(lengths([take(30, from: 0), take(30, from: 30)]) == [60])
  }

  @Test func `a movement without video is divided by what it shows`() {
    func zoom(_ frames: Range<Int>) -> LayerInterval {
      let picture = Picture(source: .color(.white, size: PixelSize(8, 8)))
      let maps = frames.map { Affine.scale(1 + Double($0) / 100, 1 + Double($0) / 100) }
      let layer = Layer(content: .picture(picture), placement: .warped(.perFrame(maps)))
      return LayerInterval(frameCount: frames.count, background: .black, layers: [layer])
    }
    let whole = gathered([zoom(0..<900)])
    #expect(whole.allSatisfy { $0.frameCount <= longest })
    let rest = gathered([zoom(30..<900)])
    #expect(rest.suffix(5) == whole.suffix(5))
  }

  /// Each segment shows two of them.
  @Test(arguments: [false, true])
  func `stills with transitions are cut where these end`(_ moves: Bool) {
    func still(_ index: UInt8, _ count: Int) -> [Layer] {
      let picture = Picture(source: .color(Color(index, 0, 0), size: PixelSize(64, 48)))
      let maps = (0..<count).map { Affine.scale(1 + Double($0) / 100, 1 + Double($0) / 100) }
      let placement = moves ? Placement.warped(.perFrame(maps)) : .at(x: 0, y: 0)
      return [Layer(content: .picture(picture), placement: placement)]
    }
    func change(_ from: UInt8, _ to: UInt8, _ count: Int) -> LayerInterval {
      let transition = Transition(
        name: "fade", from: still(from, count), to: still(to, count), background: .black,
        offset: 0, duration: count)
      return LayerInterval(
        frameCount: count, background: .black,
        layers: [Layer(content: .transition(transition), placement: .at(x: 0, y: 0))])
    }
    func alone(_ index: UInt8, _ count: Int) -> LayerInterval {
      LayerInterval(frameCount: count, background: .black, layers: still(index, count))
    }
    let show = (0..<6).flatMap { [alone($0, 20), change($0, $0 + 1, 10)] } + [alone(6, 20)]
    #expect(lengths(show) == [30, 30, 30, 30, 30, 30, 20])
    // What a transition leads away from is not what is seen before it; another one is seen before it.
    #expect(lengths([alone(0, 30), change(1, 2, 30), alone(2, 30)]) == [30, 30, 30])
    #expect(lengths([alone(0, 30), change(0, 1, 30), change(1, 2, 30)]) == [60, 30])
    // All of a transition is in one segment.
    #expect(lengths([alone(0, 95), change(0, 1, 15), alone(1, 30)]) == [95, 15, 30])
    #expect(lengths([alone(0, 90), change(0, 1, 20), alone(1, 30)]) == [90, 20, 30])
    let long = lengths([alone(0, 300), change(0, 1, 10), alone(1, 300)])
    #expect(long.allSatisfy { $0 <= longest } && long.reduce(0, +) == 610)
    // Above another layer than before, it is a cut.
    var titled = change(0, 1, 30)
    titled.layers += still(9, 30)
    #expect(lengths([alone(0, 30), titled, alone(1, 30)]) == [30, 30, 30])
  }

  @Test func `slices of a transition go on in it`() {
    var layer = take(10, from: 0).layers[0]
    layer.content = .transition(
      Transition(
        name: "fade", from: take(10, from: 0).layers, to: take(10, from: 50).layers,
        background: nil, offset: 2, duration: 12))
    let part = LayerInterval(frameCount: 10, background: .black, layers: [layer])
    guard case .transition(let slice) = part.slice(4..<6, at: rate).layers[0].content else {
      Issue.record("no transition")
      return
    }
    #expect(slice.offset == 6 && slice.duration == 12)
    #expect(slice.to.pictures == take(2, from: 54).layers.pictures)
  }

  /// Half of a source of twice the canvas's size has as many pixels as the canvas: it is drawn as it is.
  @Test func `a crop that shows pixels one to one needs no larger canvas`() async throws {
    let text = """
      reel: 1
      canvas: {size: 640x360, rate: 30}
      tracks: {main: [{clip: wide.mp4, crop: [25%, 25%, 50%, 50%]}]}

      """
    let plan = try #require(await TestWorld(project: text).compilation().plan().product)
    guard case .film(let film) = plan.outputs[0].product else { return #expect(Bool(false)) }
    let layers = film.segments.flatMap { $0.program.parts.flatMap(\.layers) }
    #expect(!layers.isEmpty)
    for layer in layers {
      // What fills the canvas needs no outline, either.
      #expect(layer.canvas == nil && layer.outline == nil && layer.stacks.isEmpty, "\(layer)")
      guard case .warped(.constant(let map)) = layer.placement else {
        Issue.record("\(layer.placement)")
        continue
      }
      #expect(abs(map.a - 1) < 1e-9 && abs(map.d - 1) < 1e-9, "\(map)")
    }
  }
}
