// SPDX-License-Identifier: Apache-2.0

package import Base
package import RenderProtocol

extension VideoFacts {
  /// A time at which the frame that is shown at `time` has begun for certain, as all that follow it have when
  /// they are to be shown at `rate`.
  ///
  /// That is asked where times of frames are rounded to ticks of milliseconds or so, and the stream has the same
  /// rate; else it is `time`. From a time near one that is rounded, now a frame would have begun and now not, and
  /// every other one be shown twice. All are within a tick of where a group's first frame has them.
  package func frameStart(at time: Time, _ rate: FrameRate) -> Time {
    let millisecond = Time(1, over: 1000)
    guard self.rate == rate, let coding, coding.timeBase * Time(2) > millisecond
    else { return time }
    let tick = TimeRemap.tolerance(timeBase: coding.timeBase)
    let wanted = time + tick
    let index = coding.groups.partitioningIndex { $0.start > wanted } - 1
    guard coding.groups.indices.contains(index), coding.groups[index].obstacle == nil else {
      return time
    }
    let group = coding.groups[index]
    let frame = ((wanted - group.start) * rate.perSecond).floor
    return frame < group.frames ? group.start + rate.time(of: Int(frame)) + tick : time
  }
}
