// SPDX-License-Identifier: Apache-2.0

import Base

// The properties of layers, in the order in which they act. Geometry acts about the layer's anchor.

extension Property {
  /// All properties, in the order in which they act.
  public static let all: [Property] = [
    .size, .crop, .radius, .brightness, .contrast, .saturation, .hue, .temperature, .lutStrength,
    .keyColor, .keyTolerance, .keySoftness, .keyLuma, .keySpill, .borderWidth, .borderColor,
    .pixelate, .blur, .blurEdges, .shadowColor, .shadowOffset, .shadowBlur, .anchor, .skew, .scale,
    .rotation, .rotationX,
    .rotationY, .perspective, .position, .transform, .opacity, .backdropPixelate, .backdropBlur,
    .backdropBrightness, .backdropContrast, .backdropSaturation, .backdropHue,
    .backdropTemperature, .pan, .balance, .volume,
  ]

  /// Those of sound.
  public static let heard = all.filter { !$0.stage.isSeen }

  /// Those whose value is a file: its place in the project's list of files, from 1.
  ///
  /// A step of a graph has the file itself, and none of these.
  public static let files: [Property] = [.lut]

  /// Those that no project writes: what keys such as `enter` do.
  public static let implied: [Property] = [.reveal]

  /// The part of its box in which it is seen.
  public static let reveal = Property(
    "reveal", .crop, .shape, "The part of its box in which it is seen: left, top, width, height.",
    default: "[0%, 0%, 100%, 100%]", identity: { _ in [0, 0, 1, 1] }, cut: { $1.reveal($0) })

  /// Those of footage that fills its box, which act before it is a layer: lowering makes parts of its picture of them.
  public static let framing: [Property] = [.focus]

  /// The place in a picture that stays in sight where the picture covers its box.
  public static let focus = Property(
    "focus", .centre, .drawing,
    "The place in its picture that stays in sight where it covers its box: a name, or [x, y] within the upright picture.",
    default: "center", identity: { _ in [0, 0] })

  /// The value of `focus: auto` until a survey replaces it: the middle of the picture, in a form that no project writes.
  public static let followedFocus = PropertyValue([.perPixel(0.5), .perPixel(0.5)])

  /// As large as its box.
  public static let size = Property(
    "size", .box, .shape,
    "The width of its box, or [width, height]; without a value, or with auto, the aspect ratio is kept.",
    default: "as large as it is", identity: { _ in [0, 0, 1, 1] }, cut: { $1.resize($0) })

  /// A part of its picture.
  public static let crop = Property(
    "crop", .crop, .shape, "The part of its picture that is shown: left, top, width, height.",
    default: "[0%, 0%, 100%, 100%]", identity: { _ in [0, 0, 1, 1] },
    cut: { $1.crop($0) })

  /// Rounded corners.
  public static let radius = Property(
    "radius", .corners, .shape,
    "Radius of its corners, or radii clockwise from the top left; a percentage is of the shorter side.",
    default: "0px", identity: { _ in [0, 0, 0, 0] }, cut: { $1.round($0) })

  /// Brighter or darker.
  public static let brightness = Property(
    "brightness", in: .adjust, .factor, .adjust,
    "Factor of red, green and blue, as CSS's brightness() has it.", default: "100%",
    identity: { _ in [1] })

  /// Of more or less contrast.
  public static let contrast = Property(
    "contrast", in: .adjust, .factor, .adjust,
    "Factor of their distance from middle grey, as CSS's contrast() has it.", default: "100%",
    identity: { _ in [1] })

  /// More or less colourful.
  public static let saturation = Property(
    "saturation", in: .adjust, .factor, .adjust,
    "Factor of their distance from grey, as CSS's saturate() has it.", default: "100%",
    identity: { _ in [1] })

  /// Of other hues.
  public static let hue = Property(
    "hue", in: .adjust, .angle, .adjust, "Turn of all hues, as CSS's hue-rotate() has it.",
    default: "0deg", identity: { _ in [0] })

  /// Warmer or colder.
  public static let temperature = Property(
    "temperature", in: .adjust, .balance, .adjust,
    "Warmth, from -100% to 100%: red is multiplied by 2^(t/2) and blue by 2^(-t/2), white as bright as before.",
    default: "0%", identity: { _ in [0] })

  /// With the colours of a LUT.
  public static let lut = Property(
    "lut", in: .adjust, .number, .lut,
    "A LUT, a .cube file with a table of colours: an asset or a file.", default: "none",
    identity: { _ in [0] })

  /// The strength of a LUT.
  public static let lutStrength = Property(
    "lut-strength", in: .adjust, .opacity, .lut, "How much of the LUT's change is made.",
    default: "100%", assumed: PropertyValue(1), identity: { _ in [0] })

  /// A colour is taken out.
  public static let keyColor = Property(
    "color", in: .key, .color, .key, "The colour that becomes transparent.", default: "lime",
    assumed: PropertyValue(Color(0, 255, 0)), decides: true, identity: { _ in [0, 0, 0, 0] })

  /// The tolerance of a colour key.
  public static let keyTolerance = Property(
    "tolerance", in: .key, .opacity, .key,
    "The distance from it up to which colours are gone: 59% is that of lime from grey.",
    default: "25%", assumed: PropertyValue(0.25), identity: { _ in [0] })

  /// The softness of a colour key's edge.
  public static let keySoftness = Property(
    "softness", in: .key, .opacity, .key,
    "The further distance in which they become visible.", default: "10%",
    assumed: PropertyValue(0.1), identity: { _ in [0] })

  /// The weight of brightness in a colour key's distances.
  public static let keyLuma = Property(
    "luma", in: .key, .opacity, .key,
    "How much brightness counts in distances: 0% for hues alone, 100% for brightness alone.",
    default: "0%", identity: { _ in [0] })

  /// The suppression of the key colour's spill.
  public static let keySpill = Property(
    "spill", in: .key, .opacity, .key,
    "How much of its hue is taken out of what stays.", default: "0%", identity: { _ in [0] })

  /// The width of a border.
  public static let borderWidth = Property(
    "width", in: .border, .thickness, .border, "How wide the line is.", default: "1px",
    assumed: PropertyValue([.pixels(1)]), decides: true, identity: { _ in [0] })

  /// The colour of a border.
  public static let borderColor = Property(
    "color", in: .border, .color, .border, "Its colour.", default: "black",
    assumed: PropertyValue(Color.black), decides: true, identity: { _ in [0, 0, 0, 0] })

  /// In blocks of one colour.
  public static let pixelate = Property(
    "pixelate", .side, .pixelate,
    "Side of the blocks of one colour that it is drawn in; it covers what it covered.",
    default: "0px", identity: { _ in [0] })

  /// Blurred.
  public static let blur = Property(
    "blur", .deviation, .blur,
    "Standard deviation of a Gaussian blur; footage covers what it covered.", default: "0px",
    decides: true, identity: { _ in [0] })

  /// With edges that fade where it is blurred.
  public static let blurEdges = Property(
    "blur-edges", .edges, .blur,
    "What a blur does to the edges of footage and to those of its mask: kept, so that it covers what it covered, or soft.",
    default: "kept", identity: { _ in [0] })

  /// The colour of a shadow.
  public static let shadowColor = Property(
    "color", in: .shadow, .color, .shadow, "Its colour.", default: "black@50%",
    assumed: PropertyValue(Color(0, 0, 0, alpha: 128)), decides: true,
    identity: { _ in [0, 0, 0, 0] })

  /// The offset of a shadow.
  public static let shadowOffset = Property(
    "offset", in: .shadow, .offset, .shadow, "How far it lies to the right and below.",
    default: "[0px, 0px]", identity: { _ in [0, 0] })

  /// The blur of a shadow.
  public static let shadowBlur = Property(
    "blur", in: .shadow, .deviation, .shadow,
    "How soft its edge is, as in CSS's box-shadow: twice the standard deviation of a Gaussian blur.",
    default: "0px", identity: { _ in [0] })

  /// Held at another place.
  public static let anchor = Property(
    "anchor", .anchor, .geometry,
    "The point of its box that is at the position, and the centre of scale and rotation: a name, or [x, y] within the box.",
    default: "center", identity: { _ in [0, 0] },
    map: { way, _ in .plane(.translation(-way[0], -way[1])) })

  /// Slanted.
  public static let skew = Property(
    "skew", .slant, .geometry,
    "Slant about its anchor: an angle by which columns lean, or that and one for rows.",
    default: "0deg", identity: { _ in [0, 0] },
    map: { angles, pivot in
      let (x, y) = (Portable.tan(angles[0] / 180 * .pi), Portable.tan(angles[1] / 180 * .pi))
      return .plane(.about(pivot, Affine(1, y, x, 1, 0, 0)))
    })

  /// Scaled about the anchor.
  public static let scale = Property(
    "scale", .scale, .geometry, "Scale about its anchor: one factor, or one for each axis.",
    default: "100%", identity: { _ in [1, 1] },
    map: { factors, pivot in .plane(.about(pivot, .scale(factors[0], factors[1]))) })

  /// Turned.
  public static let rotation = Property(
    "rotation", .angle, .geometry, "Rotation about its anchor, clockwise.", default: "0deg",
    identity: { _ in [0] },
    map: { angle, pivot in .plane(.about(pivot, .rotation(degrees: angle[0]))) })

  /// Turned about a level axis.
  public static let rotationX = Property(
    "rotation-x", .angle, .geometry,
    "Rotation about a level axis through its anchor; the upper edge goes away from the viewer.",
    default: "0deg", identity: { _ in [0] },
    map: { angle, pivot in .space(.rotationX(degrees: angle[0]).about(pivot)) })

  /// Turned about an upright axis.
  public static let rotationY = Property(
    "rotation-y", .angle, .geometry,
    "Rotation about an upright axis through its anchor; the right edge goes away from the viewer.",
    default: "0deg", identity: { _ in [0] },
    map: { angle, pivot in .space(.rotationY(degrees: angle[0]).about(pivot)) })

  /// Seen from a distance.
  public static let perspective = Property(
    "perspective", .distance, .geometry,
    "Distance from which it is seen where it is turned about a level or an upright axis.",
    default: "500px", assumed: PropertyValue([.perPixel(1.0 / 500)]), identity: { _ in [0] },
    map: { nearness, pivot in .space(.perspective(nearness: nearness[0]).about(pivot)) })

  /// Moved to a place.
  public static let position = Property(
    "position", .position, .geometry,
    "Position of its anchor; the anchor of a track is its centre.",
    default: "center", identity: { [$0.x, $0.y] },
    map: { place, pivot in .plane(.translation(place[0] - pivot.x, place[1] - pivot.y)) })

  /// Mapped by a matrix.
  public static let transform = Property(
    "transform", graphName: "matrix", .matrix, .geometry,
    "Map of the whole frame in canvas pixels: a b c d tx ty, as in CGAffineTransform, or the 16 numbers of CSS's matrix3d().",
    default: "[1, 0, 0, 1, 0, 0]", identity: { _ in [1, 0, 0, 1, 0, 0] },
    map: { m, _ in
      m.count == 16 ? .space(SpaceMatrix(m)) : .plane(Affine(m[0], m[1], m[2], m[3], m[4], m[5]))
    })

  /// Made see-through.
  public static let opacity = Property(
    "opacity", .opacity, .opacity, "Opacity of its picture.", default: "1",
    identity: { _ in [1] })

  /// Over blocks of one colour.
  public static let backdropPixelate = Property(
    "pixelate", in: .backdrop, .side, .backdrop,
    "Side of the blocks of one colour that what lies below is shown in.", default: "0px",
    identity: { _ in [0] })

  /// Over something blurred.
  public static let backdropBlur = Property(
    "blur", in: .backdrop, .deviation, .backdrop,
    "Standard deviation of a Gaussian blur of what lies below.", default: "0px",
    identity: { _ in [0] })

  /// Over something brighter or darker.
  public static let backdropBrightness = Property(
    "brightness", in: .backdrop, .factor, .backdrop,
    "Factor of red, green and blue of what lies below.", default: "100%", identity: { _ in [1] })

  /// Over something of more or less contrast.
  public static let backdropContrast = Property(
    "contrast", in: .backdrop, .factor, .backdrop,
    "Factor of their distance from middle grey.", default: "100%", identity: { _ in [1] })

  /// Over something more or less colourful.
  public static let backdropSaturation = Property(
    "saturation", in: .backdrop, .factor, .backdrop, "Factor of their distance from grey.",
    default: "100%", identity: { _ in [1] })

  /// Over something of other hues.
  public static let backdropHue = Property(
    "hue", in: .backdrop, .angle, .backdrop, "Turn of all hues of what lies below.",
    default: "0deg", identity: { _ in [0] })

  /// Over something warmer or colder.
  public static let backdropTemperature = Property(
    "temperature", in: .backdrop, .balance, .backdrop,
    "Warmth of what lies below, from -100% to 100%.", default: "0%", identity: { _ in [0] })

  /// Moved to the left or to the right.
  public static let pan = Property(
    "pan", .balance, .pan,
    "Where its sound is, from -100% (left) to 100% (right), with equal power: the side that it leaves is added to the other.",
    default: "0%", identity: { _ in [0] })

  /// Weaker on one side.
  public static let balance = Property(
    "balance", .balance, .balance,
    "Which side of its sound is weaker: at -100% only the left is heard, at 100% only the right.",
    default: "0%", identity: { _ in [0] })

  /// Made louder or softer.
  public static let volume = Property(
    "volume", .volume, .volume, "Volume of its sound.", default: "1", identity: { _ in [1] })
}
