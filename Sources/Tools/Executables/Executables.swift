// SPDX-License-Identifier: Apache-2.0

// SwiftPM builds one product or target at a time: this one depends on all executables that a film needs.
