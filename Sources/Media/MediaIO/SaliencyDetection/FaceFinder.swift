// SPDX-License-Identifier: Apache-2.0

import Base
import Glibc
import LibAV
import RenderProtocol

/// Finds faces by OpenCV, which is loaded for the first picture in which to look: its libraries take longer to load than
/// all others together, and machines without it make every film that does not ask for it.
final class FaceFinder {
  private typealias Open = @convention(c) (UnsafeMutablePointer<CChar>?, Int32) -> Int32
  private typealias Find =
    @convention(c) (UnsafePointer<UInt8>?, Int32, Int32, UnsafeMutablePointer<Int32>?, Int32) ->
    Int32

  private static let library = "libreel-faces.so"
  /// Numbers of a face (`REEL_FACE_NUMBERS`).
  private static let numbers = 5

  private let find: Find
  /// The identity of the loaded library.
  let identity: FaceFinderIdentity

  /// Loads what is needed; what is missing of it is named.
  init() throws(RenderFailure) {
    guard let handle = FaceFinder.opened() else {
      throw .withoutFaces(FaceFinder.loaderMessage())
    }
    guard let open = dlsym(handle, "reel_faces_open"), let find = dlsym(handle, "reel_faces_find")
    else { throw .withoutFaces(FaceFinder.loaderMessage()) }
    self.find = unsafeBitCast(find, to: Find.self)
    var room = [CChar](repeating: 0, count: 1024)
    let isOpen = unsafeBitCast(open, to: Open.self)(&room, Int32(room.count)) == 0
    let text = String(
      decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard isOpen else { throw .withoutFaces(text) }
    let cascades = text.split(separator: "\n").map(String.init)
    let libraries = loadedFiles().filter { $0.contains("/libopencv") }
    identity = FaceFinderIdentity(
      marks: libraries.map { nameAndBuild(of: $0) }
        + cascades.compactMap { try? WholeFile.digest($0).hex },
      files: libraries + cascades)
  }

  /// The library beside this executable, or in the folder above, as the build for AVX2 is in one of its own.
  private static func opened() -> UnsafeMutableRawPointer? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let folder = String(cString: own).split(separator: "/", omittingEmptySubsequences: false)
      .dropLast()
    for folder in [folder, folder.dropLast()] {
      let path = folder.joined(separator: "/") + "/" + library
      // Another message would say that the next place has none.
      guard access(path, R_OK) == 0 else { continue }
      return dlopen(path, RTLD_NOW | RTLD_LOCAL)
    }
    return nil
  }

  private static func loaderMessage() -> String {
    dlerror().map { String(cString: $0) } ?? "there is no \(library) beside the renderer"
  }

  /// The faces in `picture`, the largest first.
  func faces(in picture: GreyPicture) throws(AVError) -> [PictureSubjects.Face] {
    let room = PictureSubjects.mostFaces
    var places = [Int32](repeating: 0, count: room * FaceFinder.numbers)
    let count = find(
      picture.samples, Int32(picture.size.width), Int32(picture.size.height), &places, Int32(room))
    // That nothing was found would be kept.
    if count < 0 { throw AVError(unreadable: "look for faces", because: "OpenCV failed") }
    func share(_ place: Int32, _ length: Int) -> Int { (Int(place) * 1000 + length / 2) / length }
    return (0..<min(Int(count), room)).map { index in
      let numbers = places[(index * FaceFinder.numbers)...].prefix(FaceFinder.numbers).map(\.self)
      return PictureSubjects.Face(
        x: share(numbers[0], picture.size.width), y: share(numbers[1], picture.size.height),
        width: share(numbers[2], picture.size.width),
        height: share(numbers[3], picture.size.height), weight: Int(numbers[4]))
    }
  }
}

extension RenderFailure {
  /// This machine cannot look for faces.
  fileprivate static func withoutFaces(_ reason: String) -> RenderFailure {
    RenderFailure(
      kind: .encoder,
      message: "this machine cannot look for faces; that needs OpenCV: "
        + "apt install libopencv-objdetect-dev opencv-data",
      log: [String(reason.prefix(200))])
  }
}
