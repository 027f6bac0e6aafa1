// SPDX-License-Identifier: Apache-2.0

package import Base
import Catalog
package import Diagnostics
package import ProjectModel
package import RenderProtocol

extension PlacedOutput {
  /// The same with what follows from the canvas: the size of pictures that lie side by side.
  package func arranged(on canvas: CanvasFormat) -> PlacedOutput {
    var placed = self
    if let most = output.format.animation?.mostPerSecond, output.step == nil,
      canvas.rate.perSecond > Time(most)
    {
      // Each second frame, or third.
      let frames = (canvas.rate.perSecond / Time(most)).ceiling
      placed.output.step = Located(
        canvas.rate.frameDuration * Time(frames), at: output.file.span)
    }
    if let profile = output.profile, let largest = profile.value.rules.largest,
      output.format.isFilm, output.size == nil, !canvas.size.fits(in: largest)
    {
      placed.output.size = Located(canvas.size.fitted(in: largest), at: profile.span)
    }
    if output.isDraft {
      let whole = output.size?.value ?? canvas.size
      placed.output.size = Located(whole.halved, at: output.size?.span ?? output.span)
    }
    guard let sheet = output.sheet else { return placed }
    placed.output.size = Located(sheet.cell(of: canvas.size), at: output.span)
    // Heights are even, so that the shape may be off by a pixel.
    placed.output.fit = .stretch
    return placed
  }

  /// The frames of its own that it shows, by their places from 0; all of them for a film.
  package func kept(at rate: FrameRate) -> [Int] { output.kept(of: frames.count, at: rate) }

  /// The columns and rows of a sheet of `count` pictures; nil for outputs without sheets.
  package func grid(for count: Int) -> SheetSettings.Grid? {
    output.sheet?.grid(
      for: count, isSpread: output.step == nil, isStoryboard: output.format.isStoryboard)
  }

  /// The kind of output, for people; nil if its extension implies it.
  package func kind(at rate: FrameRate) -> String? {
    let format = output.format
    if format.isStream { return "stream of media segments" }
    guard format.isSilentPictures, !format.isStill else { return nil }
    let count = kept(at: rate).count
    let pictures = count == 1 ? "1 picture" : "\(count) pictures"
    if format.animation != nil { return "animation of \(pictures)" }
    guard let grid = grid(for: count), let size = output.size?.value else { return pictures }
    let sheets = (count + grid.count - 1) / grid.count
    let each = "\(pictures) of \(size)"
    if format.isStoryboard {
      return "thumbnails: \(each)" + (sheets == 1 ? "" : " on \(sheets) sprites")
    }
    return sheets == 1 ? "contact sheet of \(each)" : "\(sheets) contact sheets of \(each)"
  }

  /// The errors in the number of its pictures on `canvas`: they are closer together than frames,
  /// there are more than numbers or places for them, or they make a sheet that is too large.
  package func problems(on canvas: CanvasFormat) -> [Diagnostic] {
    let (format, rate) = (output.format, canvas.rate)
    guard format.isSilentPictures, !format.isStill else { return [] }
    if let kind = format.animation {
      let size = output.size?.value ?? canvas.size
      if min(size.width, size.height) < kind.smallest {
        return [
          .simple(
            "codec-settings",
            "pictures of \(size) are too small for .\(format.name), which begins at \(kind.smallest)x\(kind.smallest)",
            at: output.size?.span ?? output.file.span)
        ]
      }
      if let most = kind.mostPerSecond, let step = output.step, step.value < Time(1, over: most) {
        return [
          .simple(
            "close-pictures", "a .\(format.name) shows at most \(most) pictures a second",
            at: step.span, hint: "write rate: \(most)")
        ]
      }
    }
    if let step = output.step, step.value < rate.frameDuration {
      return [
        .simple(
          "close-pictures", "the film has \(rate) frames a second, and no pictures between them",
          at: step.span)
      ]
    }
    var count = kept(at: rate).count
    if let grid = grid(for: count) {
      if let problem = problem(of: grid, count) { return [problem] }
      count = (count + grid.count - 1) / grid.count
    }
    guard let name = output.numberedName ?? output.spriteName else { return [] }
    let last = (output.startNumber ?? 1) + count - 1
    let digits = String(last).utf8.count
    guard name.digits > 0, digits > name.digits else { return [] }
    let noun = format.isSequence ? "pictures" : "sheets"
    return [
      .simple(
        "many-pictures",
        "the last of \(count) \(noun) has the number \(last), which has more than \(name.digits) digits",
        at: output.file.span,
        hint: format.isStoryboard ? "write a longer time in 'every'" : "write %0\(digits)d")
    ]
  }

  /// The error of a sheet of `grid` for `count` pictures.
  private func problem(of grid: SheetSettings.Grid, _ count: Int) -> Diagnostic? {
    guard let sheet = output.sheet, let cell = output.size?.value else { return nil }
    let span = output.step?.span ?? output.file.span
    if count > SheetSettings.mostPictures {
      return .simple(
        "many-pictures",
        "\(count) small pictures are more than the \(SheetSettings.mostPictures) that are possible",
        at: span, hint: "write a longer time in 'every'")
    }
    if output.format.contents == .sheet(isNumbered: false), count > grid.count {
      return .simple(
        "many-pictures",
        "there are \(count) pictures, and a grid of \(grid.columns)x\(grid.rows) holds \(grid.count)",
        at: span,
        hint:
          "write %02d in the name of the file for several sheets, a larger grid, or leave out 'every' for as many pictures as the grid holds"
      )
    }
    let (columns, rows) = (
      min(grid.columns, count), min(grid.rows, (count + grid.columns - 1) / grid.columns)
    )
    let size = PixelSize(
      sheet.gap + columns * (cell.width + sheet.gap), sheet.gap + rows * (cell.height + sheet.gap))
    if max(size.width, size.height) <= SheetSettings.mostExtent,
      size.width * size.height <= SheetSettings.mostPixels
    {
      return nil
    }
    return .simple(
      "large-sheet", "the sheet would have \(size) pixels", at: output.file.span,
      hint: "write a smaller 'width' or another 'grid'")
  }
}

extension PixelSize {
  /// Half of it, in even numbers, as chroma samples want it.
  fileprivate var halved: PixelSize {
    PixelSize(max(2, width / 4 * 2), max(2, height / 4 * 2))
  }
}
