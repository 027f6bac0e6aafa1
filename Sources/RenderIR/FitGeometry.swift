// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Properties

/// The arithmetic of fitting a picture into a box of the canvas: integers, and even edges for 4:2:0.
///
/// Display size is coded width × sample aspect ratio by coded height, turned. `contain` scales by
/// the smaller of the two ratios, rounds the size to the nearest even number, centres it and rounds
/// the corner down to even. `cover` takes the middle of the upright picture in the shape of the
/// box. `none` keeps pixels (apart from the sample aspect ratio) and cuts off what hangs over. A
/// box of just the picture's size keeps that size, be it odd, and so every pixel.
public struct FitGeometry: Hashable, Sendable {
  /// How the coded picture is turned first.
  public var orientation: Orientation
  /// The part of the upright picture that is seen, in its pixels.
  public var crop: PixelRect
  /// Where that part goes, in canvas pixels; the corner is even, and all edges are where it is scaled.
  public var box: PixelRect

  /// Fits a picture of `coded` size and sample aspect ratio `sampleAspect` into `box`.
  public init(
    coded: PixelSize, sampleAspect: Time, orientation: Orientation, fit: Fit, box: PixelRect
  ) {
    let size = orientation.size(of: coded)
    let (sx, sy) = orientation.swapsAxes ? (Time(1), sampleAspect) : (sampleAspect, Time(1))
    let target = FitGeometry.aligned(box)
    let (dw, dh) = (Time(Int64(size.width)) * sx, Time(Int64(size.height)) * sy)
    let (bw, bh) = (Time(Int64(target.width)), Time(Int64(target.height)))
    self.orientation = orientation
    self.crop = PixelRect(size)
    self.box = target
    if sampleAspect == Time(1), box.size == size {
      self.box = PixelRect(x: box.x & ~1, y: box.y & ~1, width: size.width, height: size.height)
      return
    }
    switch fit {
    case .stretch: break
    case .contain:
      let isWider = dw * bh > dh * bw
      let width = isWider ? target.width : FitGeometry.even(dw * bh / dh, atMost: target.width)
      let height = isWider ? FitGeometry.even(dh * bw / dw, atMost: target.height) : target.height
      self.box = FitGeometry.centred(PixelSize(width, height), in: target)
    case .cover, .backdrop:
      if dw * bh > dh * bw {
        let width = FitGeometry.even(dh * bw / bh / sx, atMost: size.width)
        crop = FitGeometry.centred(PixelSize(width, size.height), in: crop)
      } else {
        let height = FitGeometry.even(dw * bh / bw / sy, atMost: size.height)
        crop = FitGeometry.centred(PixelSize(size.width, height), in: crop)
      }
    case .none:
      let x = FitGeometry.unscaled(size.width, aspect: sx, box: target.width)
      let y = FitGeometry.unscaled(size.height, aspect: sy, box: target.height)
      crop = FitGeometry.centred(PixelSize(x.crop, y.crop), in: crop)
      self.box = FitGeometry.centred(PixelSize(x.box, y.box), in: target)
    }
  }

  /// A turned, cropped and scaled picture, as `Operation.place` has it.
  public init(orientation: Orientation, crop: PixelRect, box: PixelRect) {
    self.orientation = orientation
    self.crop = crop
    self.box = box
  }

  /// The map from coded pixels to canvas pixels.
  public func map(coded: PixelSize) -> Affine {
    orientation.affine(for: coded)
      .then(.translation(-Double(crop.x), -Double(crop.y)))
      .then(
        .scale(
          Double(box.width) / Double(crop.width), Double(box.height) / Double(crop.height))
      )
      .then(.translation(Double(box.x), Double(box.y)))
  }

  /// The crop in coded pixels.
  public func codedCrop(coded: PixelSize) -> PixelRect {
    let back = Orientation.allCases.first { orientation.then($0) == .upright } ?? .upright
    return back.affine(for: orientation.size(of: coded)).hull(of: crop)
  }

  /// `box` with every edge moved to the nearest even number (up, when between two), at least 2 × 2:
  /// boxes that touch still do.
  public static func aligned(_ box: PixelRect) -> PixelRect {
    func near(_ value: Int) -> Int { (value + 1) & ~1 }
    let (x, y) = (near(box.x), near(box.y))
    return PixelRect(
      x: x, y: y, width: max(near(box.x + box.width) - x, 2),
      height: max(near(box.y + box.height) - y, 2))
  }

  /// The nearest even number, a tie up; at least 2 and, if that is more, at most `limit`.
  private static func even(_ value: Time, atMost limit: Int) -> Int {
    let near = Int(clamping: (value / Time(2)).rounded) &* 2
    if near >= limit { return max(limit, 1) }
    return max(near, min(2, limit))
  }

  /// In the middle of `rect`, the corner rounded down to even.
  private static func centred(_ size: PixelSize, in rect: PixelRect) -> PixelRect {
    func corner(_ start: Int, _ room: Int, _ length: Int) -> Int {
      room == length ? start : (start + (room - length) >> 1) & ~1
    }
    return PixelRect(
      x: corner(rect.x, rect.width, size.width), y: corner(rect.y, rect.height, size.height),
      width: size.width, height: size.height)
  }

  /// How much of `length` pixels is seen in a box, and how wide it is there.
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
  /// Turns a picture by a linear map (a, b, c, d) and fits the bounding box of what comes out, centred, into `box`.
  public init(
    coded: PixelSize, sampleAspect: Time, turn: Affine, fit: Fit, box: PixelRect
  ) {
    let box = FitGeometry.aligned(box)
    let linear = Affine(turn.a, turn.b, turn.c, turn.d, 0, 0)
    let upright = Affine.scale(sampleAspect.approximate, 1).then(linear)
    let (x0, y0, x1, y1) = upright.extremes(of: PixelRect(coded))
    let (width, height) = (max(x1 - x0, 1e-6), max(y1 - y0, 1e-6))
    let (across, down) = (Double(box.width) / width, Double(box.height) / height)
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
        .translation(
          Double(box.x) + Double(box.width) / 2, Double(box.y) + Double(box.height) / 2))
    let isInside =
      width * scale.0 <= Double(box.width) + 1e-6
      && height * scale.1 <= Double(box.height) + 1e-6
    self.init(
      crop: PixelRect(coded), map: map, clip: isInside ? nil : box,
      isBlurred: fit == .backdrop)
  }
}
