// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderGraph
import RenderProtocol

// Treatments: what is done to a layer is drawn as a stack, on a canvas that is as large as what is seen of it.

extension PictureGenerator {
  /// The layers of `id` after a treatment.
  func treated(
    _ kind: LayerTreatment.Kind, _ step: LayerStep, on id: NodeID, window: Range<Int>
  ) -> [Layer] {
    let numbers = numbers(kind, of: step, window)
    if numbers.isIdentity(kind) { return layers(of: id, window: window, onto: nil) }
    let reach = max(
      step.reach(on: canvas),
      Int(numbers.values.reduce(0.0) { max($0, kind.reach($1) / Double(scale)) }.rounded(.up)))
    let outline = step.stage == .border ? step.outlineHull(on: canvas) : nil
    let inner = kind.keepsDetail ? enlarged(for: [id], window: window) : self
    guard
      let sheet = sheet(
        showing: box(of: id, and: outline, reach: reach), drawnBy: inner)
    else { return [] }
    let layers = sheet.generator.layers(of: id, window: window, onto: nil)
    if layers.isEmpty { return [] }
    var layer = self.layer(.stack(sheet.laid(layers.isolated)), on: sheet)
    layer.treatment = LayerTreatment(
      kind,
      sheet.generator.numbers(kind, of: step, window)
        .map { kind.moved($0, Double(-sheet.box.x), Double(-sheet.box.y)) })
    if kind == .blur || kind == .pixelate, case .stack(let drawn) = layer.content {
      layer.treatment?.cover = drawn.cover(of: footage)
    }
    // What is blended as a whole stays so.
    if layers.count == 1 { layer.combine(as: layers[0]) }
    return [layer]
  }

  private func numbers(
    _ kind: LayerTreatment.Kind, of step: LayerStep, _ window: Range<Int>
  ) -> PerFrame<[Double]> {
    sample(window, isConstant: step.isConstant) {
      kind.clamped(step.numbers(at: $0, canvas: canvas, scale: Double(scale)))
    }
  }
}

extension PerFrame<[Double]> {
  /// Returns true if they change nothing at any time.
  fileprivate func isIdentity(_ kind: LayerTreatment.Kind) -> Bool {
    values.allSatisfy { kind.isIdentity($0) }
  }
}
