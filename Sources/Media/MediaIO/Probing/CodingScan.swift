// SPDX-License-Identifier: Apache-2.0

import Base
import Bitstreams
import LibAV
import RenderProtocol

/// Analyses how a stream is coded, packet by packet in decoding order.
///
/// Group boundaries are determined from packet data: a container's key flag also marks recovery point pictures,
/// after which frames may refer to earlier ones.
struct CodingScan {
  private let parameters: CodecParameters
  private let timeBase: Time
  private var coding: (any PictureCoding)?
  private var references = ReferencePictures()
  /// Format information of packets, which must be the same in all.
  private var format: [UInt8] = []
  /// The first field if the first frame is coded as two fields.
  private var fields: FieldOrder?
  /// The reason why nothing of the stream can be copied.
  private var obstacle: CodingObstacle?
  private var groups: [CodedGroup] = []
  private var current: CodedGroup?

  private let maximumGroups: Int

  /// More groups would be useless and slow to read.
  static let maximumGroups = 200_000

  /// Starts with the container's parameters; if there are more than `maximumGroups` groups, none is kept.
  init(
    _ parameters: CodecParameters, timeBase: Time, maximumGroups: Int = CodingScan.maximumGroups
  ) {
    self.parameters = parameters
    self.timeBase = timeBase
    self.maximumGroups = maximumGroups
    do throws(CodingObstacle) {
      coding = try PictureCodings.coding(parameters)
    } catch { obstacle = error }
  }

  /// Returns true if no later packet is shown before `packet`, which holds for random access
  /// pictures of H.264.
  func isShownFirst(_ packet: borrowing Packet) -> Bool {
    guard parameters.codec == "h264", let coding else { return false }
    return (try? coding.picture(in: packet.bytes))?.isFresh ?? false
  }

  /// Adds the next packet.
  mutating func take(_ packet: borrowing Packet) {
    guard obstacle == nil, let coding else { return }
    if let other = packet.newExtradata, !other.elementsEqual(parameters.extradata) {
      obstacle = .twoParameterSets
      return
    }
    var picture: CodedPicture?
    var problem: CodingObstacle?
    do throws(CodingObstacle) { picture = try coding.picture(in: packet.bytes) } catch {
      if error.isOfStream {
        obstacle = error
        return
      }
      problem = error
    }
    if packet.isDamaged { problem = .damage }
    if packet.isDiscarded { problem = .trim }
    open(picture, isKey: packet.isKey, coding)
    current?.add(
      packet.isDiscarded ? nil : packet.presentation, isLeading: picture?.isLeading ?? false,
      problem ?? (packet.presentation == nil ? .noTimes : nil))
  }

  /// Begins a group if necessary.
  private mutating func open(_ picture: CodedPicture?, isKey: Bool, _ coding: any PictureCoding) {
    if let picture, !picture.format.isEmpty {
      if !format.isEmpty, format != picture.format { obstacle = .format }
      format = picture.format
    }
    if let picture, picture.isFresh {
      close()
      current = CodedGroup(timeBase: timeBase, obstacle: picture.dropsEarlier ? .forgetful : nil)
    } else if current == nil, isKey {
      current = CodedGroup(timeBase: timeBase, obstacle: .openGOP)
    }
    guard let picture else { return }
    fields = fields ?? picture.fields
    if let own = picture.fields, own != fields { obstacle = .fieldOrder }
    do throws(CodingObstacle) { try coding.follow(picture, &references) } catch {
      current?.note(error)
    }
  }

  private mutating func close() {
    guard var group = current else { return }
    current = nil
    group.close()
    // A group without shown frames has no duration.
    guard group.frames > 0 else { return }
    guard groups.count < maximumGroups else {
      obstacle = .tooManyGroups
      return
    }
    groups.append(group)
  }

  /// The result, with source time 0 at `zero` and frames at `rate`.
  ///
  /// - Parameters:
  ///   - fields: Which field of the first frame is shown first.
  ///   - isCutOff: Whether the file is truncated, possibly within a packet.
  func facts(
    zero: Time, rate: FrameRate?, fields: FieldOrder? = nil, isCutOff: Bool
  ) -> CodingFacts {
    var whole = self
    if isCutOff { whole.current?.add(nil, .damage) }
    whole.close()
    whole.take(fields)
    return whole.facts(zero, rate)
  }

  /// Returns true if all frames of all groups match the rate `rate`.
  func keeps(to rate: Time) -> Bool {
    var whole = self
    whole.close()
    let groups = whole.judged((Time(1) / rate) / timeBase)
    return !groups.isEmpty && groups.allSatisfy { $0.obstacle != .varyingRate }
  }

  /// Records the field order reported by a decoder, which is more reliable than headers.
  private mutating func take(_ decoded: FieldOrder?) {
    guard let coding, coding.hasFields else { return }
    fields = decoded ?? fields
    // Each field of an interlaced sequence has a whole number of chroma rows in 4:2:0.
    if fields != nil, parameters.size.height % 4 != 0 { obstacle = obstacle ?? .frameSize }
  }

  private func facts(_ zero: Time, _ rate: FrameRate?) -> CodingFacts {
    var facts = CodingFacts(
      profile: parameters.profile, level: parameters.level, delay: 0, timeBase: timeBase,
      parameters: [], groups: [])
    if let coding, facts.profile < 0 { facts.profile = coding.profile }
    if let coding, facts.level < 0 { facts.level = coding.level }
    let groups = judged(rate.map { $0.frameDuration / timeBase })
    let isAscending = zip(groups, groups.dropFirst()).allSatisfy { $0.first < $1.first }
    guard let coding, obstacle == nil, isAscending else {
      facts.obstacle = (obstacle ?? .unordered).rawValue
      return facts
    }
    facts.parameters = coding.record + format
    facts.fields = fields
    facts.groups = groups.map {
      PictureGroup(
        start: Time(ticks: $0.first, base: timeBase) - zero, frames: $0.frames, leading: $0.leading,
        obstacle: $0.obstacle?.rawValue)
    }
    let delays = groups.filter { $0.obstacle == nil }.map(\.delay)
    facts.delay = max(parameters.delay, delays.max() ?? 0)
    return facts
  }

  /// The groups, each with its first obstacle to copying, if frames are `interval` ticks apart.
  private func judged(_ interval: Time?) -> [CodedGroup] {
    var groups = groups
    var latest = 0
    for index in groups.indices.dropFirst() {
      if groups[index].first <= groups[latest].last {
        groups[latest].note(.mixedOrder)
        groups[index].note(.mixedOrder)
      }
      if groups[index].last > groups[latest].last { latest = index }
      groups[index - 1].follow(groups[index])
    }
    for index in groups.indices where interval.map({ groups[index].isPaced(by: $0) }) != true {
      groups[index].note(.varyingRate)
    }
    return groups
  }
}

extension CodingFacts {
  /// Records that nothing can be copied.
  mutating func refuse(_ obstacle: CodingObstacle) {
    self.obstacle = self.obstacle ?? obstacle.rawValue
    (parameters, groups) = ([], [])
  }
}
