// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// A filter as libavfilter's own tables describe it.
public struct FilterDescription: Sendable {
  /// The kind of an input or output of a filter.
  public enum Stream: Sendable { case picture, sound, other }

  /// The name.
  public let name: String
  /// One line; may be empty.
  public let summary: String
  /// The inputs that it always has.
  public let inputs: [Stream]
  /// The outputs that it always has.
  public let outputs: [Stream]
  /// True if options decide on more inputs or outputs.
  public let hasDynamicPads: Bool
  /// The options that can be set.
  public let options: [OptionDescription]

  /// All filters of this libavfilter, by the bytes of their names.
  public static func all() -> [FilterDescription] {
    var filters: [FilterDescription] = []
    var state: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&state) { filters.append(FilterDescription(filter)) }
    return filters.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private init(_ filter: UnsafePointer<AVFilter>) {
    let value = filter.pointee
    name = String(cString: value.name)
    summary = value.description.map { String(cString: $0) } ?? ""
    func streams(_ pads: OpaquePointer?, isOutput: Int32) -> [Stream] {
      (0..<Int32(avfilter_filter_pad_count(filter, isOutput))).map { index in
        switch avfilter_pad_get_type(pads, index) {
        case AVMEDIA_TYPE_VIDEO: .picture
        case AVMEDIA_TYPE_AUDIO: .sound
        default: .other
        }
      }
    }
    inputs = streams(value.inputs, isOutput: 0)
    outputs = streams(value.outputs, isOutput: 1)
    hasDynamicPads =
      value.flags & (AVFILTER_FLAG_DYNAMIC_INPUTS | AVFILTER_FLAG_DYNAMIC_OUTPUTS) != 0
    options = OptionDescription.options(of: value.priv_class)
  }
}

/// Something that can be set: libavutil's `AVOption`.
public struct OptionDescription: Sendable {
  /// The kinds of values.
  public enum Kind: Sendable {
    case integer, number, flag, flags, text, duration, color, rational, size, rate, pixelFormat
    case other
  }

  /// Its names, those of one place in memory together.
  public var names: [String]
  /// One line; may be empty.
  public let summary: String
  /// The kind of its values.
  public let kind: Kind
  /// The least and the greatest number.
  public let range: ClosedRange<Double>
  /// The default as text; nil for none.
  public let fallback: String?
  /// The values that have names, each with what is said of it.
  public let constants: [(name: String, summary: String)]
  /// True if it can be set while a filter runs.
  public let isRuntime: Bool

  static func options(of known: UnsafePointer<AVClass>?) -> [OptionDescription] {
    guard var fake = known else { return [] }
    // libavutil takes a pointer to an object, which begins with a pointer to its class.
    return withUnsafeMutablePointer(to: &fake) { object in
      var all: [UnsafePointer<AVOption>] = []
      var last: UnsafePointer<AVOption>?
      while let option = av_opt_next(object, last) {
        all.append(option)
        last = option
      }
      let constants = all.filter { $0.pointee.type == AV_OPT_TYPE_CONST }
      var result: [(place: Int32, option: OptionDescription)] = []
      for option in all where option.pointee.type != AV_OPT_TYPE_CONST {
        let value = option.pointee
        // What is only read of a filter cannot be set.
        if value.flags & AV_OPT_FLAG_READONLY != 0 { continue }
        let name = String(cString: value.name)
        let kind = Kind(value.type)
        if let index = result.firstIndex(where: {
          $0.place == value.offset && $0.option.kind == kind
        }) {
          result[index].option.names.append(name)
        } else {
          result.append((value.offset, OptionDescription(option, kind, constants)))
        }
      }
      return result.map(\.option)
    }
  }

  private init(
    _ option: UnsafePointer<AVOption>, _ kind: Kind, _ constants: [UnsafePointer<AVOption>]
  ) {
    let value = option.pointee
    names = [String(cString: value.name)]
    summary = value.help.map { String(cString: $0) } ?? ""
    self.kind = kind
    func finite(_ number: Double) -> Double {
      number.isNaN ? 0 : min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
    let least = finite(value.min)
    range = least...max(least, finite(value.max))
    var known: [(name: String, summary: String, value: Int64)] = []
    for constant in constants where OptionDescription.areOfOneUnit(value, constant.pointee) {
      known.append(
        (
          String(cString: constant.pointee.name),
          constant.pointee.help.map { String(cString: $0) } ?? "",
          constant.pointee.default_val.i64
        ))
    }
    self.constants = known.map { ($0.name, $0.summary) }
    isRuntime = value.flags & AV_OPT_FLAG_RUNTIME_PARAM != 0
    fallback =
      switch kind {
      case .integer, .flag:
        known.first { $0.value == value.default_val.i64 }?.name
          ?? (kind == .flag
            ? (value.default_val.i64 < 0 ? "auto" : value.default_val.i64 > 0 ? "true" : "false")
            : "\(value.default_val.i64)")
      case .flags:
        OptionDescription.sum(value.default_val.i64, known.map { ($0.name, $0.value) })
      case .number, .rational: OptionDescription.plain(value.default_val.dbl, in: range)
      case .duration: OptionDescription.plain(Double(value.default_val.i64) / 1_000_000) + "s"
      case .text, .color, .size, .rate:
        value.default_val.str.map { String(cString: $0) }
      case .pixelFormat, .other: nil
      }
  }

  private static func areOfOneUnit(_ option: AVOption, _ constant: AVOption) -> Bool {
    guard let unit = option.unit, let other = constant.unit else { return false }
    return String(cString: unit) == String(cString: other)
  }

  /// A number without a needless fraction.
  private static func plain(
    _ number: Double, in range: ClosedRange<Double> = -.infinity ... .infinity
  ) -> String {
    if let whole = Int64(exactly: number) { return "\(whole)" }
    // Defaults of single precision are shown as they were written.
    let single = Float(number)
    let isNear = abs(Double(single) - number) < abs(number) * 1e-7
    let written = Double("\(single)") ?? number
    return isNear && range.contains(written) ? "\(single)" : "\(number)"
  }

  /// The names of flags that make up `value`.
  private static func sum(_ value: Int64, _ names: [(name: String, value: Int64)]) -> String {
    if value == 0 { return names.first { $0.value == 0 }?.name ?? "0" }
    if let one = names.first(where: { $0.value == value }) { return one.name }
    var (rest, parts) = (value, [String]())
    for name in names where name.value != 0 && rest & name.value == name.value {
      parts.append(name.name)
      rest &= ~name.value
    }
    return rest == 0 ? parts.joined(separator: "+") : "\(value)"
  }
}

extension OptionDescription.Kind {
  fileprivate init(_ type: AVOptionType) {
    self =
      switch type {
      case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64: .integer
      case AV_OPT_TYPE_DOUBLE, AV_OPT_TYPE_FLOAT: .number
      case AV_OPT_TYPE_BOOL: .flag
      case AV_OPT_TYPE_FLAGS: .flags
      case AV_OPT_TYPE_STRING: .text
      case AV_OPT_TYPE_DURATION: .duration
      case AV_OPT_TYPE_COLOR: .color
      case AV_OPT_TYPE_RATIONAL: .rational
      case AV_OPT_TYPE_IMAGE_SIZE: .size
      case AV_OPT_TYPE_VIDEO_RATE: .rate
      case AV_OPT_TYPE_PIXEL_FMT: .pixelFormat
      default: .other
      }
  }
}
