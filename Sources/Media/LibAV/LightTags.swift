// SPDX-License-Identifier: Apache-2.0

import CFFmpegShims

/// HDR mastering and light level metadata of streams and frames.
public struct LightTags: Hashable, Sendable {
  /// x and y of the display's red, green, blue and white in units of 1/50000; empty if unspecified.
  public var primaries: [Int]
  /// The display's minimum and maximum luminance in units of 1/10000 cd/m²; empty if unspecified.
  public var luminance: [Int]
  /// Maximum content light level and maximum frame-average light level in cd/m²; empty if unspecified.
  public var content: [Int]

  /// Metadata with these values.
  public init(primaries: [Int], luminance: [Int], content: [Int]) {
    (self.primaries, self.luminance, self.content) = (primaries, luminance, content)
  }

  /// The metadata that `read` fills in; nil if there is none.
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

  /// The same as libav's struct; lists of the wrong length are omitted.
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
