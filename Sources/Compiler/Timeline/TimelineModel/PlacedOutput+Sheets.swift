// SPDX-License-Identifier: Apache-2.0

package import Base
import ProjectModel
package import RenderProtocol

/// Outputs whose pictures lie side by side.
extension PlacedOutput {
  /// The sheets of its pictures, its frames at the places `kept` of a film of `rate`; nil for
  /// outputs without sheets.
  ///
  /// - Parameter raster: Of `letters`; nil for none.
  package func sheets(of kept: [Int], at rate: FrameRate, letters raster: Raster?) -> SheetForm? {
    guard let sheet = output.sheet, let cell = output.size?.value, let grid = grid(for: kept.count)
    else { return nil }
    let isStoryboard = output.format.isStoryboard
    var form = SheetForm(
      name: output.file.value.split(separator: "/").last.map(String.init) ?? "",
      numbers: output.numbers, encoder: output.format.container, quality: isStoryboard ? 4 : 2,
      columns: grid.columns, rows: grid.rows, cell: cell, gap: sheet.gap,
      background: sheet.background)
    if isStoryboard { form.times = (kept + [frames.count]).map { rate.time(of: $0) } }
    if let block = letters, let raster {
      let times = kept.map { rate.time(of: frames.lowerBound + $0) }
      let hasParts = zip(times, times.dropFirst()).contains { $1 - $0 < Time(1) }
      let hasHours = (times.last ?? .zero) >= Time(3600)
      form.labels = SheetLabels(
        raster: raster.file.digest,
        letters: zip(Self.signs, raster.facts.cells).map { letter, cell in
          SheetGlyph(
            letter, area: cell.area, x: cell.origin.x, y: cell.origin.y, advance: cell.advance,
            ascent: cell.ascent, descent: cell.descent)
        }, size: Int(block.size),
        texts: times.map { SheetLabels.text(of: $0, hasHours: hasHours, hasParts: hasParts) })
    }
    return form
  }

  /// The animation of its pictures on `canvas`, or in the size `finished`; nil for other outputs.
  package func animation(at canvas: CanvasFormat, _ finished: PixelSize?) -> AnimationForm? {
    guard let kind = output.format.animation, let settings = output.animation else { return nil }
    let coding: AnimationForm.Coding =
      switch (kind, output.preset) {
      case (.gif, _): .gif(colors: settings.colors, settings.dither)
      // Without loss it is how much work is done.
      case (.webp, .lossless): .webp(quality: 75, isLossless: true)
      case (.webp, .highest), (.webp, .passthrough): .webp(quality: 90, isLossless: false)
      case (.webp, .medium): .webp(quality: 75, isLossless: false)
      case (.webp, .low): .webp(quality: 50, isLossless: false)
      case (.avif, .medium): .avif(quality: 32, speed: 7)
      case (.avif, .low): .avif(quality: 42, speed: 9)
      case (.avif, _): .avif(quality: 22, speed: 6)
      }
    return AnimationForm(
      name: output.file.value.split(separator: "/").last.map(String.init) ?? "", coding: coding,
      size: finished ?? canvas.size, plays: settings.plays,
      step: output.step?.value ?? canvas.rate.frameDuration,
      duration: canvas.rate.time(of: frames.count))
  }

  /// All letters of times, in the order in which they are drawn.
  private static let signs = (0...9).map(String.init) + [":", "."]

  /// The letters drawn to write the times on its pictures; nil if none are written.
  package var letters: TextBlock? {
    guard let sheet = output.sheet, sheet.hasTimestamps, let cell = output.size?.value else {
      return nil
    }
    return TextBlock(
      text: Self.signs.joined(separator: "\n"), font: FontChoice(family: "sans-serif"),
      size: Double(max(9, min(cell.height / 9, 48))), color: .white, alignment: .left,
      isSheet: true)
  }
}

extension Output {
  /// The names of its numbered pictures or sheets; nil without numbers.
  package var numbers: SequenceForm? {
    (numberedName ?? spriteName).map {
      SequenceForm(
        before: $0.before, digits: $0.digits, after: $0.after, first: startNumber ?? 1)
    }
  }
}
