// SPDX-License-Identifier: Apache-2.0

public import Base
public import Catalog
public import RenderProtocol

/// One step of drawing a layer: the properties of one stage, each as a curve in seconds from the input's first frame.
///
/// Passes ask here for the facts about a step; only `Property` and `Property.Stage` know one
/// property from another.
public struct LayerStep: Hashable, Sendable {
  /// The stage at which it acts; all properties are among those that it accepts.
  public let stage: Property.Stage
  /// The properties that it sets; the others change nothing.
  public let curves: PropertyTable<Curve>
  /// The place of the layer's anchor on the canvas before it: geometry acts about it.
  ///
  /// Nil is the centre of the canvas.
  public let pivot: PixelPoint?
  /// The place of the layer's own picture on the canvas before it, for stages that cut it out; nil is the whole canvas.
  public let frame: LayerFrame?
  /// The filter of the stage `effects`; nil for other stages.
  public private(set) var effect: EffectUse?
  /// The LUT of the stage `lut`; nil for other stages, and where colours stay.
  public let lut: MediaFile?

  /// The properties `curves`, all of which `stage` accepts.
  public init(
    _ stage: Property.Stage, _ curves: PropertyTable<Curve>, about pivot: PixelPoint? = nil,
    of frame: LayerFrame? = nil, lut: MediaFile? = nil
  ) {
    let accepted = stage.accepted
    precondition(
      curves.entries.allSatisfy { accepted.contains($0.property) }, "a property of another stage")
    self.stage = stage
    self.curves = curves
    self.pivot = stage == .geometry ? pivot : nil
    self.frame = stage.hasFrame ? frame : nil
    self.lut = stage == .lut ? lut : nil
  }

  /// One property.
  public init(
    _ property: Property, _ curve: Curve, about pivot: PixelPoint? = nil,
    of frame: LayerFrame? = nil
  ) {
    self.init(property.stage, [property: curve], about: pivot, of: frame)
  }

  /// A filter.
  public init(_ effect: EffectUse) {
    self.init(.effects, [:])
    self.effect = effect
  }

  // MARK: Traits

  /// True if it is the same at all times.
  public var isConstant: Bool {
    curves.entries.allSatisfy { $0.value.constantValue != nil } && effect?.isConstant != false
  }

  /// Returns true if it changes nothing at any time, on a canvas of that size.
  public func isIdentity(on canvas: PixelSize) -> Bool {
    // A shape ends where the picture does; what is drawn beyond that is cut off.
    if stage.role == .cut || stage.role == .filter { return false }
    let pivot = self.pivot ?? PixelPoint(middleOf: canvas)
    func isIdentity(_ entry: PropertyTable<Curve>.Entry) -> Bool {
      entry.value.constantValue == entry.property.identity(pivot)
    }
    if stage.properties.contains(where: { $0.decides && curves[$0] == nil }) { return true }
    return curves.entries.allSatisfy(isIdentity)
      || curves.entries.contains { $0.property.decides && isIdentity($0) }
  }

  /// True if its result is invisible or silent at all times.
  public var isClear: Bool {
    stage.zeroIsNothing
      && curves.entries.contains { $0.value.constantValue?.allSatisfy { $0 == 0 } ?? false }
  }

  /// The same for an input that starts `offset` later and lasts `duration`.
  public func shifted(by offset: Time, duration: Time) -> LayerStep {
    if let effect { return LayerStep(effect.shifted(by: offset, duration: duration)) }
    return LayerStep(
      stage, curves.mapValues { $0.shifted(by: offset, duration: duration) }, about: pivot,
      of: frame, lut: lut)
  }

  /// The visible and the opaque area of a picture of `type` after it; `during` says whether it acts in some frames only.
  func applied(to type: PictureType, during: Bool, canvas: PixelSize) -> PictureType {
    var type = type
    switch stage {
    case .drawing: break
    case .part, .shape, .corners:
      guard isConstant && !during else {
        let own = frame ?? LayerFrame(PixelRect(canvas))
        type.bounds = type.bounds.union(RoundedBox(own.box).hull)
          .union(RoundedBox(own.picture).hull).union(outlineHull(on: canvas))
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
    case .adjust, .lut: break
    case .effects:
      // A filter may paint wherever it sees the layer, and make alpha.
      let seen = effect?.box ?? PixelRect(canvas)
      type.bounds = during ? type.bounds.union(seen) : seen
      type.covers = nil
    case .key: if !isIdentity(on: canvas) { type.covers = nil }
    case .border:
      if isIdentity(on: canvas) { break }
      type.bounds = type.bounds.union(outlineHull(on: canvas))
    case .pixelate, .blur, .shadow:
      if isIdentity(on: canvas) { break }
      if stage != .shadow { type.covers = nil }
      if type.bounds != .everywhere { type.bounds = type.bounds.grown(by: reach(on: canvas)) }
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
    case .backdrop: if !isIdentity(on: canvas) { type.isBlended = true }
    case .pan, .balance, .volume: break
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

  /// Returns true if the layer is turned away from the viewer at `time`.
  public func showsBack(at time: Time, canvas: PixelSize) -> Bool {
    guard case .space(let map) = whole(at: time, canvas: canvas) else { return false }
    // The z of its normal, which the inverse, transposed, takes along.
    return map.plane.determinant * map.determinant < 0
  }

  private func whole(at time: Time, canvas: PixelSize) -> Property.Map {
    let pivot = self.pivot ?? PixelPoint(middleOf: canvas)
    var values = PropertyTable<[Double]>()
    for entry in curves.entries {
      values[entry.property] = entry.value.value(of: entry.property, at: time)
    }
    if let place = values[.position], place.count == 3 {
      // A layer that turns with its path does so in its own plane, beside its rotation.
      values[.rotation] = [(values[.rotation]?[0] ?? 0) + place[2]]
    }
    var result: Property.Map?
    for entry in values.entries {
      guard let map = entry.property.map?(entry.value, pivot) else { continue }
      result = result?.then(map) ?? map
    }
    return result ?? .plane(.identity)
  }

  /// The shape that is cut out at `time`; nothing for stages that cut nothing.
  public func cut(at time: Time, canvas: PixelSize) -> LayerCut {
    var cut = LayerCut(frame ?? LayerFrame(PixelRect(canvas)))
    for entry in curves.entries { entry.property.apply(entry.value.value(at: time), to: &cut) }
    switch stage {
    case .part: return cut.withWholeEdges
    case .corners: return cut.inPlace
    case .drawing, .shape, .adjust, .lut, .effects, .key, .border, .pixelate, .blur, .shadow,
      .geometry, .opacity, .backdrop, .pan, .balance, .volume:
      return cut
    }
  }

  /// The numbers of a treatment, or of what is done to what lies below, at `time`; none for other stages.
  ///
  /// They are those of all properties of its stage, in their order, with lengths on a canvas of `scale` pixels for one;
  /// behind those of a border stands its outline, behind those of blocks the box in which they lie.
  public func numbers(at time: Time, canvas: PixelSize, scale: Double = 1) -> [Double] {
    guard stage.role == .treatment || stage.role == .backdrop else { return [] }
    let numbers = stage.properties.flatMap { property -> [Double] in
      let value = curves[property]?.value(at: time) ?? property.identity(PixelPoint(0, 0))
      return property.unit.isLength ? value.map { $0 * scale } : value
    }
    guard stage.hasFrame else { return numbers }
    let box = cut(at: time, canvas: canvas).outline.scaled(by: scale)
    let frame = numbers + [box.x, box.y, box.width, box.height]
    return stage == .border ? frame + box.radii : frame
  }

  /// The factor at `time`: what `opacity` and `volume` do, 1 for other stages.
  public func factor(at time: Time) -> Double {
    guard stage.role == .factor else { return 1 }
    return curves.entries.reduce(1) { $0 * $1.value.value(at: time)[0] }
  }
}
