// SPDX-License-Identifier: Apache-2.0

import CFFmpegShims

/// How pictures of HDR were graded, as streams and frames say it.
public struct LightTags: Hashable, Sendable {
  /// x and y of red, green, blue and white that the display had, in parts of 50000; empty when not said.
  public var primaries: [Int]
  /// The least and the greatest luminance of the display, in parts of 10000 of a cd/m²; empty when not said.
  public var luminance: [Int]
  /// How light the lightest pixel is, and the lightest picture on the average, in cd/m²; empty when not
  /// said.
  public var content: [Int]

  /// Light by its numbers.
  public init(primaries: [Int], luminance: [Int], content: [Int]) {
    (self.primaries, self.luminance, self.content) = (primaries, luminance, content)
  }

  /// What is read by `read`; nil where nothing is said.
  init?(_ read: (UnsafeMutablePointer<reel_light>) -> Void) {
    var light = reel_light()
    read(&light)
    func numbers<Raw>(_ has: Int32, _ raw: Raw) -> [Int] {
      guard has != 0 else { return [] }
      return withUnsafeBytes(of: raw) { $0.bindMemory(to: UInt32.self).map { Int($0) } }
    }
    primaries = numbers(light.has_primaries, light.primaries)
    luminance = numbers(light.has_luminance, light.luminance)
    content = numbers(light.has_content, light.content)
    if primaries.isEmpty, luminance.isEmpty, content.isEmpty { return nil }
  }

  /// The same for libav; numbers that are too many or too large are left out.
  var raw: reel_light {
    var light = reel_light()
    func set<Raw>(_ numbers: [Int], _ has: inout Int32, _ raw: inout Raw) {
      withUnsafeMutableBytes(of: &raw) { bytes in
        let places = bytes.bindMemory(to: UInt32.self)
        guard places.count == numbers.count else { return }
        for (place, number) in numbers.enumerated() { places[place] = UInt32(clamping: number) }
        has = 1
      }
    }
    set(primaries, &light.has_primaries, &light.primaries)
    set(luminance, &light.has_luminance, &light.luminance)
    set(content, &light.has_content, &light.content)
    return light
  }
}
