// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
import RenderProtocol

/// Writes pictures of a film side by side.
///
/// Memory holds one sheet.
struct SheetWriter {
  private let film: LinkRequest
  private let form: SheetForm
  private let letters: RasterFile?

  /// The pictures of `film`, to be written into the folder that is its output.
  ///
  /// - Parameter letters: The path of the raster of letters that are written on them; nil for none.
  init(_ film: LinkRequest, _ form: SheetForm, letters: String?) throws(RenderFailure) {
    (self.film, self.form) = (film, form)
    guard let letters, form.labels != nil else {
      self.letters = nil
      return
    }
    do throws(RenderingFileError) { self.letters = try RasterFile(path: letters) } catch {
      throw RenderFailure(
        kind: .disk, message: "cannot read letters: \(error.reason)", log: [error.path])
    }
  }

  /// Writes all sheets, then the text about them where there is one.
  func write(progress: (Int) -> Void) throws(RenderFailure) -> [DeliveredFile] {
    let count = try film.pictureCount()
    guard let rgba = PixelFormat(named: "rgba") else { return [] }
    let pictures = try KeptPictures(film, as: rgba)
    var files: [DeliveredFile] = []
    for index in 0..<form.sheetCount(of: count) {
      let bytes = try sheet(index, of: count, pictures, progress)
      try StreamHeader.write(bytes, to: film.output + "/" + form.sheetName(index))
      files.append(DeliveredFile(name: form.sheetName(index), bytes: Int64(bytes.count)))
    }
    if form.times != nil {
      let bytes = Array(form.cues { PlaylistURI($0).text }.utf8)
      try StreamHeader.write(bytes, to: film.output + "/" + form.name)
      files.append(DeliveredFile(name: form.name, bytes: Int64(bytes.count)))
    }
    return files
  }

  /// The file of the sheet at the place `index`, whose pictures come next.
  private func sheet(
    _ index: Int, of count: Int, _ pictures: KeptPictures, _ progress: (Int) -> Void
  ) throws(RenderFailure) -> [UInt8] {
    guard let rgb = PixelFormat(named: "rgb24") else { return [] }
    let size = form.size(of: index, pictures: count)
    let sheet = try Frame.blank(size, rgb)
    let picture = try Frame.empty()
    fill(sheet)
    for place in form.pictures(on: index, of: count) {
      guard try pictures.next(into: picture, progress: progress), picture.size == form.cell else {
        throw RenderFailure(kind: .program, message: "a sheet without one of its pictures")
      }
      let area = form.place(of: place)
      draw(picture, on: sheet, at: area)
      label(place, on: sheet, in: area)
    }
    do throws(AVError) {
      return try encodePacked(sheet, as: form.encoder, quality: form.quality)
    } catch { throw RenderFailure(writing: error) }
  }

  private func fill(_ sheet: borrowing Frame) {
    let (size, color) = (sheet.size, form.background)
    sheet.withPlane(0) { pixels, stride in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = pixels + y * stride + 3 * x
          (pixel[0], pixel[1], pixel[2]) = (color.red, color.green, color.blue)
        }
      }
    }
  }

  /// Lays `picture` over what is there.
  private func draw(_ picture: borrowing Frame, on sheet: borrowing Frame, at area: PixelRect) {
    picture.withPlane(0) { from, fromStride in
      sheet.withPlane(0) { to, stride in
        for y in 0..<area.height {
          for x in 0..<area.width {
            let source = from + y * fromStride + 4 * x
            let pixel = to + (area.y + y) * stride + 3 * (area.x + x)
            let alpha = Int(source[3])
            for channel in 0..<3 {
              pixel[channel] = blend(source[channel], alpha, over: pixel[channel])
            }
          }
        }
      }
    }
  }

  /// Writes what is said of the picture at `index` into the lower right corner of `area`, on a dark ground.
  private func label(_ index: Int, on sheet: borrowing Frame, in area: PixelRect) {
    guard let labels = form.labels, let letters, labels.texts.indices.contains(index) else {
      return
    }
    let own = labels.texts[index].compactMap { character in
      labels.letters.first { $0.text == String(character) }
    }
    let width = own.reduce(0) { $0 + $1.advance }
    let (ascent, descent) = (own.map(\.ascent).max() ?? 0, own.map(\.descent).max() ?? 0)
    let (padding, margin) = (max(2, labels.size / 4), max(2, labels.size / 3))
    let box = PixelRect(
      x: area.x + area.width - margin - width - 2 * padding,
      y: area.y + area.height - margin - ascent - descent, width: width + 2 * padding,
      height: ascent + descent)
    let raster = letters.composed(
      placed(own, padding, ascent), size: PixelSize(box.width, box.height))
    sheet.withPlane(0) { to, stride in
      // What does not fit into a small picture is left out.
      for y in min(max(0, area.y - box.y), box.height)..<box.height {
        for x in min(max(0, area.x - box.x), box.width)..<box.width {
          let source = 4 * (y * box.width + x)
          let pixel = to + (box.y + y) * stride + 3 * (box.x + x)
          let alpha = Int(raster.pixels[source + 3])
          for channel in 0..<3 {
            let ground = blend(0, 160, over: pixel[channel])
            pixel[channel] = blend(raster.pixels[source + channel], alpha, over: ground)
          }
        }
      }
    }
  }

  private func placed(_ own: [SheetGlyph], _ padding: Int, _ ascent: Int) -> [Letter] {
    var pen = padding
    return own.map { letter in
      defer { pen += letter.advance }
      return Letter(letter.area, at: PixelPlace(pen - letter.x, ascent - letter.y))
    }
  }

  private func blend(_ above: UInt8, _ alpha: Int, over below: UInt8) -> UInt8 {
    UInt8((Int(above) * alpha + Int(below) * (255 - alpha) + 127) / 255)
  }
}
