// SPDX-License-Identifier: Apache-2.0

/// The languages that ISO 639-2 has codes of three letters for, as the Library of Congress lists them.
package enum LanguageCodes {
  /// Returns true if `code` is a language code, or one from qaa to qtz, which are for private use.
  package static func has(_ code: String) -> Bool {
    all.contains(code[...]) || "qaa" <= code && code <= "qtz"
  }

  /// The code of three letters for a tag such as `en` or `en-GB`; nil where none is known.
  package static func long(_ tag: String) -> String? {
    let short = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    if short.count == 3, all.contains(short) { return String(short) }
    return pairs.first { $0.hasPrefix(short) && short.count == 2 }.map { String($0.dropFirst(2)) }
  }

  /// Returns true if two tags such as `de`, `deu` and `ger` name one language.
  package static func isSame(_ tag: String, _ other: String) -> Bool {
    terminological(tag) == terminological(other)
  }

  /// The one of a language's two codes of three letters that ISO 639-2 makes of the language's own name.
  private static func terminological(_ tag: String) -> String {
    let code = long(tag) ?? tag.lowercased()
    return bibliographic.first { $0.hasPrefix(code) }.map { String($0.dropFirst(3)) } ?? code
  }

  /// The codes of libraries, each with the other one of its language.
  private static let bibliographic =
    """
    albsqi armhye baqeus burmya chizho czeces dutnld frefra geokat gerdeu greell iceisl macmkd
    maomri maymsa perfas rumron sloslk tibbod welcym
    """.split { $0 == " " || $0 == "\n" }

  /// Codes of two letters by ISO 639-1, each with that of three letters.
  private static let pairs =
    """
    arara bgbul bnben cacat csces dadan dedeu elell eneng esspa etest eueus fafas fifin frfra
    gagle heheb hihin hrhrv huhun idind isisl itita jajpn kokor ltlit lvlav msmsa nlnld nbnob nonor
    plpol ptpor roron rurus skslk slslv srsrp svswe tatam ththa trtur ukukr ururd vivie zhzho
    """.split { $0 == " " || $0 == "\n" }

  private static let all = Set(list.split { $0 == " " || $0 == "\n" })

  private static let list = """
    aar abk ace ach ada ady afa afh afr ain aka akk alb ale alg alt amh ang anp apa ara arc arg arm
    arn arp art arw asm ast ath aus ava ave awa aym aze bad bai bak bal bam ban baq bas bat bej bel
    bem ben ber bho bih bik bin bis bla bnt bod bos bra bre btk bua bug bul bur byn cad cai car cat
    cau ceb cel ces cha chb che chg chi chk chm chn cho chp chr chu chv chy cmc cnr cop cor cos cpe
    cpf cpp cre crh crp csb cus cym cze dak dan dar day del den deu dgr din div doi dra dsb dua dum
    dut dyu dzo efi egy eka ell elx eng enm epo est eus ewe ewo fan fao fas fat fij fil fin fiu fon
    fra fre frm fro frr frs fry ful fur gaa gay gba gem geo ger gez gil gla gle glg glv gmh goh gon
    gor got grb grc gre grn gsw guj gwi hai hat hau haw heb her hil him hin hit hmn hmo hrv hsb hun
    hup hye iba ibo ice ido iii ijo iku ile ilo ina inc ind ine inh ipk ira iro isl ita jav jbo jpn
    jpr jrb kaa kab kac kal kam kan kar kas kat kau kaw kaz kbd kha khi khm kho kik kin kir kmb kok
    kom kon kor kos kpe krc krl kro kru kua kum kur kut lad lah lam lao lat lav lez lim lin lit lol
    loz ltz lua lub lug lui lun luo lus mac mad mag mah mai mak mal man mao map mar mas may mdf mdr
    men mga mic min mis mkd mkh mlg mlt mnc mni mno moh mon mos mri msa mul mun mus mwl mwr mya myn
    myv nah nai nap nau nav nbl nde ndo nds nep new nia nic niu nld nno nob nog non nor nqo nso nub
    nwc nya nym nyn nyo nzi oci oji ori orm osa oss ota oto paa pag pal pam pan pap pau peo per phi
    phn pli pol pon por pra pro pus que raj rap rar roa roh rom ron rum run rup rus sad sag sah sai
    sal sam san sas sat scn sco sel sem sga sgn shn sid sin sio sit sla slk slo slv sma sme smi smj
    smn smo sms sna snd snk sog som son sot spa sqi srd srn srp srr ssa ssw suk sun sus sux swa swe
    syc syr tah tai tam tat tel tem ter tet tgk tgl tha tib tig tir tiv tkl tlh tli tmh tog ton tpi
    tsi tsn tso tuk tum tup tur tut tvl twi tyv udm uga uig ukr umb und urd uzb vai ven vie vol vot
    wak wal war was wel wen wln wol xal xho yao yap yid yor ypk zap zbl zen zgh zha zho znd zul zun
    zxx zza
    """
}
