// SPDX-License-Identifier: Apache-2.0

public import Base

/// Texts of a file of ASS or SSA, which a worker draws with libass on a clear picture of a canvas's size.
public struct Script: Hashable, Sendable, Codable {
  /// The size of the picture.
  public var canvas: PixelSize
  /// The size of the film that the file is shown on: what its lengths are for where it does not say it.
  public var storage: PixelSize
  /// Lines of `[Script Info]`.
  public var info: [String]
  /// The header of the section of styles, and which fields they have.
  public var styleHead: [String]
  /// The styles, each name once.
  public var styles: [ScriptStyle]
  /// The fields of the lines of texts.
  public var eventFormat: String
  /// The texts, in the order of the file.
  public var events: [ScriptEvent]
  /// The matrix that colours of the file become samples by, as `YCbCr Matrix` names it; nil for the canvas's own.
  public var matrix: String?
  /// The file that holds fonts for it, with the digest of these; nil for none.
  public var fonts: MediaFile?

  /// A script without texts.
  public init(
    on canvas: PixelSize, storage: PixelSize, info: [String], styleHead: [String],
    styles: [ScriptStyle], eventFormat: String, matrix: String?, fonts: MediaFile?
  ) {
    self.canvas = canvas
    self.storage = storage
    self.info = info
    self.styleHead = styleHead
    self.styles = styles
    self.eventFormat = eventFormat
    self.matrix = matrix
    self.fonts = fonts
    events = []
  }

  /// The file that libass reads.
  public var text: String {
    let lines =
      ["[Script Info]"] + info + styleHead + styles.map(\.line) + ["[Events]", eventFormat]
    return (lines + events.map(\.line)).joined(separator: "\n") + "\n"
  }

  /// The part of the script that decides its look from the millisecond `times.lowerBound` to
  /// `times.upperBound`: the texts that are shown, those before them in their chains, and the
  /// styles of these.
  ///
  /// A chain lasts until the next one of its layer starts, and has the texts that are still shown when it starts: from then
  /// on these are where they would be without what was before.
  public func restricted(to times: ClosedRange<Int64>) -> Script {
    func isShown(_ event: ScriptEvent) -> Bool {
      event.start <= times.upperBound && event.end > times.lowerBound
    }
    let lasting = chains.mapValues { starts in
      let first = max(0, starts.partitioningIndex { $0 > times.lowerBound } - 1)
      return Array(starts[first..<max(first, starts.partitioningIndex { $0 > times.upperBound })])
    }
    var shown: [Int: [Int64]] = [:]
    for event in events where isShown(event) {
      shown[event.layer, default: []] += event.chains(among: lasting[event.layer] ?? [])
    }
    shown = shown.mapValues { Set($0).sorted() }
    var script = self
    script.events = events.filter { event in
      isShown(event)
        || event.start <= times.upperBound
          && !event.chains(among: shown[event.layer] ?? []).isEmpty
    }
    if script.events.count == events.count { return self }
    var used: Set<String> = ["Default"]
    for event in script.events { used.formUnion(event.styles) }
    script.styles.removeAll { !used.contains($0.name) }
    return script
  }

  /// The starts of the chains of each layer, ascending.
  public var chains: [Int: [Int64]] {
    var chains: [Int: Set<Int64>] = [:]
    for event in events {
      if let chain = event.chain { chains[event.layer, default: []].insert(chain) }
    }
    return chains.mapValues { $0.sorted() }
  }
}

/// A style of a script.
public struct ScriptStyle: Hashable, Sendable, Codable {
  /// Its name.
  public var name: String
  /// Its line.
  public var line: String

  /// The style `name`.
  public init(_ name: String, line: String) { (self.name, self.line) = (name, line) }
}

/// A text of a script.
public struct ScriptEvent: Hashable, Sendable, Codable {
  /// The millisecond of the file at which it is shown first.
  public var start: Int64
  /// The first one at which it is not shown any more.
  public var end: Int64
  /// The layer of the texts that it makes way for.
  public var layer: Int
  /// The start of the first of the texts that it may make way for; nil where it has its place.
  public var chain: Int64?
  /// Its line.
  public var line: String
  /// The names of its styles.
  public var styles: [String]
  /// The digests of the font files that its characters are written with: they decide how it looks.
  public var fonts: [Fingerprint]

  /// A text from `start` to `end`.
  public init(
    from start: Int64, to end: Int64, layer: Int, chain: Int64?, line: String, styles: [String],
    fonts: [Fingerprint]
  ) {
    self.start = start
    self.end = end
    self.layer = layer
    self.chain = chain
    self.line = line
    self.styles = styles
    self.fonts = fonts
  }

  /// Those of the chains that start at `starts`, ascending, which it is a part of.
  public func chains(among starts: [Int64]) -> ArraySlice<Int64> {
    guard let chain else { return [] }
    let own = starts.partitioningIndex { $0 >= chain }
    let later = starts.partitioningIndex { $0 > start }
    let last = max(later, starts.partitioningIndex { $0 >= end })
    return own < later && starts[own] == chain
      ? starts[own..<own + 1] + starts[later..<last] : starts[later..<last]
  }
}

/// The fonts that libass has for a text beside those of the machine.
public struct ScriptFonts: Hashable, Sendable, Codable {
  /// The file of ASS or SSA that holds them; nil for none.
  public var file: MediaFile?

  /// The fonts in `file`.
  public init(_ file: MediaFile?) { self.file = file }
}

/// A script and the times of it that a part of a program shows.
public struct ScriptRead: Hashable, Sendable, Codable {
  /// The texts that decide it.
  public var script: Script
  /// The time of the file that each frame shows.
  public var map: TimeRemap
  /// The layer that asked for it.
  public var origin: Origin

  /// Shows `script` as `map` says.
  public init(_ script: Script, _ map: TimeRemap, _ origin: Origin) {
    self.script = script
    self.map = map
    self.origin = origin
  }

  /// The millisecond of the file that frame `index` shows.
  public func time(_ index: Int, rate: FrameRate) -> Int64 {
    (map.sourceTime(index, rate: rate) * Time(1000)).floor
  }

  /// The script as shown in frames `range`.
  public func slice(_ range: Range<Int>, rate: FrameRate) -> ScriptRead {
    let ends = [time(range.lowerBound, rate: rate), time(range.upperBound - 1, rate: rate)]
    let shown = min(ends[0], ends[1])...max(ends[0], ends[1])
    return ScriptRead(script.restricted(to: shown), map.slice(range, rate: rate), origin)
  }

  /// Numbers that differ where frames may look different.
  public func motion(at index: Int, _ rate: FrameRate) -> [UInt64] {
    [UInt64(bitPattern: time(index, rate: rate))]
  }
}
