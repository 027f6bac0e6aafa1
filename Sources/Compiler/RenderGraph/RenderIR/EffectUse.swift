// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

/// A filter of libavfilter as a step of drawing a layer.
public struct EffectUse: Hashable, Sendable {
  /// libavfilter's name.
  public var name: String
  /// The options that stay the same.
  public var settings: [FilterUse.Setting]
  /// The options that name files to be read.
  public var files: [FilterUse.File]
  /// The options that change, with curves in seconds from the input's first frame.
  public var changing: [Changing]
  /// The time of the input's first frame, in seconds from the layer's first, where the filter asks for the time; nil where
  /// it does not.
  public var start: Time?
  /// True if the filter is created anew for each frame.
  public var isRenewed: Bool
  /// The part of the canvas that the filter sees, with even edges; nil for all of it.
  public var box: PixelRect?

  /// An option that changes.
  public struct Changing: Hashable, Sendable {
    /// The option.
    public var option: FilterUse.Changing
    /// Its values.
    public var curve: Curve

    /// `option` by `curve`.
    public init(option: FilterUse.Changing, curve: Curve) {
      self.option = option
      self.curve = curve
    }
  }

  /// The filter `name`.
  public init(
    name: String, settings: [FilterUse.Setting] = [], files: [FilterUse.File] = [],
    changing: [Changing] = [], start: Time? = nil, isRenewed: Bool = false, box: PixelRect? = nil
  ) {
    self.name = name
    self.settings = settings
    self.files = files
    self.changing = changing
    self.start = start
    self.isRenewed = isRenewed
    self.box = box
  }

  /// True if it does the same to every frame.
  public var isConstant: Bool {
    start == nil && changing.allSatisfy { $0.curve.constantValue != nil }
  }

  /// The same for an input that starts `offset` later and lasts `duration`.
  public func shifted(by offset: Time, duration: Time) -> EffectUse {
    var shifted = self
    shifted.start = start.map { $0 + offset }
    shifted.changing = changing.map {
      Changing(option: $0.option, curve: $0.curve.shifted(by: offset, duration: duration))
    }
    return shifted
  }

  /// The numbers of the options that change, at `time`.
  public func numbers(at time: Time) -> [Double] {
    changing.map { changing in
      let range = changing.option.range
      return min(max(changing.curve.value(at: time)[0], range.lowerBound), range.upperBound)
    }
  }

  /// The worker's filter for frames from `first` on, at `rate` frames a second.
  ///
  /// Options that do not change in them are set once.
  public func filter(from first: Int, at rate: FrameRate) -> FilterUse {
    FilterUse(
      name: name, settings: settings, files: files, changing: changing.map(\.option),
      firstFrame: start.map { Int(($0 * rate.perSecond).rounded) + first }, isRenewed: isRenewed)
  }
}
