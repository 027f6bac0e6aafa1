// SPDX-License-Identifier: Apache-2.0

public import Base
import CAss

/// A script that is drawn, owned.
///
/// Where texts make way for each other, a text stays where it was drawn first. So what is drawn depends on the times
/// that were drawn before.
public final class ScriptTrack {
  private let library: ScriptLibrary
  private let track: UnsafeMutablePointer<ASS_Track>

  /// The script in `text`, drawn with `library`; nil where there is no memory.
  public init?(_ text: String, with library: ScriptLibrary) {
    guard let track = ass_new_track(library.library) else { return nil }
    self.library = library
    self.track = track
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        // libass reads it, and has no word for that.
        ass_process_data(
          track, UnsafeMutablePointer(mutating: bytes.baseAddress), Int32(clamping: bytes.count))
      }
    }
  }

  deinit { ass_free_track(track) }

  /// Calls `body` with what is seen at `time`, in milliseconds, from the lowest to the highest; and whether that differs
  /// from what `library` has drawn last.
  public func draw<Result>(
    at time: Int64, on size: PixelSize, storage: PixelSize,
    _ body: (_ images: [ScriptImage], _ isChanged: Bool) -> Result
  ) -> Result {
    library.resize(size, storage: storage)
    var change: Int32 = 0
    var next = ass_render_frame(library.renderer, track, time, &change)
    var images: [ScriptImage] = []
    while let image = next?.pointee {
      next = image.next
      guard image.w > 0, image.h > 0, let bitmap = image.bitmap else { continue }
      images.append(
        ScriptImage(
          coverage: UnsafePointer(bitmap), stride: Int(image.stride),
          area: PixelRect(
            x: Int(image.dst_x), y: Int(image.dst_y), width: Int(image.w), height: Int(image.h)),
          color: Color(
            UInt8(image.color >> 24), UInt8(image.color >> 16 & 255), UInt8(image.color >> 8 & 255),
            alpha: UInt8(255 - image.color & 255))))
    }
    return body(images, change != 0)
  }
}

/// One colour, as far as its coverage says; valid only while it is drawn.
public struct ScriptImage {
  /// From 0 to 255 for each pixel of the area.
  let coverage: UnsafePointer<UInt8>
  /// From one row to the next.
  let stride: Int
  /// Its place.
  public let area: PixelRect
  /// The colour, with its alpha.
  public let color: Color
}
