// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel

/// What clips are like that do not say it themselves.
package struct ClipDefaults {
  package var stillDuration: TimeExpression
  package var playback = Playback()
  package var layer = LayerSettings()
  /// Where there is a fit beside a pan; nil for not both.
  package var fitBesidePan: Span?

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
