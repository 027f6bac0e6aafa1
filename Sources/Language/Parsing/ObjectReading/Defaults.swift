// SPDX-License-Identifier: Apache-2.0

package import Base
package import Diagnostics
package import ProjectModel

/// The defaults of clips.
package struct ClipDefaults {
  package var stillDuration: TimeExpression
  package var playback = Playback()
  package var layer = LayerSettings()
  /// Where there is a fit beside a pan; nil for not both.
  package var fitBesidePan: Span?

  package init(at span: Span) { stillDuration = TimeExpression(.time(Time(5)), at: span) }
}

/// The defaults of transitions.
package struct TransitionDefaults {
  package var duration: TimeExpression
  package var length = TransitionItem.LengthPolicy.overlap
  package var easing = Easing.linear
  package var sound: TransitionSound?

  package init(at span: Span) { duration = TimeExpression(.time(Time(1)), at: span) }
}
