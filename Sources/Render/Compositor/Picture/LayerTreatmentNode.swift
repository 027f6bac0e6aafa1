// SPDX-License-Identifier: Apache-2.0

import Base
import Kernels
import LibAV
import MediaIO
import RenderProtocol

/// Does one kind of treatment.
protocol Treating: AnyObject {
  /// Reads what it needs before the first picture; called before each.
  func prepare() throws(RenderFailure)

  /// `picture` after the treatment with `numbers`, which are not the identity.
  ///
  /// `index` is the number of the frame; `cover` says what stays as opaque as it is where colours are spread.
  func treated(
    _ picture: ImageBuffer, _ numbers: [Double], _ index: Int, cover: FrameCover
  ) throws(AVError) -> ImageBuffer
}

extension Treating {
  func prepare() throws(RenderFailure) {}
}

/// Treats the picture of a layer stack, frame by frame.
final class LayerTreatmentNode {
  private let treatment: LayerTreatment
  private let run: RenderRun
  /// The origin of its input, for messages.
  private let origin: Origin
  private let worker: any Treating
  /// The layers that stay covered, where that is neither nothing nor everything.
  private let cover: LayerCompositor?
  /// The last input, what stayed covered of it, its numbers, and the result.
  private var last:
    (picture: ImageBuffer, cover: FrameCover, numbers: [Double], result: ImageBuffer)?

  /// - Parameters:
  ///   - origin: Where what is treated comes from.
  ///   - cover: What draws the layers that stay covered, on the canvas of what is treated; nil for none.
  init(_ treatment: LayerTreatment, of origin: Origin, cover: LayerCompositor?, run: RenderRun) {
    self.treatment = treatment
    self.cover = cover
    self.origin = origin
    self.run = run
    worker =
      switch treatment.kind {
      case .adjust: Adjusting(run)
      case .lut(let file): Grading(file, run)
      case .key: Keying(run)
      case .border: Bordering(run)
      case .pixelate: Pixelating(run)
      case .blur: Blurring(run)
      case .filter(let use): Filtering(use, canvas: run.canvas)
      case .shadow: Shadowing(run)
      }
  }

  /// `picture` after the treatment of frame `index`.
  func frame(_ picture: ImageBuffer, _ index: Int) throws(RenderFailure) -> ImageBuffer {
    let numbers = treatment.numbers[index]
    if treatment.kind.isIdentity(numbers) { return picture }
    let cover: FrameCover =
      switch treatment.cover {
      case nil: .nothing
      case .everything: .everything
      case .layers:
        try self.cover.map { stack throws(RenderFailure) in .frame(try stack.frame(index)) }
          ?? .nothing
      }
    if let last, last.picture === picture, last.cover.isSame(as: cover), last.numbers == numbers,
      !treatment.kind.isTimed
    {
      return last.result
    }
    do throws(RenderFailure) { try worker.prepare() } catch {
      var failure = error
      failure.origin = origin
      throw failure
    }
    do throws(AVError) {
      let result = try worker.treated(picture, numbers, index, cover: cover)
      result.isSlow = picture.isSlow || treatment.kind.isSlow
      last = (picture, cover, numbers, result)
      return result
    } catch {
      var failure = RenderFailure(
        reading: error, origin: origin, frame: run.frameBase + index)
      if case .filter = treatment.kind, error.kind.isOfMedia { failure.kind = .filter }
      throw failure
    }
  }

  /// Releases the frames it holds.
  func close() {
    last = nil
    cover?.close()
  }
}

extension LayerTreatment.Kind {
  /// True if it makes gradients of sharp edges.
  fileprivate var isSlow: Bool {
    switch self {
    case .blur, .shadow: true
    case .adjust, .lut, .key, .border, .pixelate, .filter: false
    }
  }
}
