// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import Testing

@testable import Compositor
@testable import MediaIO
@testable import RenderProtocol

/// Every filter of pictures that may be used, at the least and the greatest value of each of its options.
@Suite struct PictureFilterExtremesTests {
  private static let form = FilteringTests.Form(isDeep: false, isFull: false, hasAlpha: true)

  @Test(arguments: FilteringTests.names)
  func `what a filter draws at its extremes is the same each time, or an error`(
    name: String
  ) throws {
    let form = Self.form
    for settings in FilterExtremes.settings(of: name) {
      var use = try #require(FilteringTests.use(name, at: 0))
      use.settings.removeAll { own in settings.contains { $0.name == own.name } }
      use.settings += settings.map { FilterUse.Setting(name: $0.name, value: $0.value) }
      func drawn(after byte: UInt8) throws -> [[UInt8]]? {
        FilterExtremes.leaveBehind(byte)
        let filtering = Filtering(use, canvas: form.canvas)
        do {
          return try (0..<2).map { index -> [UInt8] in
            let result = try filtering.treated(
              try FilteringTests.picture(index, form), [], index, cover: .nothing)
            return result.bytes + result.alphaBytes
          }
        } catch is AVError, is RenderFailure {
          // libav refuses the value.
          return nil
        }
      }
      #expect(try drawn(after: 0x41) == drawn(after: 0xC2), "\(settings)")
    }
  }

  @Test func `an option by which a filter reads memory of others is refused`() throws {
    guard case .effect(let unsharp) = EffectCatalogue(.loaded()).find("unsharp") else { return }
    let refused = unsharp.filter.options.filter { unsharp.refusal(of: $0) != nil }
    #expect(refused.map(\.name) == ["alpha_amount"])
  }
}
