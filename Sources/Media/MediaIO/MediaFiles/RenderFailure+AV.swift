// SPDX-License-Identifier: Apache-2.0

package import Base
package import LibAV
package import RenderProtocol

extension RenderFailure {
  /// The failure reported to the user when libav fails while reading.
  package init(
    reading error: AVError, origin: Origin = .none, sourceTime: Time? = nil, frame: Int? = nil
  ) {
    let kind: Kind =
      switch error.kind {
      case .unsupported: .unsupported
      case .tooLarge, .noMemory: .limit
      case .noSpace, .notFound, .denied, .inputOutput, .interrupted: .disk
      case .invalidData, .other: .media
      }
    self.init(
      kind: kind, message: "cannot \(error.call): \(error.plainReason)", origin: origin,
      sourceTime: sourceTime, frame: frame, log: error.log)
  }

  /// The failure reported to the user when libav fails while encoding or writing.
  package init(writing error: AVError, frame: Int? = nil) {
    let kind: Kind =
      switch error.kind {
      case .noSpace, .notFound, .denied, .inputOutput: .disk
      case .noMemory: .limit
      case .unsupported, .tooLarge, .invalidData, .interrupted, .other: .encoder
      }
    self.init(
      kind: kind, message: "cannot \(error.call): \(error.plainReason)", frame: frame,
      log: error.log)
  }
}

extension Packet {
  /// An empty packet.
  package static func empty() throws(RenderFailure) -> Packet {
    do throws(AVError) { return try Packet() } catch { throw RenderFailure(reading: error) }
  }
}

extension AVError {
  /// libav's reason, phrased as the middle of a sentence.
  package var plainReason: String {
    switch kind {
    case .tooLarge: return "the picture is larger than allowed"
    case .invalidData: return "the data does not make sense"
    case .interrupted: return "reading takes too long"
    default:
      let text = reason
      return text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}
