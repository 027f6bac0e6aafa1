// SPDX-License-Identifier: Apache-2.0

import Base
import Diagnostics
import Driver
import RenderProtocol
import Testing

@testable import Planning

/// Layers drawn on a canvas of their own: masks, layers of layers, members of groups, filters,
/// moments.
@Suite struct ApartTests {
  /// The layers of the first part of a film of `rest`, made with and without optimization.
  private func layers(_ rest: String) async throws -> [[Layer]] {
    var found: [[Layer]] = []
    for isOptimizing in [true, false] {
      let world = TestWorld(
        project: "reel: 1\ncanvas: {size: 640x360, rate: 25}\n\(rest)\noutputs: {o: o.mp4}\n",
        media: TestWorld.shelf)
      let options = CompilationOptions(isPlain: !isOptimizing)
      let result = await world.compilation(options).plan()
      let plan = try #require(result.product, "\(result.diagnostics)")
      let film = try #require(plan.outputs.first?.film)
      found.append(try #require(film.segments.first?.program.parts.first).layers)
    }
    return found
  }

  @Test func `a member of a wide group beside the film's canvas is drawn`() async throws {
    let films = try await layers(
      """
      tracks: {main: [{fill: blue, duration: 2s}]}
      overlays:
        wide:
          group: {a: {clip: wide.mp4, range: 0s..2s, fit: blur, size: [320px, 240px], position: [1000px, 180px]}}
          size: [1280px, 360px]
          scale: 50%
      """)
    for film in films {
      #expect(film.contains { $0.isGroup(of: PixelSize(1280, 360)) }, "\(film)")
    }
  }

  @Test func `a mask and a blurred frame are not cut off at the canvas before they are moved`()
    async throws
  {
    for look in ["mask: {shape: ellipse, fill: white}", "fit: blur"] {
      let films = try await layers(
        """
        tracks: {main: [{fill: blue, duration: 2s}]}
        overlays: {big: {clip: small.mp4, range: 0s..2s, size: [1280px, 400px], scale: 50%, \(look)}}
        """)
      for film in films {
        let drawn = try #require(film.last)
        let canvas = try #require(drawn.canvas, "\(look): \(drawn)")
        #expect(canvas.width >= 1280 || canvas.height >= 400, "\(look): \(canvas)")
      }
    }
  }

  @Test func `clips of a track with a filter keep their blend mode`() async throws {
    let films = try await layers(
      """
      tracks:
        main: [{clip: wide.mp4, range: 0s..2s}]
        leak: {blend: screen, effects: [gblur: {sigma: 4}], clips: [{clip: small.mp4, range: 0s..2s}]}
      """)
    for film in films { #expect(film.map(\.blend) == [nil, .screen]) }
  }

  @Test func `moments of what is blurred within a blur are those of the whole`() async throws {
    let films = try await layers(
      """
      tracks: {main: [{fill: blue, duration: 2s}]}
      overlays:
        a:
          motion-blur: 64
          rotation: 0deg -> 90deg
          during: 0s..2s
          group:
            b:
              motion-blur: 64
              scale: 50% -> 100%
              group:
                c: {motion-blur: 64, scale: 50% -> 100%, group: {d: {shape: rect, fill: red, motion-blur: 64}}}
      """)
    for film in films {
      guard case .stack(let moments)? = film.last?.content else {
        Issue.record("no moments in \(film)")
        continue
      }
      #expect(film.last?.moments == 64 && moments.count == 64)
      #expect(moments.allSatisfy { $0.moments == nil })
    }
  }

  @Test func `thousands of instructions for one layer are planned`() async throws {
    let instructions = (0..<1500).map {
      "  - {during: \($0 * 2)f..\($0 * 2 + 1)f, layers: {k: {rotation: \(1 + $0 % 7)deg}}}"
    }
    let films = try await layers(
      """
      tracks: {main: [{image: photo-1.jpg, id: k, duration: 125s}]}
      instructions:
      \(instructions.joined(separator: "\n"))
      """)
    #expect(films.allSatisfy { $0.count == 1 })
  }

  @Test func `more instructions for one layer than there may be are reported once`() async {
    let instruction = "  - {during: 0s..1s, layers: {k: {opacity: 1}}}\n"
    let world = TestWorld(
      project: """
        reel: 1
        tracks: {main: [{image: photo-1.jpg, id: k, duration: 2s}]}
        instructions:
        \(String(repeating: instruction, count: 5003))
        outputs: {o: o.mp4}
        """, media: TestWorld.shelf)
    let result = await world.compilation().plan()
    #expect(result.diagnostics.filter { $0.code.name == "limit" }.count == 1)
  }
}

extension Layer {
  /// Returns true if it shows, or holds, a group drawn on a canvas of `size`.
  fileprivate func isGroup(of size: PixelSize) -> Bool {
    guard case .stack(let layers) = content else { return false }
    return canvas == size && !layers.isEmpty || layers.contains { $0.isGroup(of: size) }
  }
}
