// SPDX-License-Identifier: Apache-2.0

package import Base

/// The header information of the one picture in a packet.
package struct CodedPicture: Hashable {
  /// True if it is a random access picture: a group begins with it.
  package var isFresh: Bool
  /// True if other pictures may refer to it.
  var isReference: Bool
  /// Its number among reference pictures: `frame_num` of H.264.
  var number: Int
  /// True if a decoder discards the pictures that it still holds back:
  /// `no_output_of_prior_pics_flag`.
  package var dropsEarlier = false
  /// True if it is shown before the picture that its group begins with, and refers to the previous
  /// group.
  package var isLeading = false
  /// Which of its fields comes first, if they are coded one after the other.
  package var fields: FieldOrder?
  /// The pictures that it refers to, if headers list them (HEVC).
  var order: PictureOrder?
  /// Format information in the packet that must be the same in all packets; empty if there is none.
  package var format: [UInt8] = []
}

/// The display order of an HEVC picture and its references, from its slice headers.
struct PictureOrder: Hashable {
  /// The least significant bits of its picture order count (POC), and their number.
  var lowest = 0
  var bits = 4
  /// True if the POC is reset by this picture.
  var isReset = false
  /// True if the next picture's POC is derived from it.
  var isAnchor = true
  /// POC differences of the pictures that it refers to, and of those that are kept for later ones.
  var used: [Int] = []
  var kept: [Int] = []
}

/// State about earlier pictures, to detect missing references.
package struct ReferencePictures {
  /// The number of the last one.
  var number = 0
  /// Numbers of referenced pictures of this group, without leading ones; and of the earlier groups.
  var own: [Int] = []
  var earlier: [Int] = []
  /// True if a group has begun.
  var hasBegun = false
  /// True if the references of leading pictures are missing.
  var isLeadingLost = true

  package init() {}
}
