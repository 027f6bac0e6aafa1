// SPDX-License-Identifier: Apache-2.0

import RenderGraph
import Testing

@Suite struct VerifierTests {
  private static let head = """
    canvas 320x180 30 48000
    %0 = video "v" sha=1 stream=0 size=64x36
    %1 = read %0 from=0 frames=30
    %2 = fit %1 contain 320x180+0+0
    %3 = audio "v" sha=1 stream=1
    %4 = listen %3 from=0 samples=4800

    """

  @Test(arguments: [
    ("%5 = film %5", "%5 uses %5, which does not stand before it"),
    ("%5 = film %1", "%5 wants a picture on the canvas, a sound, or both in this order"),
    ("%5 = film %4 %2", "%5 wants a picture on the canvas, a sound, or both in this order"),
    ("%5 = cut %2 0..30", "the last node is no film"),
    ("%5 = cut %2 10..31", "%5 names 10..31 of an input 30 long"),
    ("%5 = cut %2 10..10", "%5 names 10..10 of an input 30 long"),
    ("%5 = still %0 frames=3", "%5 wants a source that is still"),
    ("%5 = read %0 from=0 frames=0", "%5 is 0 long"),
    ("%5 = read %0 from=0 frames=9 before=2 after=1", "%5 holds before 2 and after 1"),
    ("%5 = opacity %4 {0: 1}", "%5 wants a picture"),
    ("%5 = opacity %2 {1: 1, 0: 1}", "%5 has keys that do not ascend: 1, 0"),
    ("%5 = opacity %2 {0: (1 1)}", "%5 wants 1 numbers at 0"),
    ("%5 = transform %1 scale={0: (1 1)}", "%5 wants a picture on the canvas"),
    ("%5 = fit %2 contain 320x180+0+0", "%5 wants a picture that is not on the canvas yet"),
    ("%5 = fit %1 contain 0x180+0+0", "%5 fills the box 0x180+0+0"),
    ("%5 = place %1 upright crop=65x36+0+0 box=2x2+0+0", "%5 crops 65x36+0+0 from 64x36"),
    ("%5 = orient %1 (1 1 1 1)", "%5 flattens the picture"),
    ("%5 = track %2@0 %2@29", "%5 places an item at 29, before 30"),
    ("%5 = transition %2 fade 0/30", "%5 wants 2 inputs, got 1"),
    ("%5 = transition %2 %2 fade 1/30", "%5 shows frames outside its 30"),
    ("%5 = compose #000000 #ffffff@20..40 frames=30 : %2", "%5 names 20..40 of an input 30 long"),
    ("%5 = join", "%5 joins nothing"),
    ("%5 = join %1 %2", "%5 joins pictures of several sizes"),
    ("%5 = mix samples=100 : %4@-1", "%5 starts a sound at -1"),
    ("%5 = gain %4 {0: 1} during=0..4801", "%5 names 0..4801 of an input 4800 long"),
    ("%5 = video \"v\" sha=1 stream=0 size=64x0", "%5 has the size 64x0"),
  ])
  func aBrokenRuleIsNamedWithItsNode(line: String, violation: String) throws {
    let graph = try GraphParser().parse(VerifierTests.head + line)
    #expect(graph.violations() == [violation])
  }

  @Test func aFilmBeforeTheEndIsBroken() throws {
    let graph = try GraphParser().parse(VerifierTests.head + "%5 = film %2\n%6 = film %2 %4")
    #expect(graph.violations() == ["%5 is a film, and not the last node"])
  }

  @Test func typesTellWhatAPictureCovers() throws {
    let graph = try GraphParser().parse(
      VerifierTests.head + """
        %5 = place %1 upright crop=64x36+0+0 box=160x90+20+10
        %6 = opacity %5 {0: 1, 1: 0}
        %7 = transform %5 scale={0: (2 2)}
        %8 = transform %5 scale={0: (2 2), 1: (1 1)}
        %9 = film %2
        """)
    let types = graph.streamTypes()
    #expect(types[5].picture.map { "\($0.bounds)" } == "160x90+20+10")
    #expect(types[5].picture?.covers.map { "\($0)" } == "160x90+20+10")
    #expect(types[6].picture?.covers == nil)
    #expect(types[7].picture.map { "\($0.bounds)" } == "320x180-120-70")
    #expect(types[7].picture?.covers.map { "\($0)" } == "320x180-120-70")
    #expect(types[8].picture?.covers == nil)
  }
}
