// SPDX-License-Identifier: Apache-2.0

extension UInt64 {
  /// Its bits mixed so that each depends on all, by the last step of SplitMix64.
  @inlinable public var scrambled: UInt64 {
    var z = self
    z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
    return z ^ z >> 31
  }
}
