// SPDX-License-Identifier: Apache-2.0

extension Time {
  /// The UTC date and time this many seconds after 1970, such as `2021-05-03T12:34:56Z`.
  public var date: String {
    let (day, second) = (Int64((self / Time(86400)).floor), self.floor)
    let inDay = second - 86400 * day
    // Years that begin in March end with the day that some lack; 400 of them repeat.
    let sinceEra = day + 719_468
    let era = Time(sinceEra, over: 146_097).floor
    let dayOfEra = sinceEra - 146_097 * era
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + 400 * era + (month >= 10 ? 1 : 0)
    func padded(_ number: Int64, _ digits: Int = 2) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    let micros = ((self - Time(second)) * Time(1_000_000)).floor
    return
      "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9))-\(padded(dayOfMonth))"
      + "T\(padded(inDay / 3600)):\(padded(inDay / 60 % 60)):\(padded(inDay % 60))"
      + (micros == 0 ? "" : "." + padded(micros, 6)) + "Z"
  }
}
