// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Driver
import Host
import RenderProtocol

extension Project {
  /// A frame of a film, as the bytes of a picture file.
  public struct Frame: Sendable {
    /// The format of a picture file.
    public enum Format: Hashable, Sendable {
      /// PNG, without loss.
      case png
      /// JPEG.
      case jpeg
    }

    /// The number of the frame; the first frame of the film has the number 0.
    public var number: Int
    /// The time at which the frame begins.
    public var time: FilmTime
    /// The format of the bytes.
    public var format: Format
    /// The contents of the picture file.
    public var bytes: [UInt8]
    /// The warnings of the project and of its media.
    public var warnings: [Diagnostic]
  }

  /// Renders the frame that is seen at `time`, in the shape of the first wanted output.
  ///
  /// Nothing is kept of it. The first frame takes the time in which a worker starts; later ones of
  /// the same ``workers`` do not.
  public func frame(
    at time: FilmTime, as format: Frame.Format = .png
  ) async throws(ReelError) -> Frame {
    try await opened { session in
      let compiled = await session.compilation(settings.compilation).frame(at: time.time)
      let (plan, found) = try Project.product(of: compiled, in: session)
      guard plan.hasPicture else { throw ReelError(.project, [Diagnostic(session.hasNoPicture)]) }
      let scratch = ScratchFolder()
      defer { scratch.remove() }
      do {
        let path = try scratch.makePath()
        let reply = try await session.draw(
          plan, with: format.encoder, to: path, keepsGoing: settings.keepsGoing)
        guard case .frame(let notes) = reply else { throw RenderFailure.wrongAnswer }
        return Frame(
          number: plan.frame, time: FilmTime(plan.time), format: format,
          bytes: try Disk.read(path, limit: Frame.limit),
          warnings: found
            + plan.warnings(notes).map { Diagnostic($0, in: compiled.sources) })
      } catch {
        try Task.checkCancellation()
        let failure = RenderFailure(error)
        let broken = plan.error(failure, of: settings.outputs.first ?? file)
        throw ReelError(Fault(failure), found + [Diagnostic(broken, in: compiled.sources)])
      }
    }
  }
}

extension Project.Frame {
  /// The number of bytes of the largest picture file that is read.
  fileprivate static let limit = 1 << 30
}

extension Project.Frame.Format {
  /// The encoder of libavcodec.
  fileprivate var encoder: String {
    switch self {
    case .png: "png"
    case .jpeg: "mjpeg"
    }
  }
}
