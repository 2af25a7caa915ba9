"""Words that a full stop follows without ending the sentence, per language, and words that begin sentences.

Kept as data so that a missing abbreviation is one word more here. All entries are lower case and without the last stop.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru", "zh", "ja", "ar")

NEVER_ENDS: dict[str, frozenset[str]] = {
    "en": _words(
        "mr mrs ms dr prof rev gen col sgt capt lt cmdr sen rep gov hon st mt fig figs eq eqs secs ch chap vol vols "
        "pp para paras approx vs cf e.g i.e eg ie viz al eds dept est tel incl jan feb mar apr jun jul aug sep sept "
        "oct nov dec mon tue wed thu fri reg regs subpart subsec pt supp ave blvd rd resp messrs op cit ibid ca"
    ),
    "de": _words(
        "dr prof hr fr nr nrn abs s z.b d.h u.a i.d.r z.t u.u i.v.m i.s.d i.s.v v.a o.ä o.a a.a.o gem ggf bzw vgl ca evtl "
        "inkl exkl zzgl abzgl sog insb insbes einschl entspr bspw bzgl allg mind rd str tel fax bd bde hrsg jh anm "
        "aufl kap ziff buchst rn rdn rz abschn anh anl halbs hs dipl ing phil med jur rer nat geb verh gest abt "
        "betr bez ev gegr lfd nachf nächst v.h vs zit zw jan feb mär apr jun jul aug sep sept okt nov dez "
        "erg gez i.a i.v i.h.v i.h.d i.ü n.chr v.chr u.v.m co"
    ),
    "fr": _words(
        "m mm mlle mme dr pr prof me mgr st ste pp ch chap fig n° cf p.ex vol t éd av apr j.-c env tél réf "
        "janv févr avr juil sept oct nov déc bd boul inf adj hab"
    ),
    "es": _words(
        "sr sra srta sres dr dra d dña prof profa lic ing núm num nº pág págs pp cap fig vol ed av avda c tel aprox "
        "ej p.ej vs ud uds vd s.a ee.uu máx mín apdo"
    ),
    "it": _words(
        "sig sigg sig.ra dott dott.ssa prof prof.ssa avv ing arch geom artt n nn p pp pag pagg cap fig vol ecc.ti cfr "
        "tel v vs ca co lett d.lgs d.l d.p.r s.p.a "
    ),
    "nl": _words(
        "dhr mevr mw dr drs ir ing mr prof nr nrs blz p pp hfst fig bijv bv d.w.z o.a m.b.t t.a.v i.v.m z.g zgn resp ca "
        "vgl incl excl jl st tel afd m.n t.o.v n.a.v t.b.v e.d.a"
    ),
    "pl": _words(
        "dr prof mgr inż hab ust pkt poz par rozdz nr str s ul al pl os np tj tzn m.in tzw ok godz wg zob por red ew "
        "im św gen płk kpt dyr zast tel dz.u woj pow gm"
    ),
    "pt": _words(
        "sr sra srs srta dr dra prof profa eng n nº núm pág págs p pp cap fig vol ed av r tel aprox ex p.ex vs inc "
        "par máx mín exmo exma"
    ),
    "ru": _words(
        "г-н г-жа т.е т.к т.н т.д.т см ср напр стр с рис табл гл ст п пп пункт ч им ул д кв просп пер обл р-н проф акад доц "
        "др.ч макс ок изд ред св"
    ),
    "zh": frozenset(),
    "ja": frozenset(),
    "ar": frozenset(),
}
"""A stop after these never ends a sentence, whatever follows."""

BEFORE_NUMBER = _words("no nos art arts fig min max maks sec satz alt var p al ext ed n es sup ex cl lid ст тел par st lit")
"""Abbreviations that are ordinary words as well: the stop belongs to them only before a number ("No. 5", "Art. 6")."""

MAY_END: dict[str, frozenset[str]] = {
    "en": _words("etc inc corp ltd co jr sr u.s u.s.a u.k u.n e.u d.c a.m p.m ph.d b.a m.a b.s esq bros"),
    "de": _words("usw etc u.s.w u.v.a dgl u.dgl u.ä f ff mio mrd tsd o.g g.m.b.h uhr.z e.v jr sen"),
    "fr": _words("etc cie"),
    "es": _words("etc a.m p.m cía"),
    "it": _words("ecc etc a.c d.c"),
    "nl": _words("enz etc e.d"),
    "pl": _words("itd itp etc r w n.e p.n.e zł gr"),
    "pt": _words("etc a.m p.m cia ltda"),
    "ru": _words("г гг в вв т.д т.п др пр и.о н.э тыс млн млрд руб коп мин"),
    "zh": frozenset(),
    "ja": frozenset(),
    "ar": frozenset(),
}
"""A stop after these ends the sentence only when the next word is a usual first word of a sentence."""

STARTERS: dict[str, frozenset[str]] = {
    "en": _words(
        "the a an it this that these those he she we you they i in on at for if when while after before however there here no yes not "
        "but and or so as to from with by all any each every please see its our your their his her what who how why where is are do "
        "does did can may must should will although because since once then thus note only both such under during between employees"
    ),
    "de": _words(
        "der die das den dem des ein eine einer einem eines es er sie wir ihr ich man dies diese dieser dieses diesem diesen in im am "
        "an auf bei für mit nach vor von zu zum zur wenn falls soweit sofern dabei dazu danach dann damit daher deshalb jedoch aber "
        "und oder auch als wie wer was wo wann warum ob nur nicht kein keine alle jede jeder jedes hier dort so seit bis während "
        "außerdem ferner zudem satz hat ist sind wird werden kann"
    ),
    "fr": _words(
        "le la les un une des il elle ils elles on nous vous je ce cette ces cet ceci cela en dans sur pour par avec à au aux si mais "
        "et ou donc or car ainsi toutefois cependant après avant lorsque quand tout toute tous ne l'article son sa ses"
    ),
    "es": _words(
        "el la los las un una unos unas se él ella ellos nosotros yo este esta esto estos estas ese esa en con por para de del al si "
        "no pero y o cuando como después antes además también todo todos su sus"
    ),
    "it": _words(
        "il lo la i gli le un uno una si egli essi noi voi io questo questa questi queste in nel nella con per da di del della se non "
        "ma e o quando come dopo prima inoltre anche tutti il suo sua"
    ),
    "nl": _words(
        "de het een hij zij ze wij we u ik dit dat deze die in op bij voor met na van te als indien maar en of ook dan er niet"
    ),
    "pl": _words(
        "w we z ze na do od po przy dla o to ten ta te jest są nie jeśli jeżeli gdy ale i lub oraz po każdy wszystkie jego jej"
    ),
    "pt": _words(
        "o a os as um uma ele ela eles nós eu este esta isto em no na com por para de do da se não mas e ou quando como após"
    ),
    "ru": _words(
        "в во на по к с со из от до для при это этот эта эти он она они мы вы я но и или если когда не все его её их так как"
    ),
    "zh": frozenset(),
    "ja": frozenset(),
    "ar": frozenset(),
}
"""Usual first words of a sentence: they decide where a stop after a number, an initial or a MAY_END word is ambiguous."""

MONTHS = _words(
    "januar jänner februar feber märz april mai juni juli august september oktober november dezember jan feb mär apr jun jul aug sep "
    "sept okt nov dez quartal halbjahr jahrhundert jh auflage kapitel abschnitt tag monat jahr lebensjahr lebensjahres bundestag"
)
"""What follows an ordinal such as "3." in German."""

ORDINAL_LANGUAGES = frozenset({"de", "pl"})
"""Languages that write ordinals as a number with a stop."""

ARTICLES = _words("der die das den dem des am im vom zum zur beim ab bis ein eine eines und")
"""German words that make a following number with a stop an ordinal."""

HINTS: dict[str, frozenset[str]] = {
    "en": _words("the of and to is that for are with be"),
    "de": _words("der die das und ist nicht mit für den von zu"),
    "fr": _words("le les des et est une que dans pour du"),
    "es": _words("el los las y es que una por con del"),
    "it": _words("il di che è per una della con non gli"),
    "nl": _words("het een van en niet voor zijn met dat op"),
    "pl": _words("w i na się nie jest do z oraz przez"),
    "pt": _words("o os que uma não para com da do em"),
    "ru": _words("и в не на что по для с это из"),
}
"""The commonest words, for guessing the language of a text."""
