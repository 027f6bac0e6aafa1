// SPDX-License-Identifier: Apache-2.0

import Actions
import Basics
import Digests

/// Everything that decides the bytes of a segment; its canonical form is hashed into the key.
///
/// Three rules: whatever could change a byte is in here; whatever cannot (paths, places in the
/// project, film time, threads of a decoder) is not; and a change of what the renderer does with
/// equal inputs raises `renderingVersion`. Files are named by the digest of their content
/// (`MediaFile` and `Origin` leave the rest out when they are written for a key), fonts by the digest
/// of the raster made with them.
struct SegmentIdentity: Encodable {
  var version = renderingVersion
  /// Names and versions of all libraries that decode, filter and encode.
  var libraries: [String]
  var program: PictureProgram
  var encoding: VideoEncoding
  /// Whether broken media were carried on with: such a segment may differ from the clean one.
  var keepsGoing: Bool
}

/// Everything that decides the bytes of a film's sound.
struct SoundIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  var program: SoundProgram
  var encoding: AudioEncoding
  var keepsGoing: Bool
}

/// Everything that decides the bytes of a still.
struct StillIdentity: Encodable {
  var version = renderingVersion
  var libraries: [String]
  var program: PictureProgram
  var encoder: String
  var keepsGoing: Bool
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
}
