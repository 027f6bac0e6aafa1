// SPDX-License-Identifier: Apache-2.0

package import Base
import Kernels
package import LibAV
package import MediaIO
package import RenderProtocol

/// Applies a picture's steps to decoded frames; a repeated frame is filtered once.
package final class PictureFilter {
  private let steps: [PictureStep]
  /// The size that the steps count on; nil for whatever frames have.
  private let size: PixelSize?
  private let color: CanvasColor
  private let usesAlpha: Bool
  private var form: DecodedForm?
  /// The filters to a form in which hidden colours are replaced; nil if frames have one.
  private var preparation: FilterChain?
  /// True if hidden colours are replaced, after the preparation.
  private var spreads = false
  /// True if frames are painted by a kernel instead of going through the chains.
  private var isPainted = false
  /// The filter chains; the system gamma is applied between consecutive ones.
  private var chains: [FilterChain] = []
  private var lastInput: ImageBuffer?
  private var lastOutput: ImageBuffer?

  /// A filter that performs `steps`, which count on frames of `size`, and converts to `color`.
  package init(
    _ steps: [PictureStep], of size: PixelSize? = nil, color: CanvasColor, usesAlpha: Bool = true
  ) {
    self.steps = steps
    self.size = size
    self.color = color
    self.usesAlpha = usesAlpha
  }

  /// The filtered `input`.
  package func apply(_ input: ImageBuffer) throws(AVError) -> ImageBuffer {
    if let lastInput, let lastOutput, lastInput === input { return lastOutput }
    let form = form(of: input)
    // Streams may change their size or format midway.
    if form != self.form {
      let plan = FilterPlan(steps(for: form.size), form, color)
      preparation = plan.preparation.isEmpty ? nil : FilterChain(plan.preparation)
      spreads = plan.spreads
      isPainted = steps.isEmpty && form.isPaintable(on: color)
      chains = plan.chains.map { FilterChain($0) }
      self.form = form
    }
    let output = try run(input, as: form.format)
    (lastInput, lastOutput) = (input, output)
    return output
  }

  /// A filter chain, or one that does what a kernel does, and what a kernel does before it.
  typealias Stage = (kernel: FilterGraphDescription.Kernel?, filters: [Filter])

  /// The filter chains for `input`, and what is done between them.
  func filters(for input: ImageBuffer) -> [Stage] {
    let form = form(of: input)
    let plan = FilterPlan(steps(for: form.size), form, color)
    let chains = plan.chains.enumerated().map { index, chain -> Stage in
      (index > 0 ? .systemGamma : plan.spreads ? .hiddenColors : nil, chain)
    }
    return (plan.preparation.isEmpty ? [] : [(nil, plan.preparation)]) + chains
  }

  /// The steps for frames of `own` size: where a stream changes its size midway, a whole frame
  /// still fills the same box.
  private func steps(for own: PixelSize) -> [PictureStep] {
    guard let size, own != size else { return steps }
    for step in steps {
      if case .scale = step { return steps }
      if case .crop = step { break }
    }
    return [.scale(size)] + steps
  }

  private func form(of input: ImageBuffer) -> DecodedForm {
    var form = DecodedForm(input.frame, for: color)
    form.usesAlpha = usesAlpha
    return form
  }

  /// Releases the cached frames.
  func forgetFrames() { (lastInput, lastOutput) = (nil, nil) }

  private func run(
    _ input: ImageBuffer, as format: PixelFormat
  ) throws(AVError) -> ImageBuffer {
    let isRenamed = format != input.frame.pixelFormat
    guard !chains.isEmpty || isRenamed else { return input }
    if isPainted {
      let result = try ImageBuffer(size: input.frame.size, hasAlpha: true, in: color)
      result.paint(input.frame, in: color)
      return result
    }
    var output = try input.frame.reference()
    if isRenamed { output.dropFullRangeFormat() }
    guard !chains.isEmpty else {
      let result = ImageBuffer(output, ticks: input.ticks)
      result.isSlow = input.isSlow
      return result
    }
    if let preparation { output = try preparation.run(output) }
    if spreads { try output.spreadColors() }
    for (index, chain) in chains.enumerated() {
      if index > 0 { try output.giveSystemGamma() }
      output = try chain.run(output)
    }
    if form?.widensAlpha == true { try output.widenAlpha() }
    // Filters leave the input's tags on the output, which would then be converted again.
    output.color = color.stated.tags
    let result = ImageBuffer(output, ticks: input.ticks)
    result.isSlow = input.isSlow || steps.contains(.blur)
    return result
  }
}

/// The processing of frames of one form.
private struct FilterPlan {
  /// Filters before hidden colours are replaced.
  var preparation: [Filter] = []
  /// True if hidden colours are replaced, so that none is mixed in.
  var spreads = false
  /// The filter chains after that; the system gamma is applied between consecutive ones.
  var chains: [[Filter]]

  init(_ steps: [PictureStep], _ form: DecodedForm, _ color: CanvasColor) {
    var form = form
    if form.mixesHiddenColors(steps, color), let spreadable = form.spreadable {
      spreads = true
      (form, preparation) = spreadable
    }
    chains = pictureFilters(steps, form: form, color: color).split(separator: .systemGamma)
      .map { Array($0) }.filter { !$0.isEmpty }
  }
}

/// A filter chain that frames pass through one after the other.
private final class FilterChain {
  private let filters: [Filter]
  private var graph: FilterGraph?

  init(_ filters: [Filter]) { self.filters = filters }

  /// The filtered `frame`; all frames have the same size and format.
  func run(_ frame: borrowing Frame) throws(AVError) -> Frame {
    if graph == nil {
      graph = try FilterGraph(.picture(like: frame, timeBase: Time(1, over: 1000)), filters)
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

  /// Applies the HLG system gamma to a picture of linear light.
  fileprivate func giveSystemGamma() throws(AVError) {
    try makeWritable()
    for y in 0..<size.height {
      // Planes are green, blue and red.
      withRow(y, of: 0) { green in
        withRow(y, of: 1) { blue in
          withRow(y, of: 2) { red in
            Frame.systemGamma.prepare(red: red, green: green, blue: blue, size.width)
          }
        }
      }
    }
  }

  private func withRow(
    _ y: Int, of plane: Int, _ body: (UnsafeMutablePointer<Float>) -> Void
  ) {
    withPlane(plane) { base, stride in
      body(UnsafeMutableRawPointer(base + y * stride).assumingMemoryBound(to: Float.self))
    }
  }
}
