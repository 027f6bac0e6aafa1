// SPDX-License-Identifier: Apache-2.0

/// A filter that a sound goes through: one of libavfilter, or `reverb`.
public struct AudioFilter: Hashable, Sendable, Codable {
  /// Its name.
  public var name: String
  /// Its options, numbers and words, in the order they are set.
  public var settings: [FilterUse.Setting]
  /// Seconds after which it no longer knows what it heard; nil for two, and for what its release says.
  public var memory: Int64?

  /// The filter `name`, whose options are numbers and words of letters.
  public init(_ name: String, _ settings: [(name: String, value: String)], memory: Int64? = nil) {
    self.name = name
    self.settings = settings.map { FilterUse.Setting(name: $0.name, value: $0.value) }
    self.memory = memory
  }

  /// A memory of all that was heard of a clip.
  public static let wholeMemory: Int64 = 1_000_000
}

extension AudioFilter: CustomStringConvertible {
  /// As in a chain of ffmpeg, `agate=threshold=0.01:ratio=4`, perhaps with its memory behind it: `aecho@2`.
  public var description: String {
    let options = settings.map { "\($0.name)=\($0.value)" }.joined(separator: ":")
    return (options.isEmpty ? name : "\(name)=\(options)") + (memory.map { "@\($0)" } ?? "")
  }
}

/// The filters of a clip, and for how many samples they ring on after it.
public struct ClipFilters: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// In the order in which it goes through them.
  public var list: [AudioFilter]
  /// Samples at the end during which the filters get silence.
  public var tail: Int64

  /// `list`, with a `tail`.
  public init(_ list: [AudioFilter], tail: Int64 = 0) { (self.list, self.tail) = (list, tail) }

  /// Filters without a tail.
  public init(arrayLiteral list: AudioFilter...) { self.init(list) }
}

/// The filters that a clip goes through before its gains, and how much of it they hear around what is played.
public struct AudioChain: Hashable, Sendable, Codable {
  /// In the order in which it goes through them.
  public var filters: [AudioFilter]
  /// Samples of the clip before its first one that they hear; before these there is silence.
  public var before: Int64
  /// Samples of the clip after its last one that they may hear, or below zero so many less than it has; then silence.
  public var after: Int64

  /// `filters` of all of a clip.
  public init(_ filters: [AudioFilter], before: Int64 = 0, after: Int64 = 0) {
    (self.filters, self.before, self.after) = (filters, before, after)
  }

  /// Seconds after which its filters no longer know what they heard: compressors take some times their release for that,
  /// and what one filter still gives the next one hears.
  public var memory: Int64 {
    let releases = filters.flatMap(\.settings).filter { $0.name == "release" }
      .compactMap { Double($0.value) }
    let short = max(2, Int64(min(60, 4 * (releases.max() ?? 0) / 1000).rounded(.up)))
    return filters.reduce(short) { $0 + ($1.memory ?? 0) }
  }
  /// Samples that filters look ahead by, at most.
  public static let lookahead: Int64 = 16_384

  /// The chain of a part of the clip: the `count` samples after the first `skipped` of `total`.
  func sliced(_ skipped: Int64, _ count: Int64, of total: Int64, sampleRate: Int) -> AudioChain {
    AudioChain(
      filters, before: min(before + skipped, memory * Int64(sampleRate)),
      after: min(after + total - skipped - count, AudioChain.lookahead))
  }
}
