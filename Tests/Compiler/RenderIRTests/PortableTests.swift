// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Base

@Suite struct PortableTests {
  @Test func `results that differ in their last bit are rounded to one`() {
    var apart = 0
    for index in 1...20_000 {
      let exact = Glibc.sin(Double(index) / 777)
      let rounded = Portable.rounded(exact)
      #expect(abs(rounded - exact) <= abs(exact) * 0x1p-32)
      if Portable.rounded(exact.nextUp) != rounded { apart += 1 }
      if Portable.rounded(exact.nextDown) != rounded { apart += 1 }
    }
    #expect(apart == 0)
  }

  @Test func `simple values stay as they are`() {
    for number in [0, 1, -1, 0.5, -0.25, 3, 1024, .infinity, -.infinity] {
      #expect(Portable.rounded(number) == number)
    }
    #expect(Portable.rounded(.nan).isNaN)
    #expect(Portable.pow(10, 0) == 1)
    #expect(Portable.exp2(-3) == 0.125)
    // The carry of rounding goes into the exponent.
    #expect(Portable.rounded((2.0).nextDown) == 2)
  }

  @Test func `turns are made of rounded numbers`() {
    let map = Affine.rotation(degrees: 37)
    #expect(map.a == Portable.rounded(map.a) && map.b == Portable.rounded(map.b))
    #expect(abs(map.determinant - 1) < 1e-9)
  }
}
