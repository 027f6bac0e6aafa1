// SPDX-License-Identifier: Apache-2.0

import Base
import Catalog
import Diagnostics
import ProjectModel
import YAML

/// The keys that all layers share.
extension ProjectParser {
  /// Takes `field` as a setting of a layer of footage or of its playback.
  mutating func footageKey(
    _ field: Field, of layer: inout LayerSettings, _ playback: inout Playback,
    isHeard: Bool = true
  ) {
    if field.name == "effects", isHeard { return effects(field, of: &layer, &playback) }
    if !playbackKey(field, of: &playback) { layerKey(field, of: &layer) }
  }

  /// Takes `field` as a setting of a layer; false where it is none.
  @discardableResult
  mutating func layerKey(_ field: Field, of layer: inout LayerSettings) -> Bool {
    switch field.name {
    case "size":
      guard let size = animated(field.value, ValueReader(.size)) else { break }
      if case .constant(let value) = size {
        layer.size = value.value.boxSize.map { Located($0, at: value.span) }
      } else {
        layer.properties[.size] = size
      }
    case "fade": layer.fade = fade(field.value) ?? layer.fade
    case "enter": layer.enter = entrance(field.value) ?? layer.enter
    case "exit": layer.exit = entrance(field.value) ?? layer.exit
    case "ken-burns":
      // `off` also undoes what `defaults` says.
      let isOff = field.value.text == "off"
      layer.kenBurns = isOff ? nil : kenBurns(field.value) ?? layer.kenBurns
    case "focus":
      warnOfFewPixels(place: field.value, in: "picture")
      layer.properties[.focus] =
        field.value.text == "auto"
        ? .constant(Located(Property.followedFocus, at: field.value.span))
        : animated(field.value, ValueReader(.focus))
    // Read where it is known which layer it is of.
    case "anchor", "mask": break
    case "effects": layer.effects = effects(field.value) ?? layer.effects
    case "backface":
      if let backface: Backface = choice(field.value, "a backface") { layer.backface = backface }
    case "motion-blur": layer.motionBlur = motionBlur(field.value) ?? layer.motionBlur
    case "blend": layer.blend = blending(field.value) ?? layer.blend
    default:
      guard let values = properties(field) else { return false }
      if values[.lutStrength] != nil, field.value[Property.lut.key] == nil {
        report(
          .missingKey, "'\(Property.lutStrength.key)' needs a LUT", at: field.key.span,
          hint: "write lut: film.cube beside it")
      }
      layer.properties.set(values)
    }
    return true
  }

  /// A blend mode, or `normal`.
  mutating func blending(_ node: YAMLNode) -> Blending? {
    let synonyms = [
      KeySynonym(
        ["plus-lighter", "plus", "linear-dodge", "linear dodge", "addition"], "blend: add")
    ]
    return word(node, of: KeyTable.blendModes, "a blend mode", synonyms: synonyms).map { name in
      BlendMode(rawValue: name).map { .mode($0) } ?? .normal
    }
  }

  /// A number of moments, or `{samples: 16, shutter: 180deg}`.
  mutating func motionBlur(_ node: YAMLNode) -> MotionBlur? {
    var blur = MotionBlur(samples: 8, shutter: Time(1, over: 2))
    func count(_ node: YAMLNode) -> Int? {
      integer(node, "the number of moments", in: MotionBlur.counts)?.value
    }
    guard node.kind == .mapping else {
      guard let samples = count(node) else { return nil }
      blur.samples = samples
      return blur
    }
    for field in fields(of: node, KeyTable.motionBlur) {
      if field.name == "samples" {
        blur.samples = count(field.value) ?? blur.samples
      } else if let degrees = value(field.value, ValueReader<Double>.angle) {
        let share = Time(Int64((degrees * 1000).rounded()), over: 360_000)
        guard share > .zero, share <= Time(1) else {
          report(
            .outOfRange, "a shutter is open for more than 0deg, up to 360deg", at: field.value.span,
            hint: "write 180deg for half of each frame")
          continue
        }
        blur.shutter = share
      }
    }
    return blur
  }

  /// The properties that `field` sets, with their values; nil where it sets none.
  mutating func properties(_ field: Field) -> PropertyTable<Animated<PropertyValue>>? {
    if let property = Property.named(field.name) {
      if property == .crop { warnOfFewPixels(parts: [field.value]) }
      return animated(field.value, ValueReader(property)).map { [property: $0] } ?? [:]
    }
    guard let group = Property.Group.named(field.name) else { return nil }
    var values: PropertyTable<Animated<PropertyValue>> = [:]
    for member in fields(of: field.value, KeyTable.shape(of: group), owner: field.key.span) {
      for property in group.properties where property.key == member.name {
        values[property] = animated(member.value, ValueReader(property))
      }
      for property in group.files where property.key == member.name {
        values[property] = file(member.value, of: property).map { .constant($0) }
      }
    }
    return values
  }

  /// Sets the anchor of a layer whose other keys were read from `fields`: the one that is written, else that of a position
  /// with a name.
  mutating func anchor(of layer: inout LayerSettings, from fields: [Field]) {
    // Close to the top left corner pixels are meant as they are, and in a small group anywhere.
    if !isInSizedGroup, fields.first(where: { $0.name == "anchor" })?.value.text != "top-left",
      let position = fields.first(where: { $0.name == "position" })
    {
      warnOfFewPixels(place: position.value, in: "canvas")
    }
    for field in fields where field.name == "anchor" {
      if let anchor = field.value.text.flatMap({ Anchor(rawValue: $0) }) {
        layer.anchor = anchor
      } else {
        layer.properties[.anchor] = animated(field.value, ValueReader(.anchor))
      }
      return
    }
    for field in fields where field.name == "position" {
      layer.anchor = field.value.text.flatMap { Anchor(rawValue: $0) } ?? .center
    }
  }

  /// `1s` for both ends, or `{in: 1s, out: 2s}`.
  mutating func fade(_ node: YAMLNode) -> Fade? {
    guard node.kind == .mapping else {
      if let words = words(node), words.count == 2, ["in", "out"].contains(words[0].string) {
        report(
          words[0].problem(
            "a fade of one end is written in braces",
            hint: "write fade: {\(words[0].string): \(words[1].string)}"), at: node)
        return nil
      }
      guard let time = shortTime(node, "a fade", orZero: true) else { return nil }
      return Fade(fadeIn: time, fadeOut: time, span: node.span)
    }
    var fade = Fade(fadeIn: nil, fadeOut: nil, span: firstPlace(in: node))
    for field in fields(of: node, KeyTable.fade) {
      if field.name == "curve" {
        fade.curve = choice(field.value, "a curve of a fade") ?? fade.curve
        continue
      }
      let time = shortTime(field.value, "a fade", orZero: true)
      if field.name == "in" { fade.fadeIn = time } else { fade.fadeOut = time }
    }
    return fade
  }
}
