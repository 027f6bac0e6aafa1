// SPDX-License-Identifier: Apache-2.0

import CPango

extension TextCanvas {
  /// Removes sub-paths from the current path that are a single point.
  ///
  /// Glyphs have such contours, at which composite glyphs are put together. Nothing of them is filled, but cairo strokes
  /// them as dots.
  func removePoints() {
    guard let path = cairo_copy_path(cairo) else { return }
    defer { cairo_path_destroy(path) }
    guard path.pointee.status == CAIRO_STATUS_SUCCESS, let data = path.pointee.data else { return }
    let all = UnsafeBufferPointer(start: data, count: Int(path.pointee.num_data))
    var kept: [cairo_path_data_t] = []
    var start = 0
    while start < all.count {
      var end = start + Int(all[start].header.length)
      while end < all.count, all[end].header.type != CAIRO_PATH_MOVE_TO {
        end += Int(all[end].header.length)
      }
      if !TextCanvas.isPoint(all[start..<end]) { kept += all[start..<end] }
      start = end
    }
    if kept.count == all.count { return }
    cairo_new_path(cairo)
    kept.withUnsafeMutableBufferPointer { kept in
      var rest = cairo_path_t(
        status: CAIRO_STATUS_SUCCESS, data: kept.baseAddress, num_data: Int32(kept.count))
      cairo_append_path(cairo, &rest)
    }
  }

  /// Returns true if all points of a sub-path are the same.
  private static func isPoint(_ path: Slice<UnsafeBufferPointer<cairo_path_data_t>>) -> Bool {
    var first: (x: Double, y: Double)?
    var index = path.startIndex
    while index < path.endIndex {
      let length = Int(path[index].header.length)
      for place in index + 1..<max(index + 1, index + length) {
        let point = path[place].point
        if let first, first != (point.x, point.y) { return false }
        first = (point.x, point.y)
      }
      index += max(1, length)
    }
    return true
  }
}
