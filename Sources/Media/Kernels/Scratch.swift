// SPDX-License-Identifier: Apache-2.0

/// Working memory that kernels reuse between frames.
///
/// It does not affect results: a kernel gives the same picture with a new scratch. Use one per thread.
public final class Scratch {
  /// The purpose of a memory block; simultaneous uses need different slots.
  package enum Slot: Int, CaseIterable {
    case warpLuma, cover, rows, field, columns, plane, blur, edge, blend, blendChroma, scale,
      thresholds
  }

  /// Pictures below this index are levels of a warp.
  static let firstBlend = 31
  /// From this index on, pictures are those of transitions.
  package static let firstTransitionPicture = 32
  /// From this index on, pictures are levels of a projection.
  static let firstProjection = 64

  /// Blocks of at most so many bytes are kept: those of some rows.
  private static let mostKept = 1 << 20

  private var memory: [UnsafeMutableRawBufferPointer?]
  private var pictures: [AnyObject?] = []
  private var fieldKey: FieldKey?

  /// Empty working memory.
  public init() {
    memory = Array(repeating: nil, count: Slot.allCases.count)
  }

  deinit {
    for piece in memory { piece?.deallocate() }
  }

  /// Memory for `count` values of `type`, with the contents of the slot's last use.
  package func memory<T: BitwiseCopyable>(
    _ slot: Slot, of type: T.Type, count: Int
  ) -> UnsafeMutablePointer<T> {
    let bytes = max(count, 1) * MemoryLayout<T>.stride
    if let piece = memory[slot.rawValue], piece.count >= bytes, let base = piece.baseAddress {
      return base.bindMemory(to: type, capacity: count)
    }
    memory[slot.rawValue]?.deallocate()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes, alignment: 64)
    piece.initializeMemory(as: UInt8.self, repeating: 0)
    memory[slot.rawValue] = piece
    if slot == .field { fieldKey = nil }
    guard let base = piece.baseAddress else { preconditionFailure("allocated nothing") }
    return base.bindMemory(to: type, capacity: count)
  }

  /// A picture of exactly this form, kept under `index`, with undefined contents.
  package func picture<S: PictureSample>(
    _ index: Int, of sample: S.Type, width: Int, height: Int, hasAlpha: Bool, chroma: ChromaFormat
  ) -> SampleView<S> {
    while pictures.count <= index { pictures.append(nil) }
    if let kept = (pictures[index] as? SampleBuffer<S>)?.view, kept.width == width,
      kept.height == height, (kept.a != nil) == hasAlpha, kept.chroma == chroma
    {
      return kept
    }
    pictures[index] = nil
    let made = SampleBuffer<S>(width: width, height: height, hasAlpha: hasAlpha, chroma: chroma)
    pictures[index] = made
    return made.view
  }

  /// Frees the pictures, and blocks that are about as large as a canvas.
  public func forgetPictures() {
    pictures = []
    for (slot, piece) in memory.enumerated() {
      guard let piece, piece.count > Scratch.mostKept else { continue }
      piece.deallocate()
      memory[slot] = nil
      if slot == Slot.field.rawValue { fieldKey = nil }
    }
  }

  /// The identity of a field of one number per pixel that is constant over frames.
  package struct FieldKey: Equatable {
    var name: String
    var width: Int
    var height: Int

    /// The field `name` of pictures of a size.
    package init(name: String, width: Int, height: Int) {
      (self.name, self.width, self.height) = (name, width, height)
    }
  }

  /// The field of `key`, computed by `make` if the last field had another key.
  package func field(
    _ key: FieldKey, make: (UnsafeMutablePointer<Int16>) -> Void
  ) -> UnsafeMutablePointer<Int16> {
    let field = memory(.field, of: Int16.self, count: key.width * key.height)
    if fieldKey != key {
      make(field)
      fieldKey = key
    }
    return field
  }
}
