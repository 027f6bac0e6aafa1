// SPDX-License-Identifier: Apache-2.0

import RenderProtocol

extension Explanation.Making {
  /// The inputs, their filters, the drawn layers and the encoder, line by line.
  var lines: [String] {
    let verb = isSound ? "mix " : "draw "
    let indent = String(repeating: " ", count: verb.count)
    return sketch.parts.flatMap { part -> [String] in
      let title = sketch.parts.count > 1 ? ["\(part.count) frames:"] : []
      return title + part.inputs.enumerated().flatMap { lines($0.element, number: $0.offset) }
        + part.steps.enumerated().map { ($0 == 0 ? verb : indent) + $1 }
    } + ["encode " + encoder.map(quoted).joined(separator: " ")]
  }

  private func lines(_ input: FilterGraphDescription.Input, number: Int) -> [String] {
    var line = "input \(number): \(input.reads)"
    if let path = input.path {
      let words = input.options.map { $0 + ["-i", path] } ?? ["of", path]
      line += "; " + words.map(quoted).joined(separator: " ")
    }
    let graphs = zip(input.graphs, input.kernels).map { graph, kernel in
      (kernel?.words ?? "") + "-filter_complex \(quoted(graph))"
    }
    return [line]
      + (graphs.isEmpty ? ["\(isSound ? "samples" : "frames") stay as they are"] : graphs).map {
        "  " + $0
      }
  }

  /// A word as a shell reads it.
  private func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || "-_./:=,+%@".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: #"'\''"#) + "'"
  }
}

extension FilterGraphDescription.Kernel {
  /// The words before the graph that follows.
  fileprivate var words: String {
    switch self {
    case .hiddenColors: "colours of visible pixels for clear ones near them, then "
    case .systemGamma: "the system's gamma of HLG, then "
    }
  }
}
