// SPDX-License-Identifier: Apache-2.0

import FilmTesting
import Foundation

/// A server on the loopback interface, for the lifetime of this object.
final class Server: Sendable {
  /// The folder of its files.
  let folder: TemporaryFolder
  let port: Int
  private let process: Process

  /// Runs a command until its input ends, which happens when this process ends for any reason.
  private static let keeper = """
    exec 3<&0
    "$@" 3<&- </dev/null & server=$!
    cat <&3 >/dev/null
    kill -KILL $server
    """

  private init(_ folder: TemporaryFolder, _ process: Process, port: Int) {
    self.folder = folder
    self.process = process
    self.port = port
  }

  deinit { Server.end(process) }

  private static func end(_ process: Process) {
    try? (process.standardInput as? Pipe)?.fileHandleForWriting.close()
  }

  /// Its address, with a name and a password if given.
  func url(_ path: String = "", user: String? = nil) -> String {
    "http://" + (user.map { $0 + "@" } ?? "") + "127.0.0.1:\(port)" + path
  }

  private static func start(_ path: String, _ arguments: [String], _ log: String) throws -> Process
  {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", keeper, "keeper", path] + arguments
    process.standardInput = Pipe()
    try Data().write(to: URL(filePath: log))
    let handle = FileHandle(forWritingAtPath: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }

  /// Waits until `isReady`, for at most two minutes.
  private static func wait(for process: Process, _ isReady: () async throws -> Bool) async throws {
    for _ in 0..<6000 {
      if try await isReady() { return }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    end(process)
    throw Command.Failure("a server did not start")
  }

  // MARK: - Misbehaving server

  /// A server in Python that misbehaves according to `mode`, with the files of an earlier one in `folder`.
  static func bad(_ mode: String, over folder: TemporaryFolder) async throws -> Server {
    let script = Places.package + "/Tests/Tools/StoreTests/bad-server.py"
    let portFile = folder / "port-\(UUID().uuidString)"
    let process = try start(
      "/usr/bin/env", ["python3", script, folder.path, mode, portFile], folder / "python.log")
    var port: Int?
    try await wait(for: process) {
      port = (try? String(contentsOfFile: portFile, encoding: .utf8)).flatMap { Int($0) }
      return port != nil
    }
    return Server(folder, process, port: port ?? 0)
  }

  /// A port without a listener.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0 else { throw Command.Failure("there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  // MARK: - Real server

  /// The system's nginx.
  static let nginx: String? = ["/usr/sbin/nginx", "/usr/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// An nginx that stores files for all users; in `/team` only for `me` with the password `s3cret`; and in
  /// `/reel` as configured in `docs/cache-and-sharing.md`, readable by all users and writable by `me`.
  ///
  /// With `certificate` it uses https, with an untrusted certificate.
  static func nginx(certificate: Bool = false) async throws -> Server {
    guard let nginx else { throw Command.Failure("nginx is not installed") }
    let folder = try TemporaryFolder()
    let port = try freePort()
    var secrecy = ""
    if certificate {
      guard let openssl = Command.named("openssl") else {
        throw Command.Failure("openssl is not installed")
      }
      _ = try await openssl.data([
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
        "-keyout", folder / "key", "-out", folder / "certificate",
      ])
      secrecy =
        "ssl_certificate \(folder / "certificate"); ssl_certificate_key \(folder / "key");"
    }
    for name in ["data/tmp", "other"] {
      try FileManager.default.createDirectory(
        atPath: folder / name, withIntermediateDirectories: true)
    }
    try folder.write("me:{PLAIN}s3cret\n", to: "passwords")
    let temporaries = ["proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder / "other");"
    }
    let storing = """
      client_body_temp_path \(folder / "data/tmp");
      client_max_body_size 0;
      dav_methods PUT;
      create_full_put_path on;
      limit_except GET HEAD PUT { deny all; }
      """
    let configuration = try folder.write(
      """
      daemon off;
      master_process off;
      pid \(folder / "pid");
      error_log \(folder / "errors");
      events {}
      http {
        access_log \(folder / "log") combined;
        \(temporaries.joined(separator: "\n"))
        server {
          listen 127.0.0.1:\(port)\(certificate ? " ssl" : "");
          \(secrecy)
          root \(folder / "data");
          location ~ "^/(ac|cas)/[0-9a-f]{64}$" { \(storing) }
          location ~ "^/team/(ac|cas)/[0-9a-f]{64}$" {
            auth_basic "films";
            auth_basic_user_file \(folder / "passwords");
            \(storing)
          }
          \(try readme(folder))
        }
      }
      """, to: "nginx.conf")
    let process = try start(
      nginx, ["-p", folder.path, "-e", folder / "errors", "-c", configuration], folder / "output")
    // It writes its process ID once it listens.
    try await wait(for: process) { FileManager.default.fileExists(atPath: folder / "pid") }
    return Server(folder, process, port: port)
  }

  /// The configuration in `docs/cache-and-sharing.md`, with paths in `folder`.
  private static func readme(_ folder: TemporaryFolder) throws -> String {
    let text = try Documentation.text(of: "docs/cache-and-sharing.md")
    guard let start = text.range(of: "```nginx\n"),
      let end = text.range(of: "```", range: start.upperBound..<text.endIndex)
    else { throw Command.Failure("the documentation has no configuration of nginx") }
    return text[start.upperBound..<end.lowerBound]
      .replacingOccurrences(of: "/srv/cache", with: folder / "data")
      .replacingOccurrences(of: "/etc/nginx/films", with: folder / "passwords")
  }
}
