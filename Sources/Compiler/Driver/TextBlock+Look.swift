// SPDX-License-Identifier: Apache-2.0

import Base
import Lowering
import ProjectModel
import RenderProtocol

extension TextBlock {
  /// `text` with a look; lengths become pixels of the canvas `frame`.
  init(_ text: String, _ look: TextLook, _ font: FontChoice, _ frame: LoweringFrame, isSheet: Bool)
  {
    let size = frame.pixels(look.font.size, of: frame.size.height)
    func ofFont(_ length: Length) -> Double { frame.pixels(length, of: size) }
    func whole(_ length: Length, of extent: Int) -> Int {
      max(1, Int(frame.pixels(length, of: extent).rounded()))
    }
    self.init(
      text: text, font: font, size: size, color: look.color,
      wrapWidth: look.wrapWidth.map {
        whole($0.value, of: look.writing == .vertical ? frame.size.height : frame.size.width)
      },
      alignment: Alignment(look.alignment),
      outlines: frame.outlines(look.outlines), isSheet: isSheet)
    if let box = look.box?.value, let width = box.width, let height = box.height {
      self.box = PixelSize(
        whole(width, of: frame.size.width), whole(height, of: frame.size.height))
    }
    verticalAlignment =
      switch look.verticalAlignment {
      case .top: .top
      case .center: .center
      case .bottom: .bottom
      }
    fit =
      switch look.fit?.value {
      case .shrink: .shrink
      case .ellipsis: .ellipsis
      case .wrap, nil: .wrap
      }
    gradient = look.gradient.map { BoxGradient($0, frame) }
    isVertical = look.writing == .vertical
    maxLines = look.maxLines
    lineHeight = look.lineHeight.map(ofFont)
    letterSpacing = ofFont(look.letterSpacing)
    background = look.background.map { background in
      TextBackground(
        color: background.color, padding: background.padding.map(ofFont),
        radius: ofFont(background.radius), isByLine: background.isByLine)
    }
  }
}

extension BoxGradient {
  /// A gradient of a project; lengths become pixels of the canvas `frame`.
  fileprivate init(_ settings: GradientSettings, _ frame: LoweringFrame) {
    func length(_ length: ProjectModel.Length) -> Length {
      switch length {
      case .share(let share): Length(share: share)
      case .pixels(let pixels): Length(pixels: pixels * frame.pixelScale)
      }
    }
    let geometry: Geometry =
      switch settings.geometry {
      case .linear(let degrees): .linear(degrees: degrees)
      case .radial(let at, let radii):
        .radial(x: length(at.x), y: length(at.y), radii: radii.map(length))
      case .conic(let at, let degrees):
        .conic(x: length(at.x), y: length(at.y), degrees: degrees)
      }
    self.init(geometry, settings.stops)
  }
}

extension TextSpan {
  /// A part of a text in `font`; lengths become pixels of the canvas `frame`.
  init(_ run: TextRun, _ font: FontChoice, _ frame: LoweringFrame) {
    let style = run.style
    let size = frame.pixels(style.font.size, of: frame.size.height)
    self.init(bytes: run.bytes, font: font, size: size, color: style.color)
    letterSpacing = frame.pixels(style.letterSpacing, of: size)
    background = style.background
    isUnderlined = style.isUnderlined
    isStruck = style.isStruck
    script =
      switch style.script {
      case .normal: .normal
      case .below: .below
      case .above: .above
      }
  }
}

extension TextBlock.Alignment {
  fileprivate init(_ alignment: TextLook.Alignment) {
    self =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justify: .justify
      }
  }
}
