// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The differences of a child's environment from that of this process.
package struct ChildEnvironment: Sendable {
  /// Variables, each `NAME=value`, for which this process has no value of its own.
  var defaults: [String] = []
  /// Names of variables that the child does not get.
  var withholding: [String] = []

  /// The defaults that are needed.
  var additions: [String] {
    defaults.filter { getenv(String($0.prefix { $0 != "=" })) == nil }
  }

  /// The variables of this process that the child gets.
  var inherited: [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var index = 0
    while let variable = environ[index] {
      index += 1
      let isWithheld = withholding.contains { name in
        strncmp(variable, name + "=", name.utf8.count + 1) == 0
      }
      if !isWithheld { variables.append(variable) }
    }
    return variables
  }
}
