// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

extension LineReader {
  /// Reads the arguments of a `listen` operation, as the printer writes them.
  mutating func listen() throws(GraphSyntaxError) -> Operation {
    try expect("from=")
    let start = try time()
    var remap = AudioRemap(start: start)
    if accept("speed=") {
      if isNext("(") {
        let curve = try speeds()
        try expect("heard=")
        remap = AudioRemap(curve, heardFrom: try time(), to: try time())
        guard remap.start == start else { throw fail("a curve from elsewhere") }
      } else {
        remap.speed = try time()
      }
    }
    if accept("pitch=follow") { remap.followsPitch = true }
    var channels: ChannelChoice?
    if accept("channels=") {
      channels = try value("choice of channels") { ChannelChoice(parsing: $0) }
    }
    let filters = try filters()
    try expect("samples=")
    return .listen(
      remap, channels: channels, filters: filters, samples: Int64(try int()))
  }

  /// Reads the filters of a mix, and its length.
  mutating func mixed() throws(GraphSyntaxError) -> (filters: ClipFilters, samples: Int64) {
    let filters = try filters()
    try expect("samples=")
    let samples = Int64(try int())
    try expect(":")
    return (filters, samples)
  }

  private mutating func filters() throws(GraphSyntaxError) -> ClipFilters {
    var filters: ClipFilters = []
    if accept("through=") {
      guard let list = AudioFilter.list(parsing: try string()) else {
        throw fail("a list of filters")
      }
      filters.list = list
    }
    if accept("tail=") { filters.tail = Int64(try int()) }
    return filters
  }
}

extension AudioFilter {
  /// Reads descriptions with commas between them; nil for anything else.
  static func list(parsing text: some StringProtocol) -> [AudioFilter]? {
    var filters: [AudioFilter] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = part.split(separator: "@", maxSplits: 1)
      let ends = halves.first?.split(separator: "=", maxSplits: 1) ?? []
      guard let name = ends.first, !name.isEmpty else { return nil }
      var settings: [(String, String)] = []
      for option in ends.dropFirst().joined().split(separator: ":") {
        let pair = option.split(separator: "=")
        guard pair.count == 2 else { return nil }
        settings.append((String(pair[0]), String(pair[1])))
      }
      let memory = halves.count > 1 ? Int64(halves[1]) : nil
      if halves.count > 1, memory == nil { return nil }
      filters.append(AudioFilter(String(name), settings, memory: memory))
    }
    return filters.isEmpty ? nil : filters
  }
}
