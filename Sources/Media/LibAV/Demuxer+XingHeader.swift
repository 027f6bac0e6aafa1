// SPDX-License-Identifier: Apache-2.0

import CFFmpeg
import Glibc

extension Demuxer {
  /// True if the container says nothing of the duration, which is estimated by its bit rate and size.
  public var isDurationEstimated: Bool {
    pointer.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
  }

  /// True if an MP3 file is smaller than its Xing or Info header says, which may count the bytes from
  /// its own packet on; false where it does not.
  public var isShorterThanXingHeader: Bool {
    guard let file = fopen(path, "rbe") else { return false }
    defer { fclose(file) }
    // Tags of ID3 stand before it, and have their size in four times seven bits.
    var (start, head) = (0, [UInt8](repeating: 0, count: 4096))
    while fseek(file, start, SEEK_SET) == 0, fread(&head, 1, 10, file) == 10,
      head.starts(with: Array("ID3".utf8))
    {
      start += head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 10
    }
    guard fseek(file, start, SEEK_SET) == 0 else { return false }
    let count = fread(&head, 1, head.count, file)
    guard fseek(file, 0, SEEK_END) == 0, count >= 64 else { return false }
    let size = ftell(file)
    for packet in 0..<count - 64 where head[packet] == 0xFF && head[packet + 1] & 0xE0 == 0xE0 {
      // Behind the side information, whose size depends on version and channels.
      for place in [36, 21, 13].map({ packet + $0 }) {
        let name = head[place..<place + 4]
        guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8) else { continue }
        func number(_ offset: Int) -> Int {
          head[place + offset..<place + offset + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        // The flags say which numbers there are: packets, then bytes.
        guard number(4) & 2 != 0 else { return false }
        return size - start - packet < number(number(4) & 1 != 0 ? 12 : 8)
      }
    }
    return false
  }
}
