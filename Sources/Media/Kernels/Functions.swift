// SPDX-License-Identifier: Apache-2.0

// Mathematical functions in plain arithmetic: the C library's results differ in the last bit between
// processors, but pictures must not.

/// The sine of `x`, which is at most a few hundred thousand, to 1e-10.
package func sine(_ x: Double) -> Double {
  let turns = (x / Double.pi).rounded()
  // π in two parts, so that the remainder keeps its precision.
  let rest = (x - turns * 3.141592653589793) - turns * 1.2246467991473532e-16
  let square = rest * rest
  var sum = 0.0
  for k in stride(from: 21.0, to: 1, by: -2) { sum = (1 + sum) * -square / (k * (k - 1)) }
  let value = rest * (1 + sum)
  return turns.truncatingRemainder(dividingBy: 2) == 0 ? value : -value
}

/// The angle of (`y`, `x`) as in `atan2(y, x)`, -π…π, to 1e-9; 0 for (0, 0).
package func angle(_ y: Double, _ x: Double) -> Double {
  if x == 0 && y == 0 { return 0 }
  let (ax, ay) = (x.magnitude, y.magnitude)
  let ratio = min(ax, ay) / max(ax, ay)
  // Half the angle is below π/8, where the series converges fast.
  let t = ratio / (1 + (1 + ratio * ratio).squareRoot())
  let square = t * t
  var sum = 0.0
  for k in stride(from: 21.0, through: 1, by: -2) { sum = 1 / k - square * sum }
  var angle = 2 * t * sum
  if ay > ax { angle = Double.pi / 2 - angle }
  if x < 0 { angle = Double.pi - angle }
  return y < 0 ? -angle : angle
}

/// The natural logarithm of a positive number, to 1e-12.
package func naturalLogarithm(_ x: Double) -> Double {
  let s = (x.significand - 1) / (x.significand + 1)
  let square = s * s
  var sum = 0.0
  for k in stride(from: 25.0, through: 1, by: -2) { sum = 1 / k + square * sum }
  return 2 * s * sum + Double(x.exponent) * 0.6931471805599453
}

/// `base` to the power `exponent`, for a positive base, to 1e-11.
package func power(_ base: Double, _ exponent: Double) -> Double {
  let x = exponent * naturalLogarithm(base)
  let twos = (x / 0.6931471805599453).rounded()
  let rest = x - twos * 0.6931471805599453
  var sum = 1.0
  for k in stride(from: 16.0, through: 1, by: -1) { sum = 1 + sum * rest / k }
  guard twos > -1000 else { return 0 }
  return sum * Double(sign: .plus, exponent: Int(twos), significand: 1)
}
