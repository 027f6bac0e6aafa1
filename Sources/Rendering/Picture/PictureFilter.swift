// SPDX-License-Identifier: Apache-2.0

import AV
import Actions
import Basics

/// Performs a picture's steps on decoded frames; the same frame twice is filtered once.
final class PictureFilter {
  private let steps: [PictureStep]
  private let color: CanvasColor
  private let usesAlpha: Bool
  private let isPremultiplied: Bool
  private var form: DecodedForm?
  private var graph: FilterGraph?
  private var lastInput: SharedFrame?
  private var lastOutput: SharedFrame?

  /// Performs `steps`, and converts to `color`.
  init(
    _ steps: [PictureStep], color: CanvasColor, usesAlpha: Bool = true,
    isPremultiplied: Bool = false
  ) {
    self.steps = steps
    self.color = color
    self.usesAlpha = usesAlpha
    self.isPremultiplied = isPremultiplied
  }

  /// `input` in shape.
  func apply(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    var form = DecodedForm(input.frame, for: color)
    form.usesAlpha = usesAlpha
    form.isPremultiplied = isPremultiplied
    // Streams may change their size or format in the middle.
    if form != self.form {
      let filters = pictureFilters(steps, form: form, color: color)
      graph = nil
      if !filters.isEmpty {
        graph = try FilterGraph(
          .picture(size: form.size, format: form.format, timeBase: Time(1, over: 1000)), filters)
      }
      self.form = form
    }
    let output = try run(input, as: form.format)
    (lastInput, lastOutput) = (input, output)
    return output
  }

  /// Lets go of the frames it remembers.
  func forgetFrames() { (lastInput, lastOutput) = (nil, nil) }

  private func run(
    _ input: SharedFrame, as format: PixelFormat
  ) throws(AVError) -> SharedFrame {
    let isRenamed = format != input.frame.pixelFormat
    guard graph != nil || isRenamed else { return input }
    let source = try input.frame.reference()
    if isRenamed { source.dropFullRangeFormat() }
    guard graph != nil else { return SharedFrame(source, ticks: input.ticks) }
    source.timestamp = 0
    try graph?.push(source)
    let output = try Frame()
    guard try graph?.pull(into: output) == .filled else {
      throw AVError(unreadable: "filter a frame", because: "no frame came out")
    }
    // Filters leave it with the tags of what went in, and it would be converted again.
    output.color = ColorTags(color.stated.tags)
    return SharedFrame(output, ticks: input.ticks)
  }
}
