// SPDX-License-Identifier: Apache-2.0

extension TransitionKernel {
  /// Paper.
  static let curls: [TransitionKernel] = [
    far("invertedpagecurl", 0, PageCurl.rows, covered: PageCurl.coveredRows)
  ]
}
