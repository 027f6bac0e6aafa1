// SPDX-License-Identifier: Apache-2.0

package import Basics
package import Diagnostics
package import ProjectModel

/// What clips are like that do not say it themselves.
package struct ClipDefaults {
  package var stillDuration: TimeExpression
  package var playback = Playback()
  package var layer = LayerSettings()

  package init(at span: Span) { stillDuration = TimeExpression(.time(Time(5)), at: span) }
}

/// What transitions are like that do not say it themselves.
package struct TransitionDefaults {
  package var duration: TimeExpression
  package var length = TransitionItem.LengthPolicy.overlap
  package var easing = Easing.linear
  package var sound: TransitionSound?

  package init(at span: Span) { duration = TimeExpression(.time(Time(1)), at: span) }
}

/// How a text looks, as far as `defaults` can say it.
package struct TextLook {
  package var font: FontSettings
  package var color = Color.white
  package var alignment = TextContent.Alignment.center
  package var wrapWidth: Located<Length>?
  package var outlineWidth = 0.0
  package var outlineColor = Color.black

  package init(at span: Span) {
    font = FontSettings(
      family: Located("sans-serif", at: span), file: nil, size: .share(0.06), weight: 400,
      isItalic: false)
  }

  package func content(_ text: Located<String>) -> TextContent {
    TextContent(
      text: text, font: font, color: color, alignment: alignment, wrapWidth: wrapWidth,
      outlineWidth: outlineWidth, outlineColor: outlineColor)
  }
}
