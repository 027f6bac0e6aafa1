// SPDX-License-Identifier: Apache-2.0

/// A filter of libavfilter that a picture goes through.
public struct FilterUse: Hashable, Sendable, Codable {
  /// libavfilter's name.
  public var name: String
  /// The options that stay the same.
  public var settings: [Setting]
  /// The options that name files to be read.
  public var files: [File]
  /// The options that change, whose values are the numbers of the treatment.
  public var changing: [Changing]
  /// The number of the layer's frame that the first one is, where the filter asks for the time; nil where it does not.
  public var firstFrame: Int?
  /// True if the filter is created anew for each frame.
  public var isRenewed: Bool

  /// An option and its value.
  public struct Setting: Hashable, Sendable, Codable {
    /// The option.
    public var name: String
    /// Its value, as libavutil reads it.
    public var value: String

    /// Sets `name` to `value`.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// An option and the file that it names.
  public struct File: Hashable, Sendable, Codable {
    /// The option.
    public var name: String
    /// The file; its path is no part of a key.
    public var file: MediaFile

    /// Sets `name` to `file`.
    public init(name: String, file: MediaFile) {
      self.name = name
      self.file = file
    }
  }

  /// An option whose value is a number that changes.
  public struct Changing: Hashable, Sendable, Codable {
    /// The option.
    public var name: String
    /// True if values are rounded to whole numbers.
    public var isWhole: Bool
    /// The numbers that it may have.
    public var range: ClosedRange<Double>

    /// The option `name`.
    public init(name: String, isWhole: Bool, range: ClosedRange<Double>) {
      self.name = name
      self.isWhole = isWhole
      self.range = range
    }
  }

  /// The filter `name`.
  public init(
    name: String, settings: [Setting] = [], files: [File] = [], changing: [Changing] = [],
    firstFrame: Int? = nil,
    isRenewed: Bool = false
  ) {
    self.name = name
    self.settings = settings
    self.files = files
    self.changing = changing
    self.firstFrame = firstFrame
    self.isRenewed = isRenewed
  }

  /// All options where those that change have the values `numbers`.
  public func settings(_ numbers: [Double]) -> [Setting] {
    settings
      + zip(changing, numbers).map { option, number in
        Setting(name: option.name, value: FilterUse.text(number, isWhole: option.isWhole))
      }
  }

  /// A number as libavutil reads it: the same one, or the nearest whole one.
  public static func text(_ number: Double, isWhole: Bool) -> String {
    let value = isWhole ? number.rounded() : number
    if let whole = Int64(exactly: value) { return "\(whole)" }
    return "\(value)"
  }
}
