// SPDX-License-Identifier: Apache-2.0

/// The loudness of an output, and its true peak.
public struct OutputLevel: Hashable, Sendable {
  /// Its integrated loudness by EBU R 128, in LUFS; nil for that of the mix.
  public var loudness: Double?
  /// The true peak that it does not exceed, in dBTP; nil for -1 beside a loudness, else for samples of full scale.
  public var peak: Double?
  /// True if audio over that peak is limited.
  public var isLimited = true

  /// As it is mixed, and limited to full scale.
  public init() {}

  /// The loudnesses that a film may be brought to, in LUFS.
  public static let loudnesses = -60 ... -5
  /// The true peaks that a film may be limited to, in dBTP.
  public static let peaks = -20...0
}
