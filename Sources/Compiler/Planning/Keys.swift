// SPDX-License-Identifier: Apache-2.0

import Base
package import RenderProtocol

/// Everything that decides the bytes of a segment; its canonical form is hashed into the key.
///
/// Three rules: whatever could change a byte is in here; whatever cannot (paths, places in the
/// project, film time, threads of a decoder) is not; and a change in what the renderer does with
/// equal inputs raises `renderingVersion`. Files are named by the digest of their content
/// (`MediaFile` and `Origin` leave the rest out when they are written for a key), fonts by the digest
/// of the raster made with them.
package struct SegmentIdentity: Encodable {
  var version = renderingVersion
  /// Names and versions of all libraries that decode, filter and encode.
  var libraries: [String]
  /// The processor, where filters of libavfilter are used: some give other pictures with other instructions.
  var processor: String?
  var program: RenderProgram
  var encoding: VideoEncoding
  /// The encoding to use if it cannot be copied; of nothing else.
  var otherwise: VideoEncoding?
  /// True if rendering continued after errors in media: such a segment may differ from the clean
  /// one.
  var keepsGoing: Bool

  init(
    _ program: RenderProgram, _ encoding: VideoEncoding, otherwise: VideoEncoding? = nil,
    _ setup: RenderingSetup
  ) {
    libraries = setup.libraries
    processor = program.hasFilters ? setup.processor : nil
    self.program = program
    self.encoding = encoding
    self.otherwise = otherwise
    keepsGoing = setup.keepsGoing
  }
}

extension PlannedSegment {
  /// The value whose canonical form is hashed into `key`.
  package func identity(_ setup: RenderingSetup) -> SegmentIdentity {
    SegmentIdentity(program, encoding, otherwise: otherwise, setup)
  }
}

/// Everything that decides the samples of a chunk of sound.
package struct ChunkIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  /// The processor, where filters of libavfilter are used.
  var processor: String?
  var program: AudioProgram
  var keepsGoing: Bool

  package init(_ program: AudioProgram, _ setup: RenderingSetup) {
    libraries = setup.libraries
    processor = program.isFiltered ? setup.processor : nil
    self.program = program
    keepsGoing = setup.keepsGoing
  }
}

/// Everything that decides the bytes of a film's encoded sound.
package struct AudioIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  var sampleRate: Int
  var intervals: [AudioInterval<Fingerprint>]
  var encoding: AudioEncoding

  private enum CodingKeys: String, CodingKey {
    case version, libraries, sampleRate
    // The name that it has in keys.
    case intervals = "stretches"
    case encoding
  }

  package init(
    sampleRate: Int, _ intervals: [AudioInterval<PlannedChunk>], _ encoding: AudioEncoding,
    _ setup: RenderingSetup
  ) {
    libraries = setup.libraries
    self.sampleRate = sampleRate
    self.intervals = intervals.map {
      switch $0 {
      case .silence(let count): .silence(count)
      case .chunk(let chunk): .chunk(chunk.key)
      }
    }
    self.encoding = encoding
  }
}

/// Everything that decides the bytes of a sound that is put together of packets.
package struct CopiedAudioIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  /// The processor, where filters of libavfilter are used.
  var processor: String?
  var copy: AudioCopy
  /// The program that is mixed and encoded instead if copying fails.
  var otherwise: AudioProgram
  var encoding: AudioEncoding

  package init(
    _ copy: AudioCopy, otherwise: AudioProgram, _ encoding: AudioEncoding, _ setup: RenderingSetup
  ) {
    libraries = setup.libraries
    processor = otherwise.isFiltered ? setup.processor : nil
    self.copy = copy
    self.otherwise = otherwise
    self.encoding = encoding
  }
}

/// The sound of a film as explanations describe it: the contents of its chunks' identities and its own, before
/// division, so that a clip that lies in many chunks is described only once.
package struct WholeAudioIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  /// The processor, where filters of libavfilter are used.
  var processor: String?
  var program: AudioProgram
  var encoding: AudioEncoding
  var keepsGoing: Bool

  package init(_ program: AudioProgram, _ encoding: AudioEncoding, _ setup: RenderingSetup) {
    libraries = setup.libraries
    processor = program.isFiltered ? setup.processor : nil
    self.program = program
    self.encoding = encoding
    keepsGoing = setup.keepsGoing
  }
}

/// Everything that decides the bytes of a still.
package struct StillIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  /// The processor, where filters of libavfilter are used.
  var processor: String?
  var program: RenderProgram
  var encoder: String
  var keepsGoing: Bool

  package init(_ program: RenderProgram, encoder: String, _ setup: RenderingSetup) {
    libraries = setup.libraries
    processor = program.hasFilters ? setup.processor : nil
    self.program = program
    self.encoder = encoder
    keepsGoing = setup.keepsGoing
  }
}

/// Everything that decides the bytes of a linked film.
struct FilmIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  var segments: [Fingerprint]
  var sound: Fingerprint?
  var canvas: CanvasFormat
  var container: String
  var fastStart: Bool
  var facts: ContainerFacts?
  /// The packaging of an output of several files.
  var delivery: Delivery?
  /// The most bytes that its file may have.
  var limit: Int64?
  /// The bits of a second that its sound is made to have.
  var soundBits: Int64?
}
