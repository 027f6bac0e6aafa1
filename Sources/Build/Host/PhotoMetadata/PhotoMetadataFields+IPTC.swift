// SPDX-License-Identifier: Apache-2.0

extension PhotoMetadataFields {
  /// Photoshop's resources, of which one has the fields of IPTC (Photoshop File Formats, "Image Resource Blocks").
  mutating func readResources(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 12, rest.starts(with: "8BIM".utf8) {
      let kind = PhotoMetadataFields.number(rest.dropFirst(4).prefix(2))
      // A name, its length before it, with as many bytes as are even.
      let name = 1 + Int(rest[rest.startIndex + 6])
      let head = 6 + name + name % 2
      guard rest.count >= head + 4 else { return }
      let size = PhotoMetadataFields.number(rest.dropFirst(head).prefix(4))
      let contents = rest.dropFirst(head + 4)
      guard size <= contents.count else { return }
      if kind == 0x0404 { readFields(contents.prefix(size)) }
      rest = contents.dropFirst(size + size % 2)
    }
  }

  /// The fields of IPTC (IIM 4.2): each a mark, a record, a number, a length, and so many bytes.
  private mutating func readFields(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    var isUTF8 = false
    var (date, time): ([UInt8]?, [UInt8]?)
    while rest.count >= 5, rest.first == 0x1C {
      let start = rest.startIndex
      let (record, number) = (rest[start + 1], rest[start + 2])
      let size = PhotoMetadataFields.number(rest[(start + 3)..<(start + 5)])
      let contents = rest.dropFirst(5)
      // Longer ones have another form, and no text is so long.
      guard size < 0x8000, size <= contents.count else { break }
      let value = Array(contents.prefix(size))
      switch (record, number) {
      case (1, 90): isUTF8 = value == [0x1B, 0x25, 0x47]
      case (2, 5): title = title ?? NoteText(value, isUTF8: isUTF8).text
      case (2, 55): date = date ?? value
      case (2, 60): time = time ?? value
      case (2, 105): headline = headline ?? NoteText(value, isUTF8: isUTF8).text
      case (2, 120): caption = caption ?? NoteText(value, isUTF8: isUTF8).text
      default: break
      }
      rest = contents.dropFirst(size)
    }
    // 20240512, and 101112+0200.
    guard let date, date.count == 8 else { return }
    var parts = [date[..<4], date[4..<6], date[6...]]
    if let time, time.count >= 6 { parts += [time[..<2], time[2..<4]] }
    created = created ?? PhotoDate(digits: Array(parts.joined(separator: [0x20])))
  }
}
