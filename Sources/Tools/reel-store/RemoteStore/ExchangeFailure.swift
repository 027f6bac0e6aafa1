// SPDX-License-Identifier: Apache-2.0

import CCurl

/// The reason why a server did not fulfil a request.
public enum ExchangeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The server has no file with this name.
  case missing
  /// The host does not exist, refuses connections, or has an invalid certificate.
  case unreachable
  /// The exchange exceeded its time limit.
  case slow
  /// The connection ended before the response was complete.
  case brokenOff
  /// The response exceeds the size limit.
  case tooLarge
  /// The server redirects, which is not followed.
  case redirected
  /// The server responds with an unsuccessful status.
  case refused(status: Int)
  /// The consumer or producer of the bytes cancelled the exchange.
  case stopped
  /// The response is not HTTP, or is otherwise invalid.
  case garbled

  /// The failure for an unsuccessful status.
  init(status: Int) {
    switch status {
    case 404, 410: self = .missing
    case 300...399: self = .redirected
    default: self = .refused(status: status)
    }
  }

  /// The failure for the shim's error code.
  init(code: Int) {
    switch code {
    case REEL_EXCHANGE_UNREACHABLE: self = .unreachable
    case REEL_EXCHANGE_SLOW: self = .slow
    case REEL_EXCHANGE_BROKEN_OFF: self = .brokenOff
    case REEL_EXCHANGE_REFUSED_BODY, REEL_EXCHANGE_NO_BODY: self = .stopped
    default: self = .garbled
    }
  }

  /// A description that follows `the server`.
  public var description: String {
    switch self {
    case .missing: "has nothing of that name"
    case .unreachable: "cannot be reached"
    case .slow: "takes too long to answer"
    case .brokenOff: "breaks off in the middle of an answer"
    case .tooLarge: "sends more than there can be"
    case .redirected: "sends elsewhere, which is not followed"
    case .refused(let status): "answers with status \(status)"
    case .stopped: "was not heard to the end"
    case .garbled: "gives an answer that makes no sense"
    }
  }
}
