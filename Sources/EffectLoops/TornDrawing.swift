// SPDX-License-Identifier: Apache-2.0

package import Kernels
package import XfadeKinds

extension TransitionFrame {
  /// Draws the colours of `effect`; a chroma sample has the mean of the pixels that it covers.
  @_specialize(where S == UInt8)
  @_specialize(where S == UInt16)
  package func drawTorn(_ effect: any TornEffect, matrix: ColorMatrix) {
    let scale = RGBScale(matrix, of: S.self)
    let shift = target.chroma.shift
    // One block for what is drawn, one in which rows are read.
    let memory = scratch.memory(.plane, of: Float.self, count: 2 * PixelBlock.size)
    let block = PixelBlock(memory: memory)
    let reading = PixelBlock(memory: memory + PixelBlock.size)
    let pictures = [
      LightRows(from, scale, reading, scratch, .cover),
      LightRows(to, scale, reading, scratch, .edge),
    ]
    let covered = [from.a != nil, to.a != nil]
    for line in 0..<target.u.height {
      let rows = line << shift..<min((line + 1) << shift, height)
      for first in stride(from: 0, to: width, by: PixelBlock.length) {
        let span = first..<min(first + PixelBlock.length, width)
        for y in rows {
          let made = y == rows.lowerBound ? block.upper : block.lower
          let row = TornRow(
            first: first, count: span.count, v: 1 - (Float(y) + 0.5) / Float(height), made: made,
            block: block, isOpaque: from.a == nil && to.a == nil,
            look: { isNew, channel, pixels, way in
              let picture = pictures[isNew ? 1 : 0]
              let tints = isNew ? block.to : block.from
              let out = tints.memory + channel * PixelBlock.length + pixels.lowerBound
              let (start, count) = (first + pixels.lowerBound, pixels.count)
              picture.look(channel, y, start, count, way, into: out)
              let alpha = tints.alpha + pixels.lowerBound
              guard covered[isNew ? 1 : 0] else {
                if channel == 1 { alpha.update(repeating: 1, count: count) }
                return
              }
              let covers = channel == 1 ? alpha : block.numbers
              picture.look(3, y, start, count, way, into: covers)
              for x in 0..<count { out[x] = covers[x] > 0 ? out[x] / covers[x] : 0 }
            })
          effect.fill(row)
          drawLuma(made, span, y, scale)
        }
        drawChroma(block.upper, rows.count > 1 ? block.lower : block.upper, span, line, scale)
      }
    }
  }
}
