// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// Lets pictures go through a filter of libavfilter.
///
/// The filter is made anew where an option changes, so that a frame depends on nothing but its own values, whichever came
/// before it.
final class Filtering: Treating {
  private let use: FilterUse
  private let canvas: CanvasFormat
  /// The rules known for the filter; nil for one without a rule.
  private let traits: EffectTraits?
  /// The option that is set to the number of each frame; nil for none.
  private let seed: String?
  /// True if colours are weighted by alpha before they are mixed.
  private let spreads: Bool
  private var graph: EffectGraph?
  private var made: (form: EffectGraph.Form, settings: [FilterUse.Setting])?
  /// The treatment of alpha by the filter that was made.
  private var handling = AlphaHandling.filtered

  /// True if the filter gives alpha of 8 bits for a canvas of 10.
  private var widensAlpha = false

  /// True if chroma is brought to another size for the filter, whatever the alpha.
  private var mixesChroma = false

  private enum AlphaHandling {
    /// It gets alpha with the colours.
    case filtered
    /// It gets the colours alone, and the picture's alpha stays as it is.
    case kept
    /// It gets the colours alone, and the alpha that it makes is multiplied by the picture's.
    case multiplied
  }

  init(_ use: FilterUse, canvas: CanvasFormat) {
    self.use = use
    self.canvas = canvas
    if case .allowed(let traits) = EffectRule.named(use.name)?.verdict {
      (seed, spreads, self.traits) = (traits.seed(in: use.settings), traits.spreads, traits)
    } else {
      (seed, spreads, traits) = (nil, false, nil)
    }
  }

  /// `picture` after the filter with the options that change at `numbers`; `index` is its number among the frames of the
  /// treatment.
  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer {
    let number = use.firstFrame.map { $0 + index } ?? 0
    let own = seeded(use.settings(numbers), number)
    let settings = traits?.settings(own, forFrame: number, at: canvas.rate) ?? own
    let form = EffectGraph.Form(
      size: picture.size, format: picture.frame.pixelFormat, output: picture.frame.pixelFormat,
      rate: canvas.rate, matrix: canvas.color.matrixName, range: canvas.color.rangeName,
      color: canvas.color.stated.tags)
    if use.isRenewed || made?.form != form || made?.settings != settings {
      try make(form, settings)
      made = (form, settings)
    }
    let input = try picture.frame.reference()
    input.color = canvas.color.stated.tags
    if picture.hasAlpha, mixesChroma { try input.spreadColors() }
    if handling != .filtered { input.dropAlpha() }
    let isWeighted = spreads && picture.hasAlpha && handling == .filtered
    if isWeighted { try input.weight(by: .multiply, in: canvas.color) }
    guard let output = try graph?.filtered(input, number: number) else {
      preconditionFailure("a filter that was not made")
    }
    output.color = canvas.color.stated.tags
    if isWeighted { try output.weight(by: .divide, in: canvas.color) }
    if widensAlpha { try output.widenAlpha() }
    switch handling {
    case .filtered: return ImageBuffer(output)
    case .kept: return ImageBuffer(try output.withAlpha(of: picture.frame))
    case .multiplied:
      try output.makeWritable()
      let result = ImageBuffer(output)
      result.mask(by: picture, LayerMask(.alpha), in: canvas.color)
      return result
    }
  }

  /// `settings` with a seed of its own for frame `number`, where the filter draws random numbers for each frame.
  private func seeded(_ settings: [FilterUse.Setting], _ number: Int) -> [FilterUse.Setting] {
    guard let seed else { return settings }
    let base = settings.last { $0.name == seed }.flatMap { Int($0.value) } ?? 0
    let own = (max(0, base) &+ number) & 0x7fff_ffff
    return settings.filter { $0.name != seed } + [FilterUse.Setting(name: seed, value: "\(own)")]
  }

  /// Makes the filter for pictures of `form`.
  private func make(_ form: EffectGraph.Form, _ settings: [FilterUse.Setting]) throws(AVError) {
    var filter = Filter(use.name)
    filter.options =
      settings.map { Filter.Setting(name: $0.name, value: $0.value) }
      + use.files.map { Filter.Setting(name: $0.name, value: $0.file.path) }
    graph = nil
    handling = .filtered
    let hasAlpha = form.format.hasAlpha
    var made: EffectGraph
    if hasAlpha, traits?.takesColorsAlone(with: settings) == true {
      made = try ofColors(filter, form)
    } else {
      made = try EffectGraph(filter, form)
      if hasAlpha, !made.taken.hasAlpha {
        // The filter would lose alpha.
        made = try ofColors(filter, form)
      } else if !hasAlpha, made.given.hasAlpha {
        // The filter makes alpha.
        var form = form
        form.output = canvas.color.drawnFormat(hasAlpha: true)
        made = try EffectGraph(filter, form)
      }
    }
    widensAlpha =
      canvas.color.isDeep && handling != .kept && made.given.hasAlpha
      && made.given.depth == 8
    mixesChroma = made.taken.chromaShift != form.format.chromaShift
    graph = consume made
  }

  /// `filter` for the colours of pictures of `form`, which have alpha.
  private func ofColors(_ filter: Filter, _ form: EffectGraph.Form) throws(AVError) -> EffectGraph {
    var form = form
    form.format = canvas.color.drawnFormat(hasAlpha: false)
    if case .multiplied = traits?.alpha {
      handling = .multiplied
    } else {
      handling = .kept
      form.output = form.format
    }
    return try EffectGraph(filter, form)
  }
}

extension Frame {
  /// Weights colours by alpha.
  fileprivate func weight(
    by weighting: AlphaWeighting, in color: CanvasColor
  ) throws(AVError) {
    try makeWritable()
    if pixelFormat.depth > 8 {
      withView(of: UInt16.self) {
        Kernels.weight($0, by: weighting, black: color.isFullRange ? 0 : 64)
      }
    } else {
      withView(of: UInt8.self) {
        Kernels.weight($0, by: weighting, black: color.isFullRange ? 0 : 16)
      }
    }
  }

  /// The same colours with the alpha of `other`, a picture of the same size on the same canvas.
  fileprivate func withAlpha(of other: borrowing Frame) throws(AVError) -> Frame {
    let result = try Frame(size: size, format: other.pixelFormat)
    result.color = color
    let bytes = other.pixelFormat.depth > 8 ? 2 : 1
    let shift = other.pixelFormat.chromaShift
    for plane in 0..<4 {
      let isChroma = plane == 1 || plane == 2
      let width = isChroma ? (size.width + (1 << shift.x) - 1) >> shift.x : size.width
      let rows = isChroma ? (size.height + (1 << shift.y) - 1) >> shift.y : size.height
      if plane == 3 {
        result.copy(plane, of: other, rows, bytes: width * bytes)
      } else {
        result.copy(plane, of: self, rows, bytes: width * bytes)
      }
    }
    return result
  }

  /// Copies `bytes` bytes of each of the first `rows` rows of a plane.
  private func copy(_ plane: Int, of other: borrowing Frame, _ rows: Int, bytes: Int) {
    withPlane(plane) { target, stride in
      other.withPlane(plane) { source, otherStride in
        for y in 0..<rows {
          (target + y * stride).update(from: source + y * otherStride, count: bytes)
        }
      }
    }
  }
}
