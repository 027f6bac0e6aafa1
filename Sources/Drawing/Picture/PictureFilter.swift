// SPDX-License-Identifier: Apache-2.0

package import AV
package import Actions
import Basics
import Kernels
import MediaFiles

/// Performs a picture's steps on decoded frames; the same frame twice is filtered once.
package final class PictureFilter {
  private let steps: [PictureStep]
  private let color: CanvasColor
  private let usesAlpha: Bool
  private let isPremultiplied: Bool
  private var form: DecodedForm?
  /// What frames go through; between two of them they get the system's gamma.
  private var chains: [FilterChain] = []
  private var lastInput: SharedFrame?
  private var lastOutput: SharedFrame?

  /// Performs `steps`, and converts to `color`.
  package init(
    _ steps: [PictureStep], color: CanvasColor, usesAlpha: Bool = true,
    isPremultiplied: Bool = false
  ) {
    self.steps = steps
    self.color = color
    self.usesAlpha = usesAlpha
    self.isPremultiplied = isPremultiplied
  }

  /// `input` in shape.
  package func apply(_ input: SharedFrame) throws(AVError) -> SharedFrame {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    let form = form(of: input)
    // Streams may change their size or format in the middle.
    if form != self.form {
      chains = filters(for: form).map { FilterChain($0) }
      self.form = form
    }
    let output = try run(input, as: form.format)
    (lastInput, lastOutput) = (input, output)
    return output
  }

  /// The chains of filters that `input` goes through; between two of them it gets the system's gamma.
  func filters(for input: SharedFrame) -> [[Filter]] { filters(for: form(of: input)) }

  private func filters(for form: DecodedForm) -> [[Filter]] {
    pictureFilters(steps, form: form, color: color).split(separator: .systemGamma)
      .map { Array($0) }.filter { !$0.isEmpty }
  }

  private func form(of input: SharedFrame) -> DecodedForm {
    var form = DecodedForm(input.frame, for: color)
    form.usesAlpha = usesAlpha
    form.isPremultiplied = isPremultiplied
    return form
  }

  /// Lets go of the frames it remembers.
  func forgetFrames() { (lastInput, lastOutput) = (nil, nil) }

  private func run(
    _ input: SharedFrame, as format: PixelFormat
  ) throws(AVError) -> SharedFrame {
    let isRenamed = format != input.frame.pixelFormat
    guard !chains.isEmpty || isRenamed else { return input }
    var output = try input.frame.reference()
    if isRenamed { output.dropFullRangeFormat() }
    guard !chains.isEmpty else { return SharedFrame(output, ticks: input.ticks) }
    for (index, chain) in chains.enumerated() {
      if index > 0 { try output.giveSystemGamma() }
      output = try chain.run(output)
    }
    if form?.widensAlpha == true { try output.widenAlpha() }
    // Filters leave it with the tags of what went in, and it would be converted again.
    output.color = ColorTags(color.stated.tags)
    return SharedFrame(output, ticks: input.ticks)
  }
}

/// Filters that one frame after the other goes through.
private final class FilterChain {
  private let filters: [Filter]
  private var graph: FilterGraph?

  init(_ filters: [Filter]) { self.filters = filters }

  /// `frame`, filtered; all frames have one size and format.
  func run(_ frame: borrowing Frame) throws(AVError) -> Frame {
    if graph == nil {
      graph = try FilterGraph(
        .picture(size: frame.size, format: frame.pixelFormat, timeBase: Time(1, over: 1000)),
        filters)
    }
    frame.timestamp = 0
    try graph?.push(frame)
    let output = try Frame()
    guard try graph?.pull(into: output) == .filled else {
      throw AVError(unreadable: "filter a frame", because: "no frame came out")
    }
    return output
  }
}

extension Frame {
  private static let systemGamma = SystemGamma()

  /// Prepares a picture of linear light for HLG.
  fileprivate func giveSystemGamma() throws(AVError) {
    try makeWritable()
    // Planes are green, blue and red.
    guard let green = plane(0), let blue = plane(1), let red = plane(2) else {
      preconditionFailure("a picture without planes")
    }
    func row(_ base: UnsafeMutablePointer<UInt8>, _ plane: Int, _ y: Int)
      -> UnsafeMutablePointer<Float>
    {
      UnsafeMutableRawPointer(base + y * stride(plane)).assumingMemoryBound(to: Float.self)
    }
    for y in 0..<size.height {
      Frame.systemGamma.prepare(
        red: row(red, 2, y), green: row(green, 0, y), blue: row(blue, 1, y), size.width)
    }
  }
}
