// SPDX-License-Identifier: Apache-2.0

/// The filters of a worker's libavfilter and what can be set of them, as its own tables have it.
public struct FilterCatalogue: Hashable, Sendable, Codable {
  /// The filters that take or give pictures, by name.
  public var filters: [FilterFacts]
  /// Those that are for sound alone, by name.
  public var soundFilters: [FilterFacts]

  /// A catalogue of `filters`, sorted by name.
  public init(filters: [FilterFacts], soundFilters: [FilterFacts]) {
    self.filters = filters
    self.soundFilters = soundFilters
  }

  /// The filter of pictures called `name`.
  public func filter(_ name: String) -> FilterFacts? { FilterCatalogue.find(name, in: filters) }

  /// The filter of sounds called `name`.
  public func soundFilter(_ name: String) -> FilterFacts? {
    FilterCatalogue.find(name, in: soundFilters)
  }

  private static func find(_ name: String, in filters: [FilterFacts]) -> FilterFacts? {
    // Names are sorted by their bytes.
    var (low, high) = (0, filters.count)
    while low < high {
      let middle = (low + high) / 2
      if filters[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < filters.count && filters[low].name == name ? filters[low] : nil
  }
}

/// A filter of libavfilter.
public struct FilterFacts: Hashable, Sendable, Codable {
  /// The type of an input or output.
  public enum Stream: String, Hashable, Sendable, Codable {
    case picture, sound, other
  }

  /// Its name.
  public var name: String
  /// libavfilter's description, one line; may be empty.
  public var summary: String
  /// Its inputs; those that depend on options are not among them.
  public var inputs: [Stream]
  /// Its outputs; those that depend on options are not among them.
  public var outputs: [Stream]
  /// True if the number of its inputs or outputs depends on options.
  public var hasDynamicPads: Bool
  /// The options; empty unless it has one input and one output, both of video or both of audio.
  public var options: [FilterOption]

  /// A filter called `name`.
  public init(
    name: String, summary: String, inputs: [Stream], outputs: [Stream], hasDynamicPads: Bool,
    options: [FilterOption]
  ) {
    self.name = name
    self.summary = summary
    self.inputs = inputs
    self.outputs = outputs
    self.hasDynamicPads = hasDynamicPads
    self.options = options
  }

  /// True if the filter has one video input and one video output.
  public var isPlain: Bool {
    inputs == [.picture] && outputs == [.picture] && !hasDynamicPads
  }

  /// True if the filter has one audio input and one audio output.
  public var isPlainSound: Bool {
    inputs == [.sound] && outputs == [.sound] && !hasDynamicPads
  }

  /// The option called `name`, by any of its names.
  public func option(_ name: String) -> FilterOption? {
    options.first { $0.names.contains(name) }
  }
}

/// Something that can be set of a filter: libavutil's `AVOption`.
public struct FilterOption: Hashable, Sendable, Codable {
  /// The kinds of values, as libavutil has them.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A whole number, or one of `constants`.
    case integer
    /// A number, or one of `constants`.
    case number
    /// True or false; automatic where the range begins at -1.
    case flag
    /// Any of `constants`, together.
    case flags
    /// Text, which may be an expression.
    case text
    /// Seconds.
    case duration
    /// A colour.
    case color
    /// A fraction.
    case rational
    /// A width and a height.
    case size
    /// Frames per second.
    case rate
    /// A format of pixels.
    case pixelFormat
    /// Anything that has no form in a project: bytes, dictionaries, what is said of sound.
    case other
  }

  /// A value with a name.
  public struct Constant: Hashable, Sendable, Codable {
    /// The name.
    public var name: String
    /// libavfilter's description; may be empty.
    public var summary: String

    /// A constant called `name`.
    public init(name: String, summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// Its names, the first one first; the others are short for it.
  public var names: [String]
  /// libavfilter's description; may be empty.
  public var summary: String
  /// The kind of its values.
  public var kind: Kind
  /// The least number; a finite one.
  public var minimum: Double
  /// The greatest number; a finite one.
  public var maximum: Double
  /// The value where nothing is set, as it would be written; nil for none.
  public var fallback: String?
  /// The values that have names.
  public var constants: [Constant]
  /// True if the option can be set while the filter runs.
  public var isRuntime: Bool

  /// An option of `kind`.
  public init(
    names: [String], summary: String, kind: Kind, minimum: Double, maximum: Double,
    fallback: String?, constants: [Constant], isRuntime: Bool
  ) {
    self.names = names
    self.summary = summary
    self.kind = kind
    self.minimum = minimum
    self.maximum = maximum
    self.fallback = fallback
    self.constants = constants
    self.isRuntime = isRuntime
  }

  /// Its first name.
  public var name: String { names[0] }
}
