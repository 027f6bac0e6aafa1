// SPDX-License-Identifier: Apache-2.0

import Base
import RenderProtocol
import Testing
import Timeline

@testable import Resolver

/// The paths of a focus that follows sightings.
struct FocusPathTests {
  /// A portrait of a wide picture.
  private let kept = KeptPart(isOfWidth: true, share: 0.3)

  private func face(_ x: Int, width: Int = 60, weight: Int = 15) -> PictureSubjects.Face {
    PictureSubjects.Face(x: x - width / 2, y: 300, width: width, height: 100, weight: weight)
  }

  /// Samples twice a second, with the faces that `faces` says.
  private func subjects(
    _ count: Int, cuts: [Time] = [], _ faces: (Int) -> [PictureSubjects.Face]
  ) -> PictureSubjects {
    PictureSubjects(
      samples: (0..<count).map { .init(time: Time(Int64($0), over: 2), faces: faces($0)) },
      cuts: cuts)
  }

  private func keys(
    _ subjects: PictureSubjects, lasting seconds: Int64? = nil
  ) -> [PlacedFocus.Key] {
    let sightings = SubjectTrack(subjects, keeping: kept)
    let duration = seconds.map { Time($0) } ?? Time(Int64(subjects.samples.count), over: 2)
    return FocusPath(keeping: kept).keys(
      of: zip(sightings.times, sightings.seen).map { ($0, $1) }, cuts: sightings.cuts,
      lasting: duration)
  }

  private func key(
    _ time: Time, _ x: Double, _ easing: Easing, _ subject: PlacedFocus.Subject
  ) -> PlacedFocus.Key {
    PlacedFocus.Key(time: time, place: PixelPoint(x, 0.5), easing: easing, subject: subject)
  }

  /// The place at `time`, as a renderer works it out.
  private func place(at time: Double, _ keys: [PlacedFocus.Key]) -> Double {
    guard let next = keys.firstIndex(where: { $0.time.approximate > time }) else {
      return keys[keys.count - 1].place.x
    }
    if next == 0 { return keys[0].place.x }
    let (from, to) = (keys[next - 1], keys[next])
    let share = (time - from.time.approximate) / (to.time - from.time).approximate
    return from.place.x + (to.place.x - from.place.x) * from.easing.value(at: share)
  }

  @Test func `it stands on a face that stays`() {
    #expect(keys(subjects(20) { _ in [face(700)] }) == [key(.zero, 0.7, .linear, .face)])
  }

  @Test func `it shows the middle where nothing is seen`() {
    #expect(keys(subjects(20) { _ in [] }) == [key(.zero, 0.5, .linear, .centre)])
    #expect(keys(subjects(0) { _ in [] }, lasting: 3) == [key(.zero, 0.5, .linear, .centre)])
  }

  @Test func `it stays within the picture`() {
    #expect(keys(subjects(20) { _ in [face(960)] }) == [key(.zero, 0.85, .linear, .face)])
    #expect(keys(subjects(20) { _ in [face(30)] }) == [key(.zero, 0.15, .linear, .face)])
  }

  @Test func `what is found once is no face`() {
    let found = subjects(20) { $0 == 9 ? [face(700, weight: 30)] : [] }
    #expect(keys(found) == [key(.zero, 0.5, .linear, .centre)])
    // Nor does it draw attention from one that is.
    let other = subjects(20) { $0 == 9 ? [face(100, width: 300), face(700)] : [face(700)] }
    #expect(keys(other) == [key(.zero, 0.7, .linear, .face)])
  }

  @Test func `a face that is not found for a while is waited for`() {
    let found = subjects(20) { (7...9).contains($0) ? [] : [face(700)] }
    #expect(keys(found) == [key(.zero, 0.7, .linear, .face)])
  }

  @Test func `it stands while a face moves within what is shown`() {
    // A tenth of the picture, a third of what is shown.
    let found = subjects(40) { [face($0.isMultiple(of: 2) ? 650 : 700)] }
    #expect(keys(found) == [key(.zero, 0.675, .linear, .face)])
  }

  @Test func `it moves to another place, and no faster than it may`() throws {
    let found = subjects(40) { [face($0 < 20 ? 250 : 250 + min(500, ($0 - 19) * 50))] }
    let keys = keys(found)
    #expect(keys.count > 2)
    #expect(try #require(keys.first).place.x < 0.3)
    #expect(abs(try #require(keys.last).place.x - 0.75) < 0.06)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.time < $1.time })
    // 0.8 of what is shown in a second; an easing is quicker in its middle.
    for (one, two) in zip(keys, keys.dropFirst()) {
      let speed = abs(two.place.x - one.place.x) / (two.time - one.time).approximate
      #expect(speed <= 0.8 * 0.3 + 0.01, "\(one) -> \(two)")
      #expect(one.easing != .hold)
    }
    // The face is in sight all the time.
    for (index, sample) in found.samples.enumerated() {
      let middle = Double(sample.faces[0].x + 30) / 1000
      let place = place(at: Double(index) / 2, keys)
      #expect(abs(middle - min(max(place, 0.15), 0.85)) <= 0.15, "at \(Double(index) / 2) s")
    }
  }

  @Test func `it does not follow what comes back at once`() {
    let found = subjects(40) { (20...21).contains($0) ? [face(560)] : [face(700)] }
    #expect(keys(found) == [key(.zero, 0.7, .linear, .face)])
  }

  @Test func `it jumps where a source cuts, and at no other time`() {
    let cut = Time(61, over: 12)
    let found = subjects(20, cuts: [cut]) { [face($0 < 11 ? 250 : 750)] }
    #expect(
      keys(found) == [key(.zero, 0.25, .hold, .face), key(cut, 0.75, .linear, .face)])
    // Where nothing changes, nothing is said.
    let same = subjects(20, cuts: [cut]) { _ in [face(250)] }
    #expect(keys(same) == [key(.zero, 0.25, .linear, .face)])
  }

  @Test func `faces that fit are shown together, else the one that is looked at most`() {
    let near = subjects(20) { _ in [face(600), face(720)] }
    #expect(keys(near).map(\.place.x) == [0.66])
    let far = subjects(20) { _ in [face(200), face(800, width: 90)] }
    #expect(keys(far).map(\.place.x) == [0.8])
  }

  @Test func `what moves is followed where there are no faces`() {
    var found = subjects(20) { _ in [] }
    for index in found.samples.indices {
      var columns = [Int](repeating: 0, count: PictureSubjects.parts)
      (columns[24], columns[25]) = (40, 40)
      // Some noise elsewhere.
      columns[index] = 20
      found.samples[index].motion = PictureSubjects.Motion(
        columns: columns, rows: [Int](repeating: 3, count: PictureSubjects.parts))
    }
    let moving = keys(found)
    #expect(moving.count == 1)
    #expect(moving[0].subject == .motion)
    #expect(abs(moving[0].place.x - 25.0 / 32) < 0.04)
    // Motion all over the picture says nothing.
    for index in found.samples.indices {
      found.samples[index].motion?.columns = [Int](repeating: 10, count: PictureSubjects.parts)
    }
    #expect(keys(found) == [key(.zero, 0.5, .linear, .centre)])
  }

  @Test func `what part of a picture covers a box`() {
    let (wide, tall) = (PixelSize(1920, 1080), PixelSize(1080, 1920))
    func kept(_ size: PixelSize, _ width: Double, _ height: Double) -> KeptPart {
      KeptPart(of: size, covering: PixelBox(x: 0, y: 0, width: width, height: height))
    }
    #expect(kept(wide, 1080, 1920).isOfWidth)
    #expect(abs(kept(wide, 1080, 1920).share - 0.3164) < 0.001)
    #expect(!kept(tall, 1000, 1000).isOfWidth)
    #expect(abs(kept(tall, 1000, 1000).share - 0.5625) < 0.001)
    #expect(kept(wide, 1280, 720).isWhole)
  }

  @Test func `a scene too short to be looked at keeps what was shown`() {
    let cuts = [Time(21, over: 20), Time(27, over: 20)]
    #expect(
      keys(subjects(20, cuts: cuts) { _ in [face(700)] }) == [key(.zero, 0.7, .linear, .face)])
  }

  @Test(arguments: UInt32(1)...40)
  func `keys ascend, wherever scenes end`(seed: UInt32) {
    var state = seed &* 2_654_435_761 | 1
    func random(_ count: UInt32) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int((state >> 8) % count)
    }
    // Between frames of 24 a second, so that a scene may end right after a face has gone across.
    let cuts = (0..<4).map { Time(Int64(24 * (3 * $0 + 2) + random(48)), over: 24) }
    var place = 500
    let found = subjects(30, cuts: cuts) { _ in
      if random(4) == 0 { place = 150 + random(700) }
      return [face(place)]
    }
    let keys = keys(found)
    #expect(keys.count > 1)
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.time < $1.time }, "\(keys.map(\.time))")
    #expect(keys.allSatisfy { $0.time < Time(15) || $0 == keys.last })
  }
}
