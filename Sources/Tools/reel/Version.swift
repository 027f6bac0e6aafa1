// SPDX-License-Identifier: Apache-2.0

/// The version of the tool, as `reel --version` prints it.
let reelVersion = "0.1.0"
