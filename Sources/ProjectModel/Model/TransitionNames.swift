// SPDX-License-Identifier: Apache-2.0

extension TransitionStyle {
  /// What the style is called in a project: words in kebab case where the name is made of words.
  public var name: String {
    switch self {
    case .dissolve: "noise-dissolve"
    case .wipetl, .wipetr, .wipebl, .wipebr: Self.split(rawValue, after: 4)
    case .wipeleft, .wiperight, .wipeup, .wipedown: Self.split(rawValue, after: 4)
    case .fadeblack, .fadewhite, .fadegrays, .fadefast, .fadeslow: Self.split(rawValue, after: 4)
    case .vertopen, .vertclose, .horzopen, .horzclose: Self.split(rawValue, after: 4)
    case .diagtl, .diagtr, .diagbl, .diagbr, .rectcrop, .zoomin: Self.split(rawValue, after: 4)
    case .slideleft, .slideright, .slideup, .slidedown: Self.split(rawValue, after: 5)
    case .smoothleft, .smoothright, .smoothup, .smoothdown: Self.split(rawValue, after: 6)
    case .circlecrop, .circleopen, .circleclose: Self.split(rawValue, after: 6)
    case .squeezeh, .squeezev: Self.split(rawValue, after: 7)
    case .hlslice, .hrslice, .vuslice, .vdslice: Self.split(rawValue, after: 2)
    case .fade, .distance, .radial, .pixelize, .hblur: rawValue
    }
  }

  /// Every name a project may use, with the style it means, in the order of the reference.
  ///
  /// `dissolve`, `fade` and `crossfade` are the editor's cross dissolve; `xfade`'s grainy
  /// `dissolve` goes by `noise-dissolve` alone.
  package static let names: [(name: String, style: TransitionStyle)] = {
    var names: [(name: String, style: TransitionStyle)] = [
      ("dissolve", .fade), ("fade", .fade), ("crossfade", .fade), ("noise-dissolve", .dissolve),
    ]
    for style in allCases where style != .fade && style != .dissolve {
      names.append((style.name, style))
      if style.name != style.rawValue { names.append((style.rawValue, style)) }
    }
    return names
  }()

  /// The style a project calls `name`; nil when there is none.
  public init?(named name: String) {
    guard let match = Self.names.first(where: { $0.name == name }) else { return nil }
    self = match.style
  }

  private static func split(_ word: String, after count: Int) -> String {
    word.prefix(count) + "-" + word.dropFirst(count)
  }
}
