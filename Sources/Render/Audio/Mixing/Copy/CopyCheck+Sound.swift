// SPDX-License-Identifier: Apache-2.0

import Base
import LibAV
import MediaIO
public import RenderProtocol

extension AudioRenderer {
  /// Decodes the packets that `request` copies; returns the first damage, or nil.
  ///
  /// - Parameter progress: Called with the number of additional hundredths of a second that have been decoded.
  public func check(
    _ request: CopyAudioRequest, progress: (Int) -> Void = { _ in }
  ) throws(RenderFailure) -> CopyFault? {
    let copy = request.copy
    guard copy.isPlausible else {
      throw RenderFailure(kind: .program, message: "a sound of no usable length or rate")
    }
    var tally = AudioTally(rate: copy.sampleRate)
    for case .copied(let place, let packets) in copy.intervals {
      let run = try SourceAudioRun(place, first: 0, of: copy)
      var decoder = try run.source.decoder()
      let frame = try emptyFrame()
      while let packet = try run.next(), packet.number < packets {
        do throws(AVError) {
          try decoder.send(run.source.packet)
          while try decoder.receive(into: frame) == .filled {}
        } catch {
          let sample = place.sample + packet.number * copy.packetSamples
          let clip = request.otherwise.clips.first { $0.origin == place.origin }
          let time = Time(sample, over: Int64(copy.sampleRate)) - (clip?.zero ?? .zero)
          return CopyFault(
            .damaged, origin: place.origin, sourceTime: time, log: error.log)
        }
        let samples = Int(packet.count * copy.packetSamples)
        if let hundredths = tally.add(samples) { progress(hundredths) }
      }
    }
    return nil
  }

  private func emptyFrame() throws(RenderFailure) -> Frame {
    do throws(AVError) { return try Frame() } catch { throw RenderFailure(reading: error) }
  }
}
