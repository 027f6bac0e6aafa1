// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import RenderProtocol

/// A sheet of small pictures of transitions, each at some moments beside its name, between two drawn pictures.
struct TransitionSheet {
  /// A text, and where its line begins.
  struct Label: Hashable {
    var text: String
    var x, y: Int
  }

  /// A label as it was drawn, and where in that its line is.
  struct Raster {
    var file: MediaFile
    var box: PixelRect
  }

  static let fontSize = 15.0
  /// The times of the pictures, in thousandths.
  static let moments = [100, 300, 500, 700, 900]
  private static let whole = 1000
  private static let (gap, margin, name, line) = (4, 16, 216, 20)

  private let styles: [TransitionStyle]
  /// The number of kinds side by side, and the number below each other.
  private let columns, rows: Int
  private let thumb: PixelSize

  /// A few kinds are drawn larger than many.
  init(_ styles: [TransitionStyle]) {
    precondition(!styles.isEmpty, "a sheet of nothing")
    self.styles = styles
    thumb = styles.count <= 8 ? PixelSize(256, 144) : PixelSize(160, 90)
    columns = min((styles.count + 39) / 40, 6)
    rows = (styles.count + columns - 1) / columns
  }

  private var cell: PixelSize {
    PixelSize(
      Self.name + Self.moments.count * (thumb.width + Self.gap) + Self.margin,
      thumb.height + Self.gap)
  }

  /// The size of the sheet.
  var size: PixelSize {
    PixelSize(
      columns * cell.width + Self.margin, Self.line + rows * cell.height + 2 * Self.margin)
  }

  /// The place of the picture of a kind at a moment.
  func place(_ index: Int, _ moment: Int) -> (x: Int, y: Int) {
    (
      Self.margin + index / rows * cell.width + Self.name + moment * (thumb.width + Self.gap),
      Self.margin + Self.line + index % rows * cell.height
    )
  }

  /// The names of all kinds, and the moments above them.
  var labels: [Label] {
    let names = styles.indices.map { index in
      let (x, y) = place(index, 0)
      return Label(
        text: styles[index].name, x: x - Self.name, y: y + (thumb.height - Self.line) / 2)
    }
    let moments = Self.moments.indices.flatMap { moment in
      (0..<columns).map { column in
        let (x, y) = place(column * rows, moment)
        return Label(text: "\(Self.moments[moment] / 10) %", x: x, y: y - Self.line)
      }
    }
    return names + moments
  }

  /// The program of the sheet, with the rasters of `labels`, and a picture for kinds that read one.
  func program(_ rasters: [Raster], map: TransitionMap) -> RenderProgram {
    var layers = styles.indices.flatMap { index in
      Self.moments.indices.map { moment in
        let (x, y) = place(index, moment)
        var layer = Layer(
          content: .transition(transition(styles[index], at: Self.moments[moment], map)),
          placement: .at(x: x, y: y))
        layer.canvas = thumb
        return layer
      }
    }
    for (label, raster) in zip(labels, rasters) {
      layers.append(
        Layer(
          content: .picture(Picture(source: .raster(raster.file, .none))),
          placement: .at(x: label.x - raster.box.x, y: label.y - raster.box.y)))
    }
    return RenderProgram(
      canvas: CanvasFormat(size: size, rate: FrameRate(25), color: .bt709.withFullChroma),
      parts: [LayerInterval(frameCount: 1, background: Color(24, 24, 28), layers: layers)])
  }

  private func transition(
    _ style: TransitionStyle, at moment: Int, _ map: TransitionMap
  ) -> Transition {
    let numbers = style.defaults
    let scenes = SheetScenes(thumb)
    var transition = Transition(
      name: style.kernel, parameters: numbers.isEmpty ? nil : numbers, from: scenes.day,
      to: scenes.night, background: .black, offset: moment, duration: Self.whole)
    if style.map != nil { transition.map = map }
    return transition
  }
}
