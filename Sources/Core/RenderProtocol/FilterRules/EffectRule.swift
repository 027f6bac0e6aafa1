// SPDX-License-Identifier: Apache-2.0

public import Base

/// The rule for a filter of libavfilter: its traits as an effect of a layer, or the reason why it
/// is refused.
///
/// libavfilter's own tables list the options of a filter, but not what it reads, keeps or needs.
/// That is declared here once for each filter with one video input and one video output
/// (`EffectRule+Allowed.swift`, `EffectRule+Refused.swift`); a test asks for a rule for each filter
/// of the installed library.
public struct EffectRule: Sendable {
  /// libavfilter's name.
  public let name: String
  /// The verdict on the filter.
  public let verdict: Verdict

  /// The verdict on a filter.
  public enum Verdict: Sendable {
    /// The filter is used.
    case allowed(EffectTraits)
    /// The filter is not used.
    case refused(EffectRefusal)
  }

  /// The rule of the filter called `name`; nil for one that is not known.
  public static func named(_ name: String) -> EffectRule? { byName[name] }

  /// All rules, those of allowed filters first.
  public static let all = allowed + refused

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func effect(
    _ name: String, clock: EffectTraits.Clock = .none, counts: EffectTraits.Count? = nil,
    isRenewed: Bool = false,
    spreads: Bool = false, alpha: EffectTraits.Alpha = .filtered, grain: EffectTraits.Grain? = nil,
    _ options: [EffectTraits.OptionRule] = []
  ) -> EffectRule {
    EffectRule(
      name: name,
      verdict: .allowed(
        EffectTraits(
          clock: clock, count: counts, isRenewed: isRenewed, spreads: spreads, alpha: alpha,
          grain: grain,
          options: options)))
  }

  static func refuse(_ refusal: EffectRefusal, _ names: String...) -> [EffectRule] {
    names.map { EffectRule(name: $0, verdict: .refused(refusal)) }
  }
}

/// The traits of a filter that is used.
public struct EffectTraits: Sendable {
  /// The dependence of its frames on the time.
  public enum Clock: Sendable {
    /// No dependence.
    case none
    /// If an expression among its options names the time or the number of the frame.
    case expressions
    /// Always.
    case always
  }

  /// The handling of a layer's alpha.
  public enum Alpha: Sendable {
    /// The filter gets it with the colours, if it takes alpha: it moves or blurs both alike, leaves alpha as it is, or
    /// has options for it.
    case filtered
    /// The filter would treat it as one more picture: it gets the colours alone, and alpha stays as it is, unless one of
    /// these options is set.
    case kept(unless: [String])
    /// The filter makes a new alpha: it gets the colours alone, and what it makes is multiplied by the layer's.
    case multiplied
  }

  /// A rule for an option, beyond libavfilter's own.
  public struct OptionRule: Sendable {
    /// The option's first name.
    public let name: String
    /// The limit on its values.
    public let limit: Limit

    /// The limits on the values of an option.
    public enum Limit: Sendable {
      /// A number from here to there: others would take too much time or memory.
      case range(ClosedRange<Double>)
      /// Nothing: the reason, and what to do instead.
      case refused(String, hint: String)
      /// Set to this value where a project does not set it.
      case fallback(String)
      /// A number, though libavfilter takes any text and has no number by default.
      case number
      /// The name of an asset, a file of that kind, which the filter reads.
      case file(TableFile)
      /// Numbers from here to there, of sounds, with bars or slashes between them.
      case numbers(ClosedRange<Double>)
      /// Whatever it is, it has to be set.
      case needed
      /// Not these of its constants: the reason.
      case without([String], because: String)
    }
  }

  /// The dependence of its frames on the time.
  public let clock: Clock
  /// The counting of frames; nil where the filter does not count.
  public let count: Count?
  /// True if the filter keeps random numbers between frames, or counts them, and so is created anew
  /// for each.
  public let isRenewed: Bool
  /// True if the filter mixes the colours of neighbouring pixels, of which transparent ones have
  /// none.
  public let spreads: Bool
  /// The handling of a layer's alpha.
  public let alpha: Alpha
  /// The option that seeds its random numbers, where it draws them anew for each frame with a constant of a set of flags.
  ///
  /// There it gets the number of the frame, so that each frame can be drawn by itself.
  public let grain: Grain?
  /// The rules for its options.
  public let options: [OptionRule]

  /// Random numbers that are drawn anew for each frame.
  public struct Grain: Sendable {
    /// The option with the seed, a whole number.
    let seed: String
    /// The constant that asks for it.
    let constant: String
  }

  /// The counting of the frames that have gone through a filter.
  ///
  /// Each frame can be drawn by itself, so the filter's own count is replaced by the frame's
  /// number.
  public enum Count: Sendable {
    /// By these names in its expressions, where the first frame of all has the number `first`; those of some filters are evaluated
    /// once, before the first frame, unless option `eval` asks for each.
    case names(Set<String>, first: Int = 0, isAsked: Bool = false)
    /// A fade, which begins at a frame and lasts for some, unless its options say when and how long.
    case fade
  }

  /// `settings` for frame `number` of those of which there are `rate` a second.
  public func settings(
    _ settings: [FilterUse.Setting], forFrame number: Int, at rate: FrameRate
  ) -> [FilterUse.Setting] {
    switch count {
    case nil: return settings
    case .names(let names, let first, let isAsked):
      let evaluation = settings.last { $0.name == "eval" }?.value ?? "init"
      if isAsked, evaluation != "frame", evaluation != "1" { return settings }
      return settings.map { setting in
        FilterUse.Setting(
          name: setting.name,
          value: EffectExpression.text(setting.value, with: "(\(number + first))", for: names))
      }
    case .fade:
      func value(_ names: String...) -> String? {
        settings.last { names.contains($0.name) }?.value
      }
      func microseconds(_ frames: String) -> Int64 {
        (rate.time(of: Int(frames) ?? 0) * Time(1_000_000)).rounded
      }
      // Times are written in whole microseconds where projects are read.
      func microseconds(written text: String?) -> Int64 {
        text.flatMap { Int64($0.hasSuffix("us") ? String($0.dropLast(2)) : $0) } ?? 0
      }
      let start = max(
        microseconds(written: value("start_time", "st")),
        microseconds(value("start_frame", "s") ?? "0"))
      let duration = microseconds(written: value("duration", "d"))
      let length = duration > 0 ? duration : microseconds(value("nb_frames", "n") ?? "25")
      let replaced = ["start_frame", "s", "nb_frames", "n", "start_time", "st", "duration", "d"]
      return settings.filter { !replaced.contains($0.name) } + [
        FilterUse.Setting(name: "start_time", value: "\(start)us"),
        FilterUse.Setting(name: "duration", value: "\(length)us"),
      ]
    }
  }

  /// The option that is set to the number of each frame with `settings`; nil for none.
  ///
  /// Flags are joined by `+`.
  public func seed(in settings: [FilterUse.Setting]) -> String? {
    guard let grain else { return nil }
    let isAsked = settings.contains { setting in
      setting.name.hasSuffix("flags")
        && setting.value.split(separator: "+").contains { $0 == grain.constant }
    }
    return isAsked ? grain.seed : nil
  }

  /// Returns true if the filter gets colours alone with `settings`, also where it takes alpha.
  public func takesColorsAlone(with settings: [FilterUse.Setting]) -> Bool {
    switch alpha {
    case .filtered: false
    case .kept(let options): !settings.contains { options.contains($0.name) }
    case .multiplied: true
    }
  }

  /// The kind of file that the option called `name` reads; nil for one that reads none.
  public func file(of name: String) -> TableFile? {
    for case .file(let kind) in limits(of: name) { return kind }
    return nil
  }

  /// The limits of the option called `name`.
  public func limits(of name: String) -> [OptionRule.Limit] {
    options.filter { $0.name == name }.map(\.limit)
  }
}

extension EffectTraits.OptionRule {
  static func range(_ name: String, _ range: ClosedRange<Double>) -> Self {
    Self(name: name, limit: .range(range))
  }

  static func size(_ name: String) -> Self {
    Self(
      name: name,
      limit: .refused(
        "a layer keeps its size", hint: "write 'size' or 'scale' as a key of the layer"))
  }

  static func neighbours(_ name: String) -> Self {
    Self(
      name: name,
      limit: .refused(
        "it would make a frame depend on others", hint: "leave '\(name)' out"))
  }

  static func refused(_ name: String, _ reason: String, hint: String) -> Self {
    Self(name: name, limit: .refused(reason, hint: hint))
  }

  static func number(_ name: String) -> Self { Self(name: name, limit: .number) }

  static func file(_ name: String, _ kind: TableFile) -> Self {
    Self(name: name, limit: .file(kind))
  }

  static func fallback(_ name: String, _ value: String) -> Self {
    Self(name: name, limit: .fallback(value))
  }
}

/// Why a filter is not used.
public struct EffectRefusal: Hashable, Sendable {
  /// The reason, as in `filter 'crop' gives pictures of another size`.
  public let reason: String
  /// The alternative to write instead.
  public let hint: String

  /// A refusal because of `reason`.
  public init(_ reason: String, hint: String) {
    self.reason = reason
    self.hint = hint
  }

  static let size = EffectRefusal(
    "gives pictures of another size", hint: "write 'size', 'scale' or 'crop' as keys of the layer")
  static let rate = EffectRefusal(
    "changes the number or the times of frames",
    hint: "write 'speed', 'reverse', 'range' or 'at' as keys of the clip")
  static let between = EffectRefusal(
    "makes new frames between those of the footage",
    hint: "write interpolate: motion, or blend, on the clip")
  static let footage = EffectRefusal(
    "reads a file", hint: "write the file as a layer of its own: {clip: media/beach.mov}")
  static let fields = EffectRefusal(
    "works on the fields of interlaced footage, and a layer has whole frames",
    hint: "leave it out")
  static let memory = EffectRefusal(
    "keeps what it has seen of earlier frames, without end, so that no frame could be drawn by itself",
    hint: "leave it out, or filter the file before it is used")
  static let neighbours = EffectRefusal(
    "looks at neighbouring frames, which is not supported yet",
    hint: "leave it out, or filter the file before it is used")
  static let report = EffectRefusal(
    "only reports on pictures and changes none", hint: "leave it out")
  static let tags = EffectRefusal(
    "changes only what a stream says of its pictures",
    hint: "write 'color' or 'rate' of the canvas")
  static let file = EffectRefusal(
    "needs a file that Reel cannot keep track of", hint: "leave it out")
  static let text = EffectRefusal(
    "reads fonts and files that Reel cannot keep track of", hint: "write an overlay: {text: …}")
  static let code = EffectRefusal(
    "runs code or a model from a file", hint: "leave it out")
  static let remote = EffectRefusal(
    "takes commands from elsewhere", hint: "write curves, such as {gblur: {sigma: 0 -> 4}}")
  static let device = EffectRefusal(
    "needs the memory of a device", hint: "use the filter of the same name without a device")
  static let space = EffectRefusal(
    "leaves the canvas's colour space", hint: "write 'color' of the canvas")
  static let slow = EffectRefusal("takes seconds for a frame", hint: "use another filter")
  static let scope = EffectRefusal(
    "draws a diagram in place of the picture", hint: "leave it out")
  static let alpha = EffectRefusal("gives its alpha as a picture", hint: "leave it out")
  static let weighting = EffectRefusal(
    "changes how colours and alpha belong together, which layers have in one way",
    hint: "leave it out")
  /// A filter with other inputs and outputs than one of pictures.
  static let several = EffectRefusal(
    "takes or gives more than one picture", hint: "put layers over each other instead")
  static let source = EffectRefusal(
    "takes no picture", hint: "use a clip, 'fill' or 'shape' as a layer")
  static let sink = EffectRefusal("gives no picture", hint: "leave it out")
  static let sound = EffectRefusal("is for sound", hint: "use a filter for pictures")
  /// A filter without a rule.
  static let unknown = EffectRefusal(
    "is not known to this version of Reel", hint: "use another filter")
}
