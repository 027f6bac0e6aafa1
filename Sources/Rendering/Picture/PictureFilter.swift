// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Performs a picture's steps on decoded frames; the same frame twice is filtered once.
final class PictureFilter {
  private let steps: [PictureStep]
  private let usesAlpha: Bool
  private let isPremultiplied: Bool
  private var form: DecodedForm?
  private var graph: FilterGraph?
  private var lastInput: SharedFrame?
  private var lastOutput: SharedFrame?

  init(_ steps: [PictureStep], usesAlpha: Bool = true, isPremultiplied: Bool = false) {
    self.steps = steps
    self.usesAlpha = usesAlpha
    self.isPremultiplied = isPremultiplied
  }

  /// `input` in shape.
  func apply(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    var form = DecodedForm(input.frame)
    form.usesAlpha = usesAlpha
    form.isPremultiplied = isPremultiplied
    // Streams may change their size or format in the middle.
    if form != self.form {
      let filters = pictureFilters(steps, form: form)
      graph = nil
      if !filters.isEmpty {
        graph = try FilterGraph(
          .picture(size: form.size, format: form.format, timeBase: Time(1, over: 1000)), filters)
      }
      self.form = form
    }
    let output = try run(input)
    (lastInput, lastOutput) = (input, output)
    return output
  }

  /// Lets go of the frames it remembers.
  func forgetFrames() { (lastInput, lastOutput) = (nil, nil) }

  private func run(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    guard graph != nil else { return input }
    let source = try input.frame.reference()
    source.timestamp = 0
    try graph?.push(source)
    let output = try Frame()
    guard try graph?.pull(into: output) == .filled else {
      throw AVError(unreadable: "filter a frame", because: "no frame came out")
    }
    // Filters leave it with the tags of what went in, and it would be converted again.
    output.color = .canvas
    return SharedFrame(output, ticks: input.ticks)
  }
}
