// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Testing

/// Layers that are cut out, and effects on them.
@Suite(.enabled(if: Places.ffmpeg != nil, "ffmpeg and ffprobe are not installed"))
struct LayerCutTests {
  private static let files = ["halves.svg": GreyFrame.halves(100, 50)]

  private func frames(_ numbers: [Int], _ keys: String, _ instruction: String = "") async throws
    -> [GreyFrame]
  {
    let instructions =
      instruction.isEmpty
      ? "" : "\ninstructions:\n  - {during: 1s..2s, layers: {layer: {\(instruction)}}}"
    return try await GreyFrame.frames(
      numbers,
      of: "tracks: {main: [{gap: 2s}]}\noverlays: {layer: {\(keys), during: 0s..2s}}"
        + instructions,
      files: Self.files)
  }

  /// A picture of 150x75 in a box of 150x150, which is filled by its backdrop.
  private func backdrop(_ keys: String) async throws -> GreyFrame {
    try await GreyFrame.frames(
      [10],
      of:
        "tracks: {main: [{clip: halves.svg, fit: blur, size: [150px, 150px], duration: 1s, \(keys)}]}",
      files: Self.files)[0]
  }

  @Test func aBackdropBelongsToItsLayer() async throws {
    let mirrored = try await backdrop("effects: [hflip]")
    #expect(mirrored[120, 90] < 140 && mirrored[200, 90] > 245)
    #expect(mirrored[120, 25] > 60 && mirrored[120, 155] > 60 && mirrored[80, 90] == 0)
    let round = try await backdrop("radius: 40px, border: {width: 4px, color: white}")
    #expect(round[88, 18] == 0 && round[160, 30] > 60 && round[88, 54] > 245)
    #expect(round[160, 16] > 245 && round[86, 90] > 245 && round[160, 163] > 245)
    let wiped = try await backdrop("enter: {kind: wipe-right, duration: 800ms, easing: linear}")
    #expect(wiped[120, 25] > 60 && wiped[120, 90] > 245 && wiped[200, 25] == 0)
    #expect(wiped[200, 90] == 0)
  }

  /// The edge of a wipe passes over all of a picture, and what hangs over its box is seen as soon as that is there.
  @Test(arguments: [
    "fill: white, size: [100px, 40px], shadow: {color: white, offset: [0px, 0px], blur: 10px}",
    "fill: white, size: [100px, 40px], blur: 5px",
    "shape: ellipse, size: [100px, 40px], fill: white, stroke: {color: white, width: 16px}",
    "shape: rect, size: [100px, 40px], stroke: {color: white, width: 16px}",
    "image: halves.svg, radius: 20px, shadow: {color: white, offset: [6px, 6px], blur: 4px}",
  ])
  func aWipePassesOverWhatHangsOver(keys: String) async throws {
    let frames = try await frames(
      [0, 9, 10, 40, 48],
      keys + ", enter: {kind: wipe-right, duration: 400ms, easing: linear}, "
        + "exit: {kind: wipe-right, duration: 400ms, easing: linear}")
    let whole = frames[2]
    #expect(frames[0].area < 1 && frames[3].area > whole.area * 0.99, "\(keys)")
    #expect(frames[4].area < whole.area * 0.2, "\(keys)")
    for y in 0..<180 {
      for x in 0..<180 where frames[1][x, y] != whole[x, y] {
        Issue.record("at \(x), \(y): \(frames[1][x, y]), not \(whole[x, y]) of \(keys)")
        return
      }
    }
  }

  @Test(arguments: [
    "fill: white, size: [100px, 40px], shadow: {color: white, offset: [0px, 0px], blur: 30px}",
    "fill: white, size: [100px, 40px], blur: 10px",
    "shape: ellipse, size: [100px, 40px], fill: white, stroke: {color: white, width: 30px}",
  ])
  func aSlideStartsOutOfSight(keys: String) async throws {
    for kind in ["slide-up", "slide-right"] {
      let frames = try await frames([0, 1, 20], keys + ", enter: \(kind) 400ms")
      #expect(frames[0].area < 0.5, "\(kind) of \(keys)")
      #expect(frames[2].area > 1000)
    }
  }

  /// Before an instruction a layer is as if there were none.
  @Test(arguments: [
    ("image: halves.svg, size: [200px, 150px], effects: [vignette]", "crop: [0%, 0%, 50%, 100%]"),
    ("image: halves.svg, size: 60%, rotation: 10deg", "crop: [0%, 0%, 50%, 100%], radius: 5px"),
    ("image: halves.svg, size: [90px, 90px]", "size: 20% -> 40%"),
    ("fill: white, size: [91px, 41px], position: [33.5px, 41px]", "radius: 20px"),
    ("text: Hello, font: {size: 30px}, enter: wipe-right 400ms", "crop: [0%, 0%, 50%, 100%]"),
    ("group: {all: {image: halves.svg, fit: cover}}, size: [80px, 80px]", "radius: 20px"),
  ])
  func anInstructionCutsInItsFramesAlone(keys: String, instruction: String) async throws {
    let plain = try await frames([3, 20, 30], keys)
    let cut = try await frames([3, 20, 30], keys, instruction)
    #expect(plain[0].samples == cut[0].samples, "\(keys)")
    #expect(plain[1].samples == cut[1].samples, "\(keys)")
    #expect(plain[2].samples != cut[2].samples, "\(keys)")
  }

  @Test func aLineFollowsInstructedCorners() async throws {
    let keys = "shape: rect, size: [120px, 60px], stroke: {color: white, width: 6px}"
    let own = try await frames([30], keys + ", radius: 25px")[0]
    let instructed = try await frames([20, 30], keys + ", radius: 3px", "radius: 25px")
    #expect(instructed[1].samples == own.samples)
    let first = try await frames([20], keys + ", radius: 3px")[0]
    #expect(instructed[0].samples == first.samples)
  }

  /// A percentage is a share of the shorter side of what is cut out, in its size at the time.
  @Test func aShareOfARadiusIsOfWhatIsSeen() async throws {
    let part = "image: halves.svg, crop: [0%, 0%, 20%, 100%], size: [40px, 100px], "
    let share = try await frames([5], part + "radius: 50%")[0]
    let pixels = try await frames([5], part + "radius: 20px")[0]
    #expect(share.samples == pixels.samples)
    let grown = try await frames(
      [0, 25, 49], "fill: white, size: \"[20px, 10px] -> [200px, 100px]\", radius: 50%")
    for (frame, number) in zip(grown, [0.0, 25, 49]) {
      let height = 10 + 90 * number / 50
      let wanted = height * height * (1 + Double.pi / 4)
      #expect(abs(frame.area - wanted) < 6 + wanted * 0.02, "\(frame.area), not \(wanted)")
    }
    let mixed = try await frames([0, 49], "fill: white, size: [100px, 50px], radius: 0px -> 50%")
    #expect(abs(mixed[0].area - 5000) < 20 && mixed[1].area < 4600)
  }

  /// A layer that grows beyond the box of its own keys is visible there.
  @Test func aGrowingSizeIsNotCutOff() async throws {
    let border = "border: {width: 2px, color: white}"
    let grown = try await frames(
      [20, 49], "fill: white, size: 10%, \(border)", "size: 10% -> 100%")
    let wanted = 320.0 * 180 * 0.964 * 0.964
    #expect(abs(grown[0].area - 576) < 20 && abs(grown[1].area - wanted) < wanted * 0.01)
    for size in ["{0s: 20%, 1s: 60% spring}", "{0s: 20%, 1s: 60% elastic-out}"] {
      let numbers = [12, 16, 20, 24]
      let plain = try await frames(numbers, "fill: white, size: \(size)")
      let bordered = try await frames(numbers, "fill: white, size: \(size), \(border)")
      for (a, b) in zip(plain, bordered) { #expect(abs(a.area - b.area) < 40, "\(size)") }
    }
  }
}
