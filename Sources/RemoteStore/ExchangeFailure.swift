// SPDX-License-Identifier: Apache-2.0

import CCurl

/// Why a server did not do what it was asked.
public enum ExchangeFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has nothing of that name.
  case missing
  /// There is no such host, nobody listens there, or its certificate is not right.
  case unreachable
  /// It took longer than it may.
  case slow
  /// The connection ended before the answer did.
  case brokenOff
  /// It sends more than there can be.
  case tooLarge
  /// It sends elsewhere, which is not followed.
  case redirected
  /// It answers with another status than one of success.
  case refused(status: Int)
  /// Whoever takes or gives the bytes wanted no more of it.
  case stopped
  /// What it says is no HTTP, or something else that ought not to be.
  case garbled

  /// What an answer with a status other than of success means.
  init(status: Int) {
    switch status {
    case 404, 410: self = .missing
    case 300...399: self = .redirected
    default: self = .refused(status: status)
    }
  }

  /// What the shim found instead of an answer.
  init(code: Int) {
    switch code {
    case REEL_EXCHANGE_UNREACHABLE: self = .unreachable
    case REEL_EXCHANGE_SLOW: self = .slow
    case REEL_EXCHANGE_BROKEN_OFF: self = .brokenOff
    case REEL_EXCHANGE_REFUSED_BODY, REEL_EXCHANGE_NO_BODY: self = .stopped
    default: self = .garbled
    }
  }

  /// In words, after `the server`.
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
