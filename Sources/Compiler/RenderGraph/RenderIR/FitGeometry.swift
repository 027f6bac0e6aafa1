// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog

/// The arithmetic of fitting a picture into a box of the canvas.
///
/// Display size is coded width × sample aspect ratio by coded height, turned. `contain` scales by
/// the smaller of the two ratios, `cover` takes the middle of the upright picture in the shape of the
/// box, and `none` keeps pixels (apart from the sample aspect ratio) and cuts off what hangs over.
///
/// The box may lie anywhere. In one of even width and height, such as the canvas, a picture gets the nearest
/// even size and an even distance from the box's corner, rounded down: there it is scaled as a whole, and in 4:2:0 its
/// chroma falls on the canvas's. In any other box it has just the size and the place that follow from the ratio. A
/// box of just the picture's size keeps every pixel. `cover` may have a focus, a place in the upright picture: what is
/// kept lies about it, as far as the edges of the picture allow.
public struct FitGeometry: Hashable, Sendable {
  /// The orientation that is applied to the coded picture first.
  public var orientation: Orientation
  /// The part of the upright picture that is seen, in its pixels.
  public var crop: PixelRect
  /// The place of that part on the canvas.
  public var box: PixelBox

  /// Fits a picture of `coded` size and sample aspect ratio `sampleAspect` into `box`.
  ///
  /// - Parameter focus: The point that `cover` keeps in view, in shares of the upright picture; nil
  ///   for its middle.
  public init(
    coded: PixelSize, sampleAspect: Time, orientation: Orientation, fit: Fit, box: PixelBox,
    focus: PixelPoint? = nil
  ) {
    let size = orientation.size(of: coded)
    let aspect = orientation.swapsAxes ? (Time(1), sampleAspect) : (sampleAspect, Time(1))
    self.init(orientation: orientation, crop: PixelRect(size), box: box)
    if sampleAspect == Time(1), box.width == Double(size.width), box.height == Double(size.height) {
      return
    }
    if box.hasEvenSize {
      let inner = PixelSize(Int(box.width), Int(box.height))
      let part = fitEvenly(size, aspect, fit, into: inner, about: focus)
      self.box = PixelBox(part).moved(box.x, box.y)
    } else {
      fitExactly(size, (aspect.0.approximate, aspect.1.approximate), fit, about: focus)
    }
  }

  /// Fits a picture into a box of whole pixels.
  public init(
    coded: PixelSize, sampleAspect: Time, orientation: Orientation, fit: Fit, box: PixelRect
  ) {
    self.init(
      coded: coded, sampleAspect: sampleAspect, orientation: orientation, fit: fit,
      box: PixelBox(box))
  }

  /// Chooses the crop, and gives the part of a box of even size that it fills.
  private mutating func fitEvenly(
    _ size: PixelSize, _ aspect: (Time, Time), _ fit: Fit, into inner: PixelSize,
    about focus: PixelPoint?
  ) -> PixelRect {
    let target = PixelRect(inner)
    let (dw, dh) = (Time(Int64(size.width)) * aspect.0, Time(Int64(size.height)) * aspect.1)
    let (bw, bh) = (Time(Int64(inner.width)), Time(Int64(inner.height)))
    switch fit {
    case .stretch: return target
    case .contain:
      let isWider = dw * bh > dh * bw
      let width = isWider ? inner.width : FitGeometry.even(dw * bh / dh, atMost: inner.width)
      let height = isWider ? FitGeometry.even(dh * bw / dw, atMost: inner.height) : inner.height
      return FitGeometry.centred(PixelSize(width, height), in: target)
    case .cover, .backdrop:
      if dw * bh > dh * bw {
        let width = FitGeometry.even(dh * bw / bh / aspect.0, atMost: size.width)
        crop = FitGeometry.centred(PixelSize(width, size.height), in: crop, about: focus)
      } else {
        let height = FitGeometry.even(dw * bh / bw / aspect.1, atMost: size.height)
        crop = FitGeometry.centred(PixelSize(size.width, height), in: crop, about: focus)
      }
      return target
    case .none:
      let x = FitGeometry.unscaled(size.width, aspect: aspect.0, box: inner.width)
      let y = FitGeometry.unscaled(size.height, aspect: aspect.1, box: inner.height)
      crop = FitGeometry.centred(PixelSize(x.crop, y.crop), in: crop)
      return FitGeometry.centred(PixelSize(x.box, y.box), in: target)
    }
  }

  /// Chooses the crop, in whole samples of chroma, and where it goes.
  private mutating func fitExactly(
    _ size: PixelSize, _ aspect: (Double, Double), _ fit: Fit, about focus: PixelPoint?
  ) {
    let (dw, dh) = (Double(size.width) * aspect.0, Double(size.height) * aspect.1)
    let (across, down) = (box.width / dw, box.height / dh)
    switch fit {
    case .stretch: break
    case .contain:
      let scale = min(across, down)
      box = box.middle(width: dw * scale, height: dh * scale)
    case .cover, .backdrop:
      let scale = max(across, down)
      let width = FitGeometry.seen(
        size.width, of: box.width / scale / aspect.0, .toNearestOrAwayFromZero)
      let height = FitGeometry.seen(
        size.height, of: box.height / scale / aspect.1, .toNearestOrAwayFromZero)
      crop = FitGeometry.centred(PixelSize(width, height), in: crop, about: focus)
    case .none:
      let width = FitGeometry.seen(size.width, of: box.width / aspect.0, .down)
      let height = FitGeometry.seen(size.height, of: box.height / aspect.1, .down)
      crop = FitGeometry.centred(PixelSize(width, height), in: crop)
      box = box.middle(
        width: min(box.width, Double(width) * aspect.0),
        height: min(box.height, Double(height) * aspect.1))
    }
  }

  /// A turned, cropped and scaled picture.
  public init(orientation: Orientation, crop: PixelRect, box: PixelBox) {
    self.orientation = orientation
    self.crop = crop
    self.box = box
  }

  /// A turned, cropped and scaled picture, as `Operation.place` has it.
  public init(orientation: Orientation, crop: PixelRect, box: PixelRect) {
    self.init(orientation: orientation, crop: crop, box: PixelBox(box))
  }

  /// The operation that draws it: `place` on whole pixels, else `warp`.
  public func operation(coded: PixelSize, isBlurred: Bool) -> Operation {
    guard let whole = box.whole else { return .warp(warp(coded: coded, isBlurred: isBlurred)) }
    return .place(orientation, crop: crop, box: whole, isBlurred: isBlurred)
  }

  /// The same as a map of coded pixels.
  public func warp(coded: PixelSize, isBlurred: Bool) -> Warp {
    Warp(crop: codedCrop(coded: coded), map: map(coded: coded), isBlurred: isBlurred)
  }

  /// The map from coded pixels to canvas pixels.
  public func map(coded: PixelSize) -> Affine {
    orientation.affine(for: coded)
      .then(.translation(-Double(crop.x), -Double(crop.y)))
      .then(
        .scale(
          box.width / Double(crop.width), box.height / Double(crop.height))
      )
      .then(.translation(box.x, box.y))
  }

  /// The crop in coded pixels.
  public func codedCrop(coded: PixelSize) -> PixelRect {
    let back = Orientation.allCases.first { orientation.then($0) == .upright } ?? .upright
    return back.affine(for: orientation.size(of: coded)).hull(of: crop)
  }

  /// The nearest even number, a tie up; at least 2 and, if that is more, at most `limit`.
  private static func even(_ value: Time, atMost limit: Int) -> Int {
    let near = Int(clamping: (value / Time(2)).rounded) &* 2
    if near >= limit { return max(limit, 1) }
    return max(near, min(2, limit))
  }

  /// The number of `length` pixels visible in `room` pixels: all, or an even number of them.
  private static func seen(
    _ length: Int, of room: Double, _ rule: FloatingPointRoundingRule
  ) -> Int {
    if room >= Double(length) - 1e-6 { return length }
    return max(min(Int((room / 2).rounded(rule)) * 2, length), min(2, length))
  }

  /// In the middle of `rect`, or as near to having `focus` (in shares of it) in its middle as `rect` allows, the corner
  /// rounded down to even.
  private static func centred(
    _ size: PixelSize, in rect: PixelRect, about focus: PixelPoint? = nil
  ) -> PixelRect {
    func corner(_ start: Int, _ room: Int, _ length: Int, _ focus: Double?) -> Int {
      if room == length { return start }
      guard let focus else { return (start + (room - length) >> 1) & ~1 }
      let wanted = Int((min(max(focus, 0), 1) * Double(room) - Double(length) / 2).rounded())
      return (start + min(max(wanted, 0), room - length)) & ~1
    }
    return PixelRect(
      x: corner(rect.x, rect.width, size.width, focus?.x),
      y: corner(rect.y, rect.height, size.height, focus?.y),
      width: size.width, height: size.height)
  }

  /// The visible part of `length` pixels in a box, and its width there.
  private static func unscaled(_ length: Int, aspect: Time, box: Int) -> (crop: Int, box: Int) {
    if aspect == Time(1) {
      let seen = min(length & ~1, box)
      return seen > 0 ? (seen, seen) : (length, 2)
    }
    let shown = Time(Int64(length)) * aspect
    if shown <= Time(Int64(box)) { return (length, even(shown, atMost: box)) }
    return (even(Time(Int64(box)) / aspect, atMost: length), box)
  }
}

extension Warp {
  /// Applies a linear map (a, b, c, d) to a picture and fits the bounding box of the result, centred, into `box`.
  public init(
    coded: PixelSize, sampleAspect: Time, turn: Affine, fit: Fit, box: PixelBox
  ) {
    let linear = Affine(turn.a, turn.b, turn.c, turn.d, 0, 0)
    let upright = Affine.scale(sampleAspect.approximate, 1).then(linear)
    let (x0, y0, x1, y1) = upright.extremes(of: PixelRect(coded))
    let (width, height) = (max(x1 - x0, 1e-6), max(y1 - y0, 1e-6))
    let (across, down) = (box.width / width, box.height / height)
    let scale: (Double, Double) =
      switch fit {
      case .contain: (min(across, down), min(across, down))
      case .cover, .backdrop: (max(across, down), max(across, down))
      case .stretch: (across, down)
      case .none: (1, 1)
      }
    let map = upright.then(.translation(-(x0 + x1) / 2, -(y0 + y1) / 2))
      .then(.scale(scale.0, scale.1))
      .then(
        .translation(box.x + box.width / 2, box.y + box.height / 2))
    let isInside =
      width * scale.0 <= box.width + 1e-6 && height * scale.1 <= box.height + 1e-6
    self.init(
      crop: PixelRect(coded), map: map, clip: isInside ? nil : box,
      isBlurred: fit == .backdrop)
  }
}
