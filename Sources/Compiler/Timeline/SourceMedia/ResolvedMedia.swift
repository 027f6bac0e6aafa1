// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

/// A file that clips and overlays show; one object, however many of them do.
package final class ResolvedMedia: Sendable {
  /// The path as the project writes it.
  package let shownPath: String
  package let file: MediaFile
  package let facts: MediaFacts
  /// The rotation that shows the coded picture upright: the clip's or the asset's `rotate`, else
  /// the file's own.
  package let orientation: Orientation
  /// A display matrix that is not one of the eight orientations.
  package let matrix: [Double]?
  /// The clip's or the asset's `rotate`, in degrees clockwise; nil for none.
  package let rotation: Int?
  /// The streams that are heard, where these are not the usual one.
  let chosen: [HeardStream]?
  /// The film within the film that it is, by its number in the timeline; nil for a file of media.
  package let film: Int?
  /// The container time that is source time 0 of its pictures.
  package let pictureStart: Time
  /// The same with pictures that begin with a frame of a film of their rate; nil where they do.
  let early: ResolvedMedia?

  package init(
    shownPath: String, file: MediaFile, facts: MediaFacts, orientation: Orientation,
    matrix: [Double]?, rotation: Int? = nil, chosen: [HeardStream]? = nil, film: Int? = nil,
    delay: Time = .zero
  ) {
    pictureStart = facts.start + delay
    if delay == .zero, let video = facts.video, video.lateness != .zero {
      var facts = facts
      facts.video = video.earlier(by: video.lateness)
      early = ResolvedMedia(
        shownPath: shownPath, file: file, facts: facts, orientation: orientation, matrix: matrix,
        rotation: rotation, chosen: chosen, film: film, delay: video.lateness)
    } else {
      early = nil
    }
    self.shownPath = shownPath
    self.file = file
    self.facts = facts
    self.orientation = orientation
    self.matrix = matrix
    self.film = film
    (self.rotation, self.chosen) = (rotation, chosen)
  }

  /// The media in `file`, turned by the `rotation` of a clip or an asset, of which streams are heard that may have been `chosen`.
  package convenience init(
    shownPath: String, file: MediaFile, facts: MediaFacts, rotation: Int?,
    chosen: [HeardStream]? = nil
  ) {
    let orientation: Orientation =
      switch rotation {
      case .some(90): .rotate90
      case .some(180): .rotate180
      case .some(270): .rotate270
      case .some: .upright
      case nil: facts.video?.orientation ?? .upright
      }
    self.init(
      shownPath: shownPath, file: file, facts: facts, orientation: orientation,
      matrix: rotation == nil ? facts.video?.displayMatrix : nil, rotation: rotation,
      chosen: chosen)
  }

  /// The streams that are heard of it, together.
  package var heard: [HeardStream] { chosen ?? facts.audio.map { [HeardStream($0)] } ?? [] }

  /// The size of the upright picture in square pixels, not rounded.
  package var uprightSize: (width: Double, height: Double)? {
    guard let video = facts.video else { return nil }
    let aspect = video.sampleAspect.approximate
    let (w, h) = (Double(video.size.width) * aspect, Double(video.size.height))
    if let m = matrix {
      return (abs(m[0]) * w + abs(m[2]) * h, abs(m[1]) * w + abs(m[3]) * h)
    }
    return orientation.swapsAxes ? (h, w) : (w, h)
  }
}

extension ResolvedMedia {
  /// A still shows the same at all times.
  package var isTimeless: Bool { facts.isStill || facts.isSVG }

  /// True if it is an animated image.
  package var isAnimation: Bool { facts.isAnimation }
}
