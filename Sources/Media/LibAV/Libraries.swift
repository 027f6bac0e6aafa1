// SPDX-License-Identifier: Apache-2.0

import CFFmpeg

/// Names and versions, in a fixed order, of the libraries that affect output bytes.
public func libraryVersions() -> [String] {
  func text(_ name: String, _ version: UInt32) -> String {
    "\(name) \(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
  return [
    "ffmpeg " + String(cString: av_version_info()),
    text("libavutil", avutil_version()),
    text("libavcodec", avcodec_version()),
    text("libavformat", avformat_version()),
    text("libavfilter", avfilter_version()),
    text("libswscale", swscale_version()),
    text("libswresample", swresample_version()),
  ]
}

/// Returns true if libavcodec has an encoder called `name`.
public func hasEncoder(_ name: String) -> Bool { avcodec_find_encoder_by_name(name) != nil }

/// Returns true if libavfilter has a filter called `name`.
public func hasFilter(_ name: String) -> Bool { avfilter_get_by_name(name) != nil }
