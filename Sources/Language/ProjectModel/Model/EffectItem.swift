// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import Diagnostics

/// A filter of libavfilter that a layer's picture or a clip's sound goes through, its options checked.
public struct EffectItem: Hashable, Sendable {
  /// libavfilter's name.
  public var filter: String
  /// The options that are set, by the first of their names, in the order written.
  public var settings: [Setting]
  /// True if its frames depend on the time since the layer's first frame.
  public var isTimed: Bool
  /// True if the filter has to be created anew for each frame.
  public var isRenewed: Bool
  /// The facts about an audio filter; nil for a video filter.
  public var sound: AudioUse?
  /// The place in the project.
  public var span: Span

  /// Facts about an audio filter.
  public struct AudioUse: Hashable, Sendable {
    /// Seconds of input that its output depends on; nil for what its options say.
    public var memory: Int64?

    package init(memory: Int64?) { self.memory = memory }
  }

  /// An option and its value.
  public struct Setting: Hashable, Sendable {
    /// The option's first name.
    public var option: String
    /// Its value.
    public var value: Value

    package init(option: String, value: Value) {
      self.option = option
      self.value = value
    }
  }

  /// The value of an option.
  public enum Value: Hashable, Sendable {
    /// The same at all times, as libavutil reads it.
    case fixed(String)
    /// A number that changes.
    case changing(Change)
    /// An asset, a file of that kind.
    case file(MediaReference, TableFile)
  }

  /// A number that changes.
  public struct Change: Hashable, Sendable {
    /// Its values; ramps run over the layer's time in the film, keyframes count from its start.
    public var curve: Animated<PropertyValue>
    /// True if the option takes only whole numbers.
    public var isWhole: Bool
    /// The numbers that it may have.
    public var range: ClosedRange<Double>
    /// The number where nothing is set.
    public var fallback: Double?

    package init(
      curve: Animated<PropertyValue>, isWhole: Bool, range: ClosedRange<Double>, fallback: Double?
    ) {
      self.curve = curve
      self.isWhole = isWhole
      self.range = range
      self.fallback = fallback
    }
  }

  package init(
    filter: String, settings: [Setting], isTimed: Bool, isRenewed: Bool, sound: AudioUse? = nil,
    span: Span
  ) {
    self.filter = filter
    self.settings = settings
    self.isTimed = isTimed
    self.isRenewed = isRenewed
    self.sound = sound
    self.span = span
  }
}
