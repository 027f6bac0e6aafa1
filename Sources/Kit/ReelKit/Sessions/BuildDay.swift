// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
package import Builder
import Glibc

extension ProjectSession {
  /// Names what is built today.
  package var naming: OutputNaming { OutputNaming(folder.outputs, date: BuildDay.today) }
}

/// The day on which films are built, for their names alone.
enum BuildDay {
  /// Today where the machine is, as `2026-05-12`; where `SOURCE_DATE_EPOCH` is set, the UTC day of
  /// it (https://reproducible-builds.org/specs/source-date-epoch/).
  static var today: String {
    if let text = getenv("SOURCE_DATE_EPOCH"), let seconds = Int64(String(cString: text)),
      (0..<253_402_300_800).contains(seconds)
    {
      return String(Time(seconds).date.prefix(10))
    }
    var now = time(nil)
    var local = tm()
    guard localtime_r(&now, &local) != nil else { return "1970-01-01" }
    let day = Time(Int64(now) + Int64(local.tm_gmtoff)).date
    return String(day.prefix(10))
  }
}
