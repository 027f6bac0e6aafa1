// SPDX-License-Identifier: Apache-2.0

public import RenderProtocol

/// Writes the film of `request` as several files into a folder; returns them in the order in which they can be published:
/// what others refer to comes before them.
///
/// Nothing is encoded, and the same pieces give the same bytes. Nothing waits until files are synced to disk.
///
/// - Parameter progress: Called with the number of additional frames written.
public func deliver(
  _ request: DeliverRequest, progress: (Int) -> Void = { _ in }
) throws(RenderFailure) -> [DeliveredFile] {
  guard !request.film.segments.isEmpty else {
    throw RenderFailure(kind: .program, message: "a film of nothing")
  }
  switch request.delivery {
  case .stream(let form):
    let writer = StreamWriter(request.film, form)
    return try writer.write(progress: progress)
  case .pictures(let form):
    let writer = SequenceWriter(request.film, form, skipped: request.skipped)
    return try writer.write(progress: progress)
  case .animation(let form):
    let writer = try AnimationWriter(request.film, form)
    return try writer.write(progress: progress)
  case .sheets(let form):
    let writer = try SheetWriter(request.film, form, letters: request.letters)
    return try writer.write(progress: progress)
  }
}
