// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol

/// An interval of one video stream, shown frame by frame as it is.
struct PassthroughRead: Hashable {
  var read: VideoRead
  /// The display form; the read is otherwise unchanged.
  var form = CodedForm.plain
  var frameCount: Int

  /// The part that shows it in its own pixels, as they are coded.
  var part: LayerInterval { part([]) }

  /// The part that shows it in its own pixels, upright.
  var uprightPart: LayerInterval {
    part(form.orientation == .upright ? [] : [.orient(form.orientation)])
  }

  private func part(_ steps: [PictureStep]) -> LayerInterval {
    let layer = Layer(
      content: .picture(Picture(source: .video(read), steps: steps)), placement: .at(x: 0, y: 0))
    return LayerInterval(frameCount: frameCount, background: .black, layers: [layer])
  }
}

/// The display form of coded pictures, stored once for a whole film.
struct CodedForm: Hashable {
  /// The rotation of the pictures.
  var orientation = Orientation.upright
  /// The pixel aspect ratio before pictures are rotated, with the upright size if pixels are not
  /// square; nil for square ones.
  var pixelAspect: PixelAspect?
  /// The field of a frame that is shown first; nil where frames are progressive.
  var fields: FieldOrder?

  /// Pixels that are not square.
  struct PixelAspect: Hashable {
    var sampleAspect: Time
    var size: PixelSize
  }

  /// Upright and progressive, with square pixels.
  static let plain = CodedForm()

  private init() {}

  /// The form of pictures as `facts` has them that are turned by `orientation`.
  init(_ facts: VideoFacts, orientation: Orientation) {
    self.orientation = orientation
    fields = facts.coding?.fields
    if facts.sampleAspect != Time(1) {
      pixelAspect = PixelAspect(
        sampleAspect: facts.sampleAspect, size: orientation.size(of: facts.size))
    }
  }

  /// Returns true if pictures of both are rotated and stretched alike.
  func hasPixels(of other: CodedForm) -> Bool {
    orientation == other.orientation && pixelAspect == other.pixelAspect
  }

  /// `canvas` with the pixels that are coded.
  func canvas(_ canvas: CanvasFormat) -> CanvasFormat {
    var own = canvas
    own.size = pixelAspect?.size ?? canvas.size
    return own
  }

  /// `program`, whose frames have the pixels that are coded, upright, as it is coded.
  func applied(to program: RenderProgram) -> RenderProgram {
    var program = program
    program.orientation = orientation == .upright ? nil : orientation
    program.sampleAspect = pixelAspect?.sampleAspect
    return program
  }

  /// The scaling of a canvas of `size` to coded pixels that are not square; nil for square ones.
  func finish(of size: PixelSize) -> OutputScaling? {
    pixelAspect.map { pixelAspect in
      OutputScaling(
        size: pixelAspect.size, crop: PixelRect(size), box: PixelRect(pixelAspect.size),
        background: .black, hasBackdrop: false)
    }
  }
}
