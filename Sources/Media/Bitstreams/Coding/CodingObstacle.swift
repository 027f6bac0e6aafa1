// SPDX-License-Identifier: Apache-2.0

/// The reason why coded pictures cannot be copied; the raw value is the phrase shown to users.
package enum CodingObstacle: String, Error {
  // Reasons that apply to a whole stream.
  case noParameterSets = "no parameter sets"
  case twoParameterSets = "two parameter sets"
  case strangeParameterSets = "parameter sets that make no sense"
  case interlaced = "it is interlaced"
  case fieldOrder = "its field order changes"
  case fieldsApart = "its fields are in packets of their own"
  case aspect = "its pixels have another shape than its container says"
  /// Profiles whose slices may be reordered, missing or repeated.
  case looseSlices = "its profile allows slices in any order"
  case profile = "its profile is none whose packets are copied"
  case format = "its size or format changes"
  case frameSize = "its frames have other sizes than it says"
  case partitions = "its slices are partitioned"
  case layers = "it has more than one layer"
  case tooManyGroups = "it has too many key frames"
  case unordered = "its times go back"

  // Reasons that may apply to a single group.
  case openGOP = "open GOP"
  case varyingRate = "its frame rate varies"
  case damage = "damaged packets"
  case trim = "cut by the edit list of its own file"
  case noTimes = "packets without a time"
  case notOnePicture = "packets that are not one frame each"
  case missingFrames = "frames are missing"
  case mixedOrder = "frames of two groups are mixed"
  case forgetful = "it drops frames before it"
  case sequenceEnd = "a sequence ends in it"
  case tooLong = "too many frames without a key frame"

  /// True if it applies to the whole stream, regardless of where it was found.
  package var isOfStream: Bool {
    switch self {
    case .noParameterSets, .twoParameterSets, .strangeParameterSets, .interlaced, .fieldOrder,
      .fieldsApart, .aspect, .looseSlices, .profile, .format, .frameSize, .partitions, .layers,
      .tooManyGroups, .unordered:
      true
    default: false
    }
  }
}
