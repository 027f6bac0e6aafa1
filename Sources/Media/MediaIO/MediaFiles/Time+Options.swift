// SPDX-License-Identifier: Apache-2.0

package import Base

extension Time {
  /// Seconds with six decimals, in ffmpeg's syntax.
  package var microseconds: String {
    let micros = (self * Time(1_000_000)).rounded
    let (whole, part) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(part)
    return (micros < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
