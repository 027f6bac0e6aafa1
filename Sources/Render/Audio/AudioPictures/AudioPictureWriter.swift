// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
public import RenderProtocol

/// Draws the picture that `request` asks for into its PNG file.
///
/// Memory does not grow with the length of the sound.
///
/// - Parameter progress: Called with the number of additional hundredths of a second that have been heard.
public func drawSound(
  _ request: AudioPictureRequest, by renderer: AudioRenderer, progress: (Int) -> Void = { _ in }
) throws(RenderFailure) {
  let size = request.size
  guard (16...8192).contains(size.width), (16...4096).contains(size.height) else {
    throw RenderFailure(kind: .program, message: "a picture of a sound of no usable size")
  }
  let picture: Frame
  switch request.kind {
  case .waveform:
    var waveform = Waveform(
      columns: size.width, samples: request.program.sampleCount,
      channels: request.program.layout.count)
    try renderer.listen(to: request.program, progress: progress) {
      (samples) throws(RenderFailure) in
      waveform.add(samples)
    }
    picture = try waveform.drawn(height: size.height)
  case .spectrogram:
    let spectrogram = try Spectrogram(
      size, samples: request.program.sampleCount, rate: request.program.sampleRate,
      request.program.layout)
    try renderer.listen(to: request.program, progress: progress) {
      (samples) throws(RenderFailure) in
      try spectrogram.add(samples)
    }
    picture = try spectrogram.drawn()
  }
  try write(picture, to: request.output)
}

private func write(_ picture: borrowing Frame, to path: String) throws(RenderFailure) {
  let bytes: [UInt8]
  do throws(AVError) {
    picture.timestamp = 0
    var encoder = try Encoder(
      pictures: "png", size: picture.size, format: picture.pixelFormat, rate: FrameRate(1),
      isStill: true, options: [])
    try encoder.send(picture)
    try encoder.sendEnd()
    let packet = try Packet()
    guard try encoder.receive(into: packet) == .filled else {
      throw AVError(unreadable: "encode a picture", because: "no packet came out")
    }
    bytes = Array(packet.bytes)
  } catch { throw RenderFailure(writing: error) }
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  do throws(RenderingFileError) {
    try WholeFile.write(
      bytes, folder: parts.dropLast().joined(separator: "/"), name: String(parts.last ?? ""))
  } catch {
    throw RenderFailure(
      kind: .disk, message: "cannot write the picture: \(error.reason)", log: [error.path])
  }
}
