// SPDX-License-Identifier: Apache-2.0

/// The built-in transitions of libavfilter's `xfade`; the raw value is its name there.
public enum TransitionStyle: String, Hashable, Sendable, CaseIterable {
  case fade, fadeblack, fadewhite, fadegrays, fadefast, fadeslow
  case wipeleft, wiperight, wipeup, wipedown, wipetl, wipetr, wipebl, wipebr
  case slideleft, slideright, slideup, slidedown
  case smoothleft, smoothright, smoothup, smoothdown
  case circlecrop, rectcrop, circleopen, circleclose
  case vertopen, vertclose, horzopen, horzclose
  case diagtl, diagtr, diagbl, diagbr
  case hlslice, hrslice, vuslice, vdslice
  case distance, radial, pixelize, hblur, squeezeh, squeezev, zoomin
  /// The grainy one; the project calls it `noise-dissolve`, for its `dissolve` is `fade`.
  case dissolve
}
