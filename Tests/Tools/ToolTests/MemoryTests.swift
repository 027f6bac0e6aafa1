// SPDX-License-Identifier: Apache-2.0

import Base
import BuildSystem
import Driver
import RenderProtocol
import Testing

@testable import Builder
@testable import Host
@testable import Planning
@testable import reel

/// The machine's memory, and the estimated memory of renderers.
@Suite struct MemoryTests {
  private func memory(_ files: [String: String]) -> MachineMemory {
    MachineMemory(read: { files[$0] })
  }

  private static let meminfo = "MemTotal: 16000000 kB\nMemAvailable:    8000000 kB\n"

  @Test func `a machine has as much memory as it reports available`() {
    let machine = memory(["/proc/meminfo": Self.meminfo])
    #expect(machine.available == 8_000_000 << 10)
    #expect(machine.share == 6_000_000 << 10)
  }

  @Test func `whereabouts that cannot be read are unknown`() {
    #expect(memory([:]).available == nil)
    #expect(memory([:]).share == nil)
    #expect(memory(["/proc/meminfo": "MemTotal: 5 kB\n"]).available == nil)
  }

  @Test func `on a full machine a little memory is used`() {
    #expect(memory(["/proc/meminfo": "MemAvailable: 1 kB\n"]).share == 64 << 20)
  }

  @Test func `the tightest group decides, less what it has taken and could not give back`() {
    var files = ["/proc/meminfo": Self.meminfo, "/proc/self/cgroup": "0::/jobs/build\n"]
    let root = "/sys/fs/cgroup"
    files["\(root)/jobs/memory.max"] = "2000000000\n"
    files["\(root)/jobs/memory.current"] = "1500000000\n"
    files["\(root)/jobs/memory.stat"] = "anon 5\ninactive_file 400000000\nactive_file 7\n"
    files["\(root)/jobs/build/memory.max"] = "max\n"
    #expect(memory(files).available == 900_000_000)
    files["\(root)/jobs/build/memory.high"] = "300000000\n"
    #expect(memory(files).available == 300_000_000)
    files["\(root)/jobs/build/memory.current"] = "400000000\n"
    #expect(memory(files).available == 0)
    #expect(memory(files).share == 64 << 20)
  }

  @Test func `groups of version 1 are understood`() {
    var files = [
      "/proc/meminfo": Self.meminfo,
      "/proc/self/cgroup": "5:cpu,cpuacct:/a\n4:memory:/a/b\n1:name=systemd:/\n",
    ]
    // The maximum number of whole pages means no limit.
    files["/sys/fs/cgroup/memory/memory.limit_in_bytes"] = "9223372036854771712\n"
    #expect(memory(files).available == 8_000_000 << 10)
    files["/sys/fs/cgroup/memory/a/memory.limit_in_bytes"] = "1000000000\n"
    files["/sys/fs/cgroup/memory/a/memory.usage_in_bytes"] = "600000000\n"
    files["/sys/fs/cgroup/memory/a/memory.stat"] = "total_inactive_file 100000000\n"
    #expect(memory(files).available == 500_000_000)
  }

  @Test(arguments: [("2G", 2_000_000_000), ("1.5GiB", 1_610_612_736), ("800M", 800_000_000)])
  func `a limit has the units of all sizes`(text: String, bytes: Int64) throws {
    let command = try #require(
      try ReelMain.parse(["build", "x", "--max-memory", text]) as? BuildCommand)
    #expect(command.options.jobs.pool().budget.limit == bytes)
  }

  @Test(arguments: ["0", "2", "much", "1 G", "-1G"])
  func `what is no limit is refused`(text: String) async {
    #expect(await ReelMain.run(["build", "x", "--max-memory", text]) == .badUsage)
  }

  // MARK: - Memory of a piece

  private static let canvas = CanvasFormat(size: PixelSize(1280, 720), rate: FrameRate(30))
  private static let rate = canvas.rate

  private func video(_ name: String) -> Layer {
    let read = VideoRead(
      file: MediaFile(path: "/" + name, digest: Fingerprint(of: name)), stream: 0, zero: .zero,
      map: TimeRemap(start: .zero), origin: Origin(0))
    return Layer(
      content: .picture(Picture(source: .video(read), steps: [.scale(Self.canvas.size)])),
      placement: .at(x: 0, y: 0))
  }

  private func segment(_ parts: [[Layer]], _ encoder: String = "libx264") -> Piece {
    let parts = parts.map { LayerInterval(frameCount: 30, background: .black, layers: $0) }
    let program = RenderProgram(canvas: Self.canvas, parts: parts)
    let planned = PlannedSegment(
      key: Fingerprint(of: "x"), program: program,
      encoding: VideoEncoding(encoder: encoder, options: []), firstFrame: 0)
    return Piece(kind: .segment(planned), output: "film", rate: Self.rate)
  }

  private func memory(_ size: PixelSize, bits: Int = 12, hdr: Bool = false)
    -> PieceMemory
  {
    var color = ColorTags(
      matrix: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
    if hdr { color.transfer = "smpte2084" }
    let facts = VideoFacts(
      stream: 0, codec: "h264", size: size, end: Time(10), frameCount: 300, rate: Self.rate,
      pixels: PixelLayout(
        name: "yuv420p", depth: bits == 12 ? 8 : 10, bitsPerPixel: bits, hasColor: true,
        chromaHalvings: PixelLayout.Halvings(across: 1, down: 1)), color: color)
    return PieceMemory(facts: { _ in facts })
  }

  @Test func `sound of any kind takes little memory`() {
    let program = AudioProgram(sampleRate: 48000, sampleCount: 48000, clips: [])
    let chunk = PlannedChunk(key: Fingerprint(of: "x"), program: program, firstSample: 0)
    let piece = Piece(kind: .chunk(chunk), output: "film", rate: Self.rate)
    #expect(PieceMemory().of(piece) == MemoryUse.worker + 40 << 20)
  }

  @Test func `memory for decoding, holding and encoding adds up`() {
    let hd = memory(PixelSize(1280, 720))
    let nothing = hd.of(segment([[]]))
    let one = hd.of(segment([[video("a")]]))
    #expect(nothing > MemoryUse.worker + MemoryUse.carried)
    #expect(one - nothing >= MemoryUse.source(PixelSize(1280, 720), bitsPerPixel: 12))
    #expect(hd.of(segment([[video("a"), video("b")]])) > one)
    #expect(memory(PixelSize(3840, 2160)).of(segment([[video("a")]])) > one)
    #expect(memory(PixelSize(1280, 720), bits: 24).of(segment([[video("a")]])) > one)
    #expect(memory(PixelSize(1280, 720), hdr: true).of(segment([[video("a")]])) > one)
    var threaded = hd
    threaded.threads = 8
    #expect(threaded.of(segment([[video("a")]])) > one)
  }

  private func photo(_ name: String, _ size: PixelSize) -> Picture {
    let file = MediaFile(path: "/" + name, digest: Fingerprint(of: name))
    return Picture(source: .image(file, Origin(0)), steps: [.scale(size)])
  }

  private func shown(_ photo: Picture) -> Layer {
    Layer(content: .picture(photo), placement: .at(x: 0, y: 0))
  }

  @Test func `photos are decoded before the encoder opens, and all that fit are kept`() {
    let (small, large) = (memory(PixelSize(640, 480)), memory(PixelSize(6000, 4000)))
    func one(_ memory: PieceMemory, _ encoder: String) -> Int64 {
      memory.of(segment([[shown(photo("a", Self.canvas.size))]], encoder))
    }
    // Where encoding takes more than decoding, the size of the photo does not count.
    #expect(one(small, "libx265") == one(large, "libx265"))
    #expect(one(small, "libx265") < one(memory(PixelSize(12_000, 8000)), "libx265"))
    let sizes = [PixelSize(1280, 720), PixelSize(1280, 722)]
    let two = sizes.map { [shown(photo("a", $0))] }
    let kept = small.of(segment(two)) - one(small, "libx264")
    #expect(kept == MemoryUse.picture(sizes[1], bitsPerPixel: 20))
    #expect(small.of(segment(two + two)) == small.of(segment(two)))
    // What does not fit is decoded while the encoder is open.
    let many = (0..<40).map { [shown(photo("\($0)", Self.canvas.size))] }
    let decoding = MemoryUse.still(PixelSize(6000, 4000), bitsPerPixel: 12)
    #expect(
      large.of(segment(many)) - large.of(segment([[]])) == MemoryUse.stills + decoding)
  }

  @Test func `a photo that moves is read as it is, and one that turns in smaller copies`() {
    let memory = memory(PixelSize(6000, 4000))
    func moved(_ map: Affine) -> Int64 {
      var layer = shown(photo("a", Self.canvas.size))
      layer.placement = .warped(.constant(map))
      return memory.of(segment([[layer]]))
    }
    let picture = MemoryUse.picture(Self.canvas.size, bitsPerPixel: 20)
    let plain = memory.of(segment([[shown(photo("a", Self.canvas.size))]]))
    #expect(moved(.scale(0.5, 0.5)) == plain)
    #expect(moved(Affine(0, 1, -1, 0, 0, 0)) == plain + 2 * picture)
  }

  @Test func `texts take the memory of their pictures, each once`() {
    func text(_ number: Int) -> Layer {
      let name = "text \(number)"
      let file = MediaFile(path: "/" + name, digest: Fingerprint(of: name))
      return Layer(
        content: .picture(Picture(source: .raster(file, Origin(number)))),
        placement: .at(x: 0, y: 0))
    }
    let memory = PieceMemory(rasters: { _ in PixelSize(100, 30) })
    let nothing = memory.of(segment([[]]))
    let many = memory.of(segment([(0..<3000).map(text)]))
    #expect(many - nothing < 40 << 20)
    #expect(memory.of(segment([(0..<3000).map { _ in text(0) }])) - nothing < 1 << 20)
    // Of a text whose size is not known more is assumed.
    #expect(PieceMemory().of(segment([[text(0)]])) - nothing > 8 << 20)
  }

  @Test func `effects take more memory than the transitions of libavfilter`() {
    func memory(_ name: String) -> Int64 {
      let layer = shown(photo("a", Self.canvas.size))
      let transition = Transition(
        name: name, from: [layer], to: [layer], background: .black, offset: 0, duration: 9)
      return PieceMemory().of(
        segment([[Layer(content: .transition(transition), placement: .at(x: 0, y: 0))]]))
    }
    let frame = MemoryUse.picture(Self.canvas.size, bitsPerPixel: 20)
    #expect(memory("smoothright") == memory("fade"))
    #expect(memory("ripple") - memory("fade") == 8 * frame)
  }

  @Test func `parts come one after the other, and few sources are kept meanwhile`() {
    let hd = memory(PixelSize(1280, 720))
    let one = hd.of(segment([[video("a")]]))
    let source = MemoryUse.source(PixelSize(1280, 720), bitsPerPixel: 12)
    #expect(hd.of(segment([[video("a")], [video("a")]])) == one)
    #expect(hd.of(segment([[video("a")], [video("b")]])) == one + source)
    let many = (0..<20).map { [video("\($0)")] }
    #expect(hd.of(segment(many)) == one + Int64(MemoryUse.idleSources) * source)
  }

  @Test func `nothing is assumed to be held of an unknown file`() {
    let piece = segment([[video("a")]])
    #expect(PieceMemory().of(piece) < memory(PixelSize(64, 48)).of(piece))
  }
}
