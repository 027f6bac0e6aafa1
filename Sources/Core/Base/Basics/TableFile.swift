// SPDX-License-Identifier: Apache-2.0

/// The kinds of files with numbers for colours, which have neither pictures nor sound.
///
/// The raw value is the format's name in the facts of a file.
public enum TableFile: String, Hashable, Sendable {
  /// A `.cube` file with a colour for each of size³ colours.
  case lattice = "cube"
  /// A `.cube` file with a curve for each primary.
  case curves = "cube-1d"
  /// An `.acv` file: curves as Photoshop saves them.
  case photoshopCurves = "acv"

  /// The noun for such a file in messages.
  public var noun: String {
    switch self {
    case .lattice: "a 3D LUT, a .cube file"
    case .curves: "a 1D LUT, a .cube file"
    case .photoshopCurves: "an .acv file of curves"
    }
  }

  /// The name of an asset of its kind and its file, for hints.
  public var example: (name: String, file: String) {
    switch self {
    case .lattice, .curves: ("grade", "grade.cube")
    case .photoshopCurves: ("curves", "curves.acv")
    }
  }
}
