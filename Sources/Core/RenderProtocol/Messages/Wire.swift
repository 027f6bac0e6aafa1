// SPDX-License-Identifier: Apache-2.0

/// A message to the standard input of a helper process: a request and an id for its answers.
public struct Call<Request: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// Handed back in every answer to this call.
  public var id: Int
  /// The request.
  public var request: Request

  /// Asks for `request` under the number `id`.
  public init(id: Int, request: Request) {
    self.id = id
    self.request = request
  }
}

/// A message on the standard output of such a process.
public struct Answer<Reply: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The number of the call this answers.
  public var id: Int
  /// The reply to the call.
  public var reply: Reply

  /// Answers the call `id` with `reply`.
  public init(id: Int, reply: Reply) {
    self.id = id
    self.reply = reply
  }
}

/// Asks a worker.
public typealias WorkerCall = Call<Request>

/// A worker answers each call with any number of `.progress`, then one last reply.
public typealias WorkerAnswer = Answer<Reply>

/// A reader of the framing of messages: the length of each as a 32-bit little-endian number, then
/// its JSON.
///
/// It is fed bytes as they come and gives whole messages; reading and writing where a thread may
/// wait for that is in `WirePipe.swift`.
public struct WireReader: Sendable {
  /// Longer messages are refused, on either side.
  public static let maximumMessageBytes = 64 << 20

  private var buffer: [UInt8] = []
  private var start = 0

  /// A reader that has seen no bytes.
  public init() {}

  /// True if part of a message has come, but not all of it.
  public var isInsideMessage: Bool { start < buffer.count }

  /// Takes in the bytes that came next.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole message, if it has come.
  public mutating func next() throws(WireProblem) -> [UInt8]? {
    guard buffer.count - start >= 4 else { return nil }
    var length = 0
    for index in (0..<4).reversed() { length = length << 8 | Int(buffer[start + index]) }
    guard length <= WireReader.maximumMessageBytes else { throw WireProblem(length: length) }
    guard buffer.count - start - 4 >= length else { return nil }
    let message = Array(buffer[start + 4..<start + 4 + length])
    start += 4 + length
    return message
  }

  /// The bytes of `message` in the stream, after its length.
  public static func frame(_ message: [UInt8]) throws(WireProblem) -> [UInt8] {
    guard message.count <= maximumMessageBytes else { throw WireProblem(length: message.count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(message.count + 4)
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: message.count >> shift)) }
    return bytes + message
  }
}

/// A message that exceeds the maximum length.
public struct WireProblem: Error, Hashable, Sendable {
  /// The length it has, or claims to have, in bytes.
  public var length: Int

  /// A message of `length` bytes.
  public init(length: Int) { self.length = length }
}
