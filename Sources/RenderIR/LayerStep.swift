// SPDX-License-Identifier: Apache-2.0

public import Basics
public import Properties

/// One step of drawing a layer: the properties of one stage, each as a curve in seconds from the input's first frame.
///
/// What a pass has to know about a step, it asks here; only `Property` and `Property.Stage` know one property from
/// another.
public struct LayerStep: Hashable, Sendable {
  /// When it acts; all properties are of this stage.
  public let stage: Property.Stage
  /// The properties that it sets; the others change nothing.
  public let curves: PropertyTable<Curve>
  /// Where the layer's anchor lies on the canvas before it: geometry acts about it.
  ///
  /// Nil is the centre of the canvas.
  public let pivot: PixelPoint?
  /// Where the layer's own picture lies on the canvas before it, for the stage `shape`; nil is the whole canvas.
  public let frame: LayerFrame?

  /// The properties `curves`, all of `stage`.
  public init(
    _ stage: Property.Stage, _ curves: PropertyTable<Curve>, about pivot: PixelPoint? = nil,
    of frame: LayerFrame? = nil
  ) {
    precondition(
      curves.entries.allSatisfy { $0.property.stage == stage }, "a property of another stage")
    self.stage = stage
    self.curves = curves
    self.pivot = stage == .geometry ? pivot : nil
    self.frame = stage == .shape ? frame : nil
  }

  /// One property.
  public init(
    _ property: Property, _ curve: Curve, about pivot: PixelPoint? = nil,
    of frame: LayerFrame? = nil
  ) {
    self.init(property.stage, [property: curve], about: pivot, of: frame)
  }

  /// Every part of `curves` that is a step, in the order of drawing.
  public static func steps(
    _ curves: PropertyTable<Curve>, about pivot: PixelPoint? = nil
  ) -> [LayerStep] {
    Property.Stage.allCases.compactMap { stage in
      let own = curves.of(stage)
      return own.isEmpty ? nil : LayerStep(stage, own, about: pivot)
    }
  }

  // MARK: Traits

  /// Whether it is the same at all times.
  public var isConstant: Bool { curves.entries.allSatisfy { $0.value.constantValue != nil } }

  /// Whether it changes nothing at any time, on a canvas of that size.
  public func isIdentity(on canvas: PixelSize) -> Bool {
    // A shape ends where the picture does; what is drawn beyond that is cut off.
    if stage == .shape { return false }
    let pivot = self.pivot ?? PixelPoint(middleOf: canvas)
    return curves.entries.allSatisfy { $0.value.constantValue == $0.property.identity(pivot) }
  }

  /// Whether it leaves nothing to be seen or heard at any time.
  public var isClear: Bool {
    stage.zeroIsNothing
      && curves.entries.contains { $0.value.constantValue?.allSatisfy { $0 == 0 } ?? false }
  }

  /// The same for an input that starts `offset` later and lasts `duration`.
  public func shifted(by offset: Time, duration: Time) -> LayerStep {
    LayerStep(
      stage, curves.mapValues { $0.shifted(by: offset, duration: duration) }, about: pivot,
      of: frame)
  }

  /// Where a picture of `type` is seen after it, and where it is opaque; `during` says whether it acts in some frames only.
  func applied(to type: PictureType, during: Bool, canvas: PixelSize) -> PictureType {
    var type = type
    switch stage {
    case .drawing: break
    case .shape:
      guard isConstant && !during else {
        let own = frame ?? LayerFrame(PixelRect(canvas))
        type.bounds = type.bounds.union(RoundedBox(own.box).hull)
          .union(RoundedBox(own.picture).hull)
        type.covers = nil
        break
      }
      let cut = cut(at: .zero, canvas: canvas)
      type.bounds = cut.map.hull(of: type.bounds).intersection(cut.outline.hull)
      let inside = cut.outline.inside
      type.covers = type.covers.flatMap { cut.map.inside(of: $0) }.flatMap { covers in
        inside.map { covers.intersection($0) }
      }
      if type.covers?.isEmpty == true { type.covers = nil }
    case .blur:
      if isIdentity(on: canvas) { break }
      type.covers = nil
      type.bounds = .everywhere
    case .geometry:
      guard isConstant && !during else {
        type.bounds = .everywhere
        type.covers = nil
        break
      }
      let map = map(at: .zero, canvas: canvas)
      type.bounds = map.hull(of: type.bounds)
      type.covers = type.covers.flatMap { map.affine?.inside(of: $0) }
    case .opacity:
      let isOpaque = curves.entries.allSatisfy { ($0.value.constantValue?[0] ?? 0) >= 1 }
      if !isOpaque { type.covers = nil }
    case .volume: break
    }
    return type
  }

  // MARK: Values

  /// The map of canvas pixels at `time`: what `geometry` does, the identity for other stages.
  public func map(at time: Time, canvas: PixelSize) -> Projection {
    switch whole(at: time, canvas: canvas) {
    case .plane(let map): Projection(map)
    case .space(let map): map.plane
    }
  }

  /// Whether the layer is turned away from the viewer at `time`.
  public func showsBack(at time: Time, canvas: PixelSize) -> Bool {
    guard case .space(let map) = whole(at: time, canvas: canvas) else { return false }
    // The z of its normal, which the inverse, transposed, takes along.
    return map.plane.determinant * map.determinant < 0
  }

  private func whole(at time: Time, canvas: PixelSize) -> Property.Map {
    let pivot = self.pivot ?? PixelPoint(middleOf: canvas)
    var result: Property.Map?
    for entry in curves.entries {
      guard
        let map = entry.property.map?(
          entry.value.value(of: entry.property, at: time), pivot)
      else { continue }
      result = result?.then(map) ?? map
    }
    return result ?? .plane(.identity)
  }

  /// The shape that is cut out at `time`: what `shape` does, nothing for other stages.
  public func cut(at time: Time, canvas: PixelSize) -> LayerCut {
    var cut = LayerCut(frame ?? LayerFrame(PixelRect(canvas)))
    for entry in curves.entries { entry.property.apply(entry.value.value(at: time), to: &cut) }
    return cut
  }

  /// The standard deviation in pixels at `time`: what `blur` does, 0 for other stages.
  public func deviation(at time: Time) -> Double {
    guard stage == .blur else { return 0 }
    // Gaussians one after the other are one.
    return curves.entries.reduce(0) { sum, entry in
      let deviation = max(0, entry.value.value(at: time)[0])
      return (sum * sum + deviation * deviation).squareRoot()
    }
  }

  /// The factor at `time`: what `opacity` and `volume` do, 1 for other stages.
  public func factor(at time: Time) -> Double {
    switch stage {
    case .drawing, .shape, .blur, .geometry: 1
    case .opacity, .volume: curves.entries.reduce(1) { $0 * $1.value.value(at: time)[0] }
    }
  }
}
