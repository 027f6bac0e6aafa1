// SPDX-License-Identifier: Apache-2.0

import Kernels

/// The built-in transitions of libavfilter's `xfade`, by its names, then our own.
public enum TransitionKind: String, CaseIterable, Sendable {
  case fade, wipeleft, wiperight, wipeup, wipedown
  case slideleft, slideright, slideup, slidedown
  case circlecrop, rectcrop, distance, fadeblack, fadewhite, radial
  case smoothleft, smoothright, smoothup, smoothdown
  case circleopen, circleclose, vertopen, vertclose, horzopen, horzclose
  case dissolve, pixelize, diagtl, diagtr, diagbl, diagbr
  case hlslice, hrslice, vuslice, vdslice, hblur, fadegrays
  case wipetl, wipetr, wipebl, wipebr, squeezeh, squeezev, zoomin, fadefast, fadeslow
  case pinwheel

  /// The number of values that its look depends on beside progress.
  public var parameterCount: Int {
    switch self {
    case .pinwheel: 1
    default: 0
    }
  }

  /// True if it goes through black, which may be transparent.
  public var passesBlack: Bool { [.fadeblack, .circlecrop, .rectcrop].contains(self) }
}
