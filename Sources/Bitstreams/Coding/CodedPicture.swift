// SPDX-License-Identifier: Apache-2.0

package import Basics

/// What the headers in a packet say about the one picture in it.
package struct CodedPicture: Hashable {
  /// Whether decoding can start afresh with it: a group begins.
  package var isFresh: Bool
  /// Whether other pictures may lean on it.
  var isReference: Bool
  /// How it is counted among reference pictures: `frame_num` of H.264.
  var number: Int
  /// Whether a decoder is to throw away what it still holds back: `no_output_of_prior_pics_flag`.
  package var dropsEarlier = false
  /// Whether it is shown before the picture that its group begins with, and leans on the group before.
  package var isLeading = false
  /// Which of its fields comes first, where they are coded one after the other.
  package var fields: FieldOrder?
  /// Which pictures it is made of, where headers say that: in HEVC.
  var order: PictureOrder?
  /// What the packet says beside the picture that has to be the same in all packets; empty where it
  /// says nothing.
  package var format: [UInt8] = []
}

/// When a picture of HEVC is shown, as its slices say it, and which pictures it needs.
struct PictureOrder: Hashable {
  /// The lowest bits of its number, and how many.
  var lowest = 0
  var bits = 4
  /// Whether the numbers start anew with it.
  var isReset = false
  /// Whether the next picture's number is told relative to it.
  var isAnchor = true
  /// How far off the numbers are of pictures that it is made of, and of those that are still needed.
  var used: [Int] = []
  var kept: [Int] = []
}

/// What is known of earlier pictures where it is checked that none is missing.
package struct ReferencePictures {
  /// The number of the last one.
  var number = 0
  /// Numbers of those of this group that are still referred to, but for leading ones; and of others.
  var own: [Int] = []
  var earlier: [Int] = []
  /// Whether a group has begun.
  var hasBegun = false
  /// Whether pictures that lean on the group before have nothing to lean on.
  var isLeadingLost = true

  package init() {}
}
