// SPDX-License-Identifier: Apache-2.0

import Base
import CPango
import RenderProtocol

// Parts of a text that have looks of their own.

extension FontSet {
  /// Adds what decides the glyphs of the spans of `block` to `attributes`, and the number of each, by which its paint is
  /// found.
  ///
  /// Attributes equal to those of the rest of the text are left out: letters are not kerned or
  /// joined where such an attribute begins.
  func setSpans(of block: TextBlock, in attributes: OpaquePointer?) throws(TypesettingError) {
    for (number, span) in block.spans.enumerated() where !span.bytes.isEmpty {
      func set(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
        guard let attribute else { return }
        attribute.pointee.start_index = UInt32(span.bytes.lowerBound)
        attribute.pointee.end_index = UInt32(span.bytes.upperBound)
        pango_attr_list_change(attributes, attribute)
      }
      let family = try family(for: span.font)
      if !span.font.isDrawn(as: block.font) || span.size != block.size {
        let font = description(of: span.font, family: family, size: span.size)
        set(pango_attr_font_desc_new(font))
        pango_font_description_free(font)
      }
      if span.letterSpacing != block.letterSpacing {
        set(pango_attr_letter_spacing_new(Int32(span.letterSpacing * Double(PANGO_SCALE))))
      }
      if span.font.features != block.font.features {
        set(pango_attr_font_features_new(span.font.features))
      }
      switch span.script {
      case .normal: break
      case .below:
        set(pango_attr_font_scale_new(PANGO_FONT_SCALE_SUBSCRIPT))
        set(pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUBSCRIPT.rawValue)))
      case .above:
        set(pango_attr_font_scale_new(PANGO_FONT_SCALE_SUPERSCRIPT))
        set(pango_attr_baseline_shift_new(Int32(PANGO_BASELINE_SHIFT_SUPERSCRIPT.rawValue)))
      }
      set(pango_attr_foreground_new(UInt16(number), 0, 0))
    }
  }

  /// Takes the space between letters away where these are joined, as browsers do.
  func keepJoined(_ block: TextBlock, in attributes: OpaquePointer?) {
    guard block.letterSpacing != 0 || block.spans.contains(where: { $0.letterSpacing != 0 }) else {
      return
    }
    for range in JoinedGlyphs.ranges(in: block.text) {
      guard let attribute = pango_attr_letter_spacing_new(0) else { continue }
      attribute.pointee.start_index = UInt32(range.lowerBound)
      attribute.pointee.end_index = UInt32(range.upperBound)
      pango_attr_list_change(attributes, attribute)
    }
  }

  /// The families that the text and each of its spans ask for; nil where any font will do.
  func askedFamilies(of block: TextBlock) -> (text: String?, spans: [String?]) {
    (askedFamily(of: block.font), block.spans.map { askedFamily(of: $0.font) })
  }

  /// Refuses spans that are not in order, or are larger than a text may be.
  func check(_ spans: [TextSpan], of text: String) throws(TypesettingError) {
    guard spans.count <= TextLimits.spans else {
      throw TypesettingError(.limit, "a text has at most \(TextLimits.spans) parts")
    }
    let limit = Double(TextLimits.length)
    let bytes = Array(text.utf8)
    /// Returns true if a character begins at `place`, or the text ends there.
    func isBorder(_ place: Int) -> Bool {
      place == bytes.count || bytes.indices.contains(place) && bytes[place] & 0xc0 != 0x80
    }
    var end = 0
    for span in spans {
      guard span.bytes.lowerBound >= end, isBorder(span.bytes.lowerBound),
        isBorder(span.bytes.upperBound)
      else { throw TypesettingError(.limit, "the parts of the text are not in order") }
      guard span.size > 0, span.size <= limit, abs(span.letterSpacing) <= limit else {
        throw TypesettingError(.limit, "the font size is not between 0 and \(TextLimits.length)")
      }
      end = span.bytes.upperBound
    }
  }
}

extension FontChoice {
  /// Returns true if it is the same as `other` but for its features.
  fileprivate func isDrawn(as other: FontChoice) -> Bool {
    var font = self
    font.features = other.features
    return font == other
  }
}

extension PangoItem {
  /// The number of the span that it is in; nil outside of all.
  var span: Int? {
    var link = analysis.extra_attrs
    while let node = link {
      link = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let attribute = data.assumingMemoryBound(to: PangoAttribute.self)
      guard attribute.pointee.klass.pointee.type == PANGO_ATTR_FOREGROUND else { continue }
      return Int(data.assumingMemoryBound(to: PangoAttrColor.self).pointee.color.red)
    }
    return nil
  }
}
