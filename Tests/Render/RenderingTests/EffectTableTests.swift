// SPDX-License-Identifier: Apache-2.0

import Base
import MediaIO
import Testing

@testable import RenderProtocol

/// Reel's rules against the tables of the libavfilter that is installed.
@Suite struct EffectTableTests {
  private let catalogue = EffectCatalogue(FilterCatalogue.loaded())

  @Test func `every filter of one picture has a rule`() {
    for filter in catalogue.filters.filters where filter.isPlain {
      let isOfDevice = EffectRule.deviceSuffixes.contains { filter.name.hasSuffix($0) }
      #expect(
        isOfDevice || EffectRule.named(filter.name) != nil, "'\(filter.name)' has no rule")
    }
  }

  @Test func `a filter that is new to Reel is refused`() {
    let filter = FilterFacts(
      name: "brandnew", summary: "", inputs: [.picture], outputs: [.picture],
      hasDynamicPads: false, options: [])
    guard case .refused(let refusal) = catalogue.verdict(filter) else {
      Issue.record("it is allowed")
      return
    }
    #expect(refusal.reason == "is not known to this version of Reel")
  }

  @Test func `no filter has two rules, and options of rules exist`() {
    #expect(Set(EffectRule.all.map(\.name)).count == EffectRule.all.count)
    for rule in EffectRule.all {
      guard case .allowed(let traits) = rule.verdict,
        let filter = catalogue.filters.filter(rule.name)
      else { continue }
      for option in traits.options {
        #expect(
          filter.options.contains { $0.name == option.name },
          "'\(rule.name)' has no option '\(option.name)'")
      }
    }
  }

  /// The settings of frame 7 of the filter called `name`.
  private func seventh(
    _ name: String, _ settings: KeyValuePairs<String, String>
  ) throws -> [String] {
    guard case .allowed(let traits) = try #require(EffectRule.named(name)).verdict else {
      return []
    }
    let own = settings.map { FilterUse.Setting(name: $0.key, value: $0.value) }
    return traits.settings(own, forFrame: 7, at: FrameRate(25)).map { "\($0.name)=\($0.value)" }
  }

  @Test func `a filter that counts frames is told which one it has`() throws {
    #expect(
      try seventh("hue", ["h": "n*20 + n (3)", "s": "sin(t)"]) == ["h=(7)*20+n(3)", "s=sin(t)"])
    #expect(
      try seventh("geq", ["lum_expr": "N+Nn+n", "a": "2e3"]) == ["lum_expr=(7)+Nn+n", "a=2e3"])
    // Frames of this one begin with 1; and by default its expressions are those of the first.
    #expect(try seventh("perspective", ["x0": "in+on", "eval": "frame"])[0] == "x0=(8)+(8)")
    #expect(try seventh("perspective", ["x0": "in+on"]) == ["x0=in+on"])
    #expect(try seventh("gblur", ["sigma": "n"]) == ["sigma=n"])
    #expect(
      try seventh("fade", ["type": "out", "start_frame": "50", "nb_frames": "10"])
        == ["type=out", "start_time=2000000us", "duration=400000us"])
    #expect(
      try seventh("fade", ["st": "500000us", "d": "80000us"])
        == ["start_time=500000us", "duration=80000us"])
  }

  @Test func `filters that read, run or keep things are refused`() {
    for name in [
      "movie", "haldclut", "ass", "subtitles", "drawtext", "sendcmd", "zmq", "frei0r", "sr",
      "dnn_processing", "metadata", "psnr", "ssim", "vmafmotion", "hwupload", "avgblur_opencl",
      "gblur_vulkan", "scale_vaapi", "libplacebo", "hqdn3d", "lagfun", "deshake", "crop", "scale",
      "fps", "reverse", "overlay", "color", "split",
    ] where catalogue.filters.filter(name) != nil {
      guard case .refused(let refusal) = catalogue.find(name) else {
        Issue.record("'\(name)' is allowed")
        continue
      }
      #expect(!refusal.reason.isEmpty && !refusal.hint.isEmpty)
    }
  }

  @Test func `three filters read a file, which is an asset`() {
    let readers = EffectRule.all.flatMap { rule -> [String] in
      guard case .allowed(let traits) = rule.verdict else { return [] }
      return traits.options.compactMap { option in
        traits.file(of: option.name).map { "\(rule.name).\(option.name) \($0.rawValue)" }
      }
    }
    #expect(readers.sorted() == ["curves.psfile acv", "lut1d.file cube-1d", "lut3d.file cube"])
  }

  @Test func `no plain option of an allowed filter names a file`() {
    let words = ["file", "path", "model", "plugin", "library", "script", "address", "url"]
    for name in catalogue.names {
      guard case .effect(let effect) = catalogue.find(name) else { continue }
      for option in effect.filter.options where effect.refusal(of: option) == nil {
        guard option.kind == .text, effect.traits.file(of: option.name) == nil else { continue }
        let summary = option.summary.lowercased()
        for word in words where summary.contains(word) || option.name.contains(word) {
          Issue.record("'\(name)' option '\(option.name)': \(summary)")
        }
      }
    }
  }

  @Test func `what the library says of gblur is what its manual says`() throws {
    guard case .effect(let effect) = catalogue.find("gblur") else {
      Issue.record("there is no gblur")
      return
    }
    let sigma = try #require(effect.filter.option("sigma"))
    #expect(sigma.kind == .number && sigma.fallback == "0.5" && sigma.isRuntime)
    #expect(effect.range(of: sigma) == 0...1024)
    #expect(effect.filter.option("steps")?.kind == .integer)
    #expect(effect.filter.option("sigmaV")?.fallback == "-1")
    #expect(effect.filter.option("enable") == nil)
    guard case .effect(let noise) = catalogue.find("noise") else {
      Issue.record("there is no noise")
      return
    }
    let flags = try #require(noise.filter.option("allf"))
    #expect(flags.names == ["all_flags", "allf"] && flags.kind == .flags)
    #expect(noise.constants(of: flags).map(\.name).sorted() == ["p", "t", "u"])
  }

  @Test func `sources, mixers and sound filters say what they are`() {
    func reason(_ name: String) -> String? {
      if case .refused(let refusal) = catalogue.find(name) { refusal.reason } else { nil }
    }
    #expect(reason("areverse") == "changes when sounds are heard, or for how long")
    #expect(reason("arnndn") == "needs a file that Reel cannot keep track of")
    #expect(reason("volumedetect") == "only reports on sounds and changes none")
    #expect(reason("testsrc") == "takes no picture")
    #expect(reason("hstack") == "takes or gives more than one picture")
    #expect(reason("showwaves") == "is for sound")
    if case .unknown = catalogue.find("gblurr") {} else { Issue.record("'gblurr' is known") }
  }
}
