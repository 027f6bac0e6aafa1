// SPDX-License-Identifier: Apache-2.0

import Foundation
import RenderProtocol

@testable import MediaIO

/// The extremes of the options of filters, and memory that was not cleared.
enum FilterExtremes {
  /// Settings of the filter called `name`: one option at an extreme each, and what it needs beside.
  static func settings(of name: String) -> [[(name: String, value: String)]] {
    guard case .effect(let effect) = EffectCatalogue(.loaded()).find(name) else { return [] }
    let options = effect.filter.options.filter { effect.refusal(of: $0) == nil }
    func values(_ option: FilterOption) -> [String] {
      let named = effect.constants(of: option).map(\.name)
      let range = effect.numbers(of: option) ?? effect.range(of: option)
      switch option.kind {
      case .integer: return named + ["\(Int(range.lowerBound))", "\(Int(range.upperBound))"]
      case .flag: return ["0", "1"]
      // A text without numbers is an expression or a list.
      case .text where effect.numbers(of: option) == nil: return named + ["0", "1"]
      case .number, .text: return named + ["\(range.lowerBound)", "\(range.upperBound)"]
      default: return named
      }
    }
    let needed = options.filter { effect.needs($0) }
    return options.flatMap { option in
      values(option).map { value in
        let rest = needed.filter { $0.name != option.name }.map {
          (name: $0.name, value: effect.numbers(of: $0).map { "\($0.upperBound)" } ?? "1")
        }
        return rest + [(name: option.name, value: value)]
      }
    }
  }

  /// Leaves memory behind that holds `byte` everywhere, as that of others does who had it before.
  static func leaveBehind(_ byte: UInt8) {
    let blocks = (0..<96).map { n -> UnsafeMutableRawPointer in
      let size = 512 << (n % 8)
      let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
      memset(block, Int32(byte), size)
      return block
    }
    for block in blocks { block.deallocate() }
  }
}
