// SPDX-License-Identifier: Apache-2.0

/// The reverberation of a room: a filter of Reel's own.
public struct Reverberation: Hashable, Sendable {
  /// The size of the room, from 0 to 1.
  public var size = 0.5
  /// The absorption of high frequencies by its walls, from 0 to 1.
  public var damping = 0.5
  /// The share of the room in the output, from 0 to 1.
  public var mix = 0.3

  /// A room of middle size.
  public init() {}

  /// The feedback from its walls, less than 1.
  public var feedback: Double { 0.7 + 0.28 * size }

  /// Whole seconds after which what it has heard is softer by 80 dB at least.
  public var memory: Int64 {
    // The longest way between its walls takes 37 ms.
    var (level, seconds) = (1.0, 0.0)
    while level > 1e-4 { (level, seconds) = (level * feedback, seconds + 0.037) }
    return Int64(seconds.rounded(.up))
  }
}

extension AudioFilter {
  /// The filter of a room.
  public init(_ room: Reverberation) {
    self.init(
      "reverb",
      [("size", "\(room.size)"), ("damping", "\(room.damping)"), ("mix", "\(room.mix)")])
    memory = room.memory
  }
}

extension Reverberation {
  /// The room of a filter; nil for a filter of libavfilter.
  public init?(_ filter: AudioFilter) {
    guard filter.name == "reverb" else { return nil }
    func value(_ name: String) -> Double? {
      filter.settings.first { $0.name == name }.flatMap { Double($0.value) }
        .flatMap { (0...1).contains($0) ? $0 : nil }
    }
    size = value("size") ?? size
    damping = value("damping") ?? damping
    mix = value("mix") ?? mix
  }
}
