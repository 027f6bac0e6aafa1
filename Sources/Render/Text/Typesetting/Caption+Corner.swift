// SPDX-License-Identifier: Apache-2.0

public import Base
public import RenderProtocol

extension Caption {
  /// The start of its box, of `size`: at a whole pixel.
  ///
  /// - Parameter sizes: The sizes of the boxes of the texts for which it makes way, in their order. It moves away from
  ///   the edge that its anchor is nearer to until it overlaps none of them, unless it would leave the canvas.
  public func corner(of size: PixelSize, others sizes: [PixelSize] = []) -> (x: Int, y: Int) {
    var taken: [PixelRect] = []
    for (other, size) in zip(others ?? [], sizes) {
      taken.append(other.box(of: size, beside: taken))
    }
    let box = box(of: size, beside: taken)
    return (box.x, box.y)
  }

  /// Its box, of `size`, where it overlaps none of those that are `taken`.
  private func box(of size: PixelSize, beside taken: [PixelRect]) -> PixelRect {
    let own = PixelRect(
      x: start(place.x, anchor.x, size.width, canvas.width, margin?.width),
      y: start(place.y, anchor.y, size.height, canvas.height, margin?.height),
      width: size.width, height: size.height)
    var box = own
    let goesUp = anchor.y >= 0.5
    // Each step leaves at least one of them behind for good.
    while let other = taken.first(where: { $0.overlaps(box) }) {
      box.y = goesUp ? other.y - box.height : other.y + other.height
    }
    let isInside =
      box.y >= min(0, own.y) && box.y + box.height <= max(canvas.height, own.y + own.height)
    return isInside ? box : own
  }

  private func start(
    _ place: Double, _ anchor: Double, _ length: Int, _ canvas: Int, _ margin: Int?
  ) -> Int {
    // As any other text: at whole places it is as sharp as it was drawn.
    let start = Int(place.rounded(.down)) - Int((anchor * Double(length) - 0.5).rounded(.up))
    guard let margin else { return start }
    let last = canvas - margin - length
    // What is larger than its room begins or ends at the margin that it is next to.
    if last < margin { return anchor < 0.5 ? margin : anchor > 0.5 ? last : (margin + last) / 2 }
    return min(max(start, margin), last)
  }
}

extension PixelRect {
  fileprivate func overlaps(_ other: PixelRect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
