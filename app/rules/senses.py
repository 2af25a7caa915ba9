"""Words of a closed class of which a sentence must not have another one than its passage: rise or fall, before or after, all or some, month or year.

Each line is one class; its values are separated by " / ". A ``*`` stands for any ending, a ``_`` for a space, ``nl:`` for a word that means this
in one language only (in Chinese and Japanese a piece of the text). A ``!`` at the beginning marks a class whose words hardly stand in an answer
that its passage does not have in some form, a ``~`` one whose denied word means the other value. Data for ``opposites``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from app.rules.cues import CLAUSE_ENDS, gives_a_cause
from app.rules.function_words import word_set
from app.rules.words import flatten

_CLASSES = """
! increas* rise rises rose risen rising raise* raising grow grows grew grown growing growth climb* steig* stieg* gestiegen anstieg* erhöh* angehoben anheb* anhebung* wächst wuchs* gewachsen zunahm* zugenommen zunimmt augment* hausse* aument* subió sube subió suben subid* subir* crece* creció crecid* cresc* sale salito salita salgono alza* sobe* subiu cresceu stijg* steeg stegen gestegen verhoog* toegenomen wzr* rosn* rośnie podnie* podwyż* выр* повыс* повыш* увелич* подн* рост* zh:提高 zh:上涨 zh:涨 zh:增加 zh:上升 ja:値上 ja:上が ja:上げ ja:増え ja:増加 / decreas* fall falls fell fallen falling drop* declin* reduc* reduz* lowered lowering shrink* shrank shrunk sink* sank* sunk gesunken senk* gesenkt verringer* fällt fiel* gefallen abnahm* abgenommen abnimmt kürz* gekürzt vermind* baiss* dimin* rédui* recul* tomb* dismin* bajó baja bajan bajad* bajar* descend* reduj* diminu* scend* sceso scesa cala calato ridott* riduc* baix* desce desceu descid* reduz* daal* gedaald verlaag* afgenomen spad* obniż* zmniejsz* сниз* сниж* упал* пониз* уменьш* сокра* zh:降 zh:下跌 zh:减少 ja:値下 ja:下が ja:下げ ja:減
raised lifted / lowered
more_than over above exceed* mehr_als über oberhalb übersteig* übersch* plus_de supérieur* más_de / less_than fewer_than under below weniger_als unter unterhalb unterschreit* moins_de inférieur* menos_de
more mehr plus más più meer więcej mais больше более أكثر / less fewer weniger moins menos meno minder mniej меньше менее أقل
at_least minimum minimal* minim* no_less_than mindest* wenigstens au_moins al_menos como_mínimo minimaal mínimo минимум / at_most at_the_most maximum maximal* no_more_than up_to höchst* längstens bis_zu au_plus como_máximo maximaal máximo максимум
no_later_than latest spätest* au_plus_tard a_más_tardar / no_earlier_than earliest frühest* au_plus_tôt
earlier sooner früher plus_tôt / later später plus_tard
early frühzeitig / late verspätet
! higher höher* hoger / lower niedriger* tiefer lager
! highest höchste höchster höchstes höchsten höchstem / lowest niedrigste* tiefste*
! longer länger* / shorter kürzer*
! longest längste* / shortest kürzeste*
! larger bigger greater größer* plus_grand* / smaller kleiner* plus_petit*
! largest biggest greatest größte* / smallest kleinste*
! older älter* / younger jünger*
! oldest älteste* / youngest jüngste*
! heavier schwerer* / lighter leichter*
! faster quicker schneller* / slower langsamer*
! cheaper billiger* günstiger* / dearer teurer*
! better best besser* beste* meilleur* / worse worst schlechter* schlechteste* pire*
upper obere* / lower bottom untere*
! first erste* premi* primer* / last final letzte* derni* último*
next following nächste* folgend* folgemonat* folgejahr* suivant* / previous preceding vorige* vorherig* vormonat* vorjahr* précédent*
! north northern nördlich* nordseite nord norden / south southern südlich* südseite süd süden sud
! east eastern östlich* ostseite osten / west western westlich* westseite westen ouest
begin begins began begun beginning start starts started starting beginn* beginnt anfang* start* commenc* début* empez* comienz* / end ends ended ending expire* end* ende endet* endes finit fin termine*
open opens opened opening öffn* geöffnet offen offene offenen ouvr* ouvert* abier* abr* / close closes closed closing schließ* geschlossen zu ferm* cerr*
inside indoors within_the innen innerhalb / outside outdoors außen außerhalb
internal internally intern interne* / external externally extern externe*
! buy buys bought buyer* purchas* kauf* gekauft käufer* achet* / sell sells sold seller* verkauf* verkäufer* vend*
import* einfuhr* / export* ausfuhr*
entry entrance* eingang* entrée* / exit* ausgang* sortie*
! win wins won gewinn* gewann* gewonnen / lose loses lost verlier* verlor*
! succeeded succeeds succeeding nachfolg* folgte / preceded precedes preceding vorgänger*
~ accept* approv* adopted agreed_to angenommen annehm* genehmig* gebilligt bewilligt aprob* acept* adopté* approuv* approv* accett* aprov* aceit* aanvaard* goedgekeurd przyję* zatwierdz* zaakcept* принят* принял* одобр* утвер* zh:通过 zh:批准 ja:承認 ja:可決 / reject* refus* turned_down voted_down denied denies disapprov* abgelehnt ablehn* verweiger* rechaz* rejet* respint* rifiut* rejeit* recus* afgewezen afgekeurd verworpen odrzuc* отклон* отверг* zh:否决 zh:拒绝 ja:否決 ja:拒否
~ allow* permit* erlaubt* gestattet* zulässig autoris* permis* permi* permett* nl:mag nl:mogen darf dürfen durfte durften consenti* ammess* toegestaan wolno można dozwol* можно разреш* zh:允许 zh:可以 / must_not may_not prohibit* forbid* forbidden banned verboten* untersagt* unzulässig interdit* interdi* prohib* vietat* proibi* verboden zabron* нельзя запрещ* zh:禁止 zh:不得 zh:不能 zh:不可 ja:禁止
includ* inclusive einschließlich inklusive eingeschlossen inclus / exclud* exclusive ausgenommen ausgeschlossen ausschließlich exklusive exclus
mandatory compulsory obligatory verpflichtend obligatorisch vorgeschrieben obligatoire* / optional voluntary freiwillig fakultativ facultati*
public öffentlich* / private privat*
free kostenlos* kostenfrei* unentgeltlich* gratuit* / chargeable kostenpflichtig* entgeltlich* gebührenpflichtig* payant*
written schriftlich* / oral verbal mündlich*
with mit avec con / without ohne sans sin
temporary befristet* vorübergehend* / permanent unbefristet* dauerhaft*
hot heiß* / cold kalt*
left_side left_hand linke* / right_side right_hand rechte*
net netto* / gross brutto*
! majority mehrheit* / minority minderheit*
! double doppelt* / triple dreifach*
monthly monatlich* mensuel* per_month a_month each_month every_month im_monat pro_monat je_monat par_mois chaque_mois al_mes por_mes cada_mes mensual* al_mese ogni_mese mensil* por_mês ao_mês cada_mês mensal* mensais per_maand elke_maand maandelijks* miesięczn* na_miesiąc co_miesiąc каждый_месяц каждого_месяца в_месяц ежемесяч* zh:每月 zh:每个月 ja:毎月 / weekly wöchentlich* per_week a_week each_week every_week pro_woche in_der_woche je_woche par_semaine a_la_semana por_semana cada_semana semanal* alla_settimana ogni_settimana settimanal* per_week elke_week wekelijks* tygodniow* na_tydzień co_tydzień в_неделю каждую_неделю каждой_недели еженедел* zh:每周 zh:每星期 ja:毎週 / daily täglich* per_day a_day each_day every_day pro_tag am_tag je_tag par_jour al_día por_día cada_día diari* al_giorno ogni_giorno giornalier* por_dia ao_dia cada_dia diári* per_dag elke_dag dagelijks* dziennie na_dzień co_dzień codzienn* в_день каждый_день каждого_дня ежеднев* zh:每天 zh:每日 ja:毎日 / yearly annual* per_year a_year each_year every_year per_annum jährlich* im_jahr pro_jahr je_jahr par_an annuel* al_año por_año cada_año anual* all_anno ogni_anno por_ano ao_ano cada_ano per_jaar elk_jaar jaarlijks* roczn* na_rok co_rok в_год каждый_год каждого_года ежегод* chaque_année zh:每年 ja:毎年 / hourly per_hour an_hour pro_stunde je_stunde stündlich* par_heure à_l_heure por_hora a_la_hora all_ora ogni_ora numa_hora per_uur na_godzinę co_godzinę в_час каждый_час zh:每小时 ja:毎時 / quarterly per_quarter a_quarter vierteljährlich* pro_quartal im_quartal / per_minute a_minute each_minute every_minute pro_minute je_minute par_minute à_la_minute por_minuto al_minuto num_minuto na_minutę в_минуту zh:每分钟
month months monat monats monate monaten mois mes meses mese mesi mês maand maanden miesiąc* месяц* / week weeks woche wochen semaine* semana* settiman* nl:week weken tydzień tygodn* недел* / day days tag tages tage tagen jour* día días giorn* dia dias dag dagen dzień dni день дня дней / year years jahr jahres jahre jahren an ans année* año años anno anni ano anos jaar jaren rok roku lat год года лет / hour hours stunde* heure* hora horas ora ore uur uren godzin* час часа часов
once einmal une_fois / twice zweimal deux_fois / thrice three_times dreimal trois_fois / four_times viermal
prior_to before ahead_of in_advance vor vorher bevor zuvor avant antes قبل prima nl:voor nl:vooraf nl:voordat przed zanim ru:до перед прежде zh:之前 zh:以前 ja:前に ja:前まで ja:以前 ja:までに ja:去前 / after following afterwards nach nachdem nachher danach im_anschluss après después بعد dopo nl:na nl:nadat pl:po depois após после zh:之后 zh:以后 ja:後に ja:以後 ja:以降 ja:去後
until till up_to bis jusqu* hasta / since from_the as_of ab seit dès depuis desde à_partir_d*
before vor avant antes / since ab seit depuis dès
until bis jusqu* / after nach après
must shall has_to have_to had_to need_to needs_to required obliged mandatory due muss müssen verpflichtet* fällig doit doivent debe deben deve devono bisogna occorre obbligat* tiene_que tienen_que hay_que deben obligad* devem tem_de têm_de tem_que obrigad* moet moeten verplicht* musi muszą należy obowiąz* должен должна должно должны обязан* необходимо zh:必须 zh:须 zh:应当 ja:なければな ja:必要があ ja:義務 / may can might could optional* darf dürfen kann können berechtigt peut peuvent puede pueden può possono mag mogen kan kunnen może mogą wolno można pode podem может могут вправе zh:可以 ja:ことができ ja:てもよ / should ought recommended sollte sollten empfohlen devrait devraient
all every each everyone alle allen aller jede* sämtlich* tous toutes chaque todos cada tous chacun tutti tutte ogni ognuno todas cada nl:alle iedere* iedereen elke nl:elk wszyscy wszystkie każd* ru:все ru:всех кажд* zh:所有 zh:全体 zh:全部 zh:每个 ja:すべて ja:全員 ja:全て / some several a_few certain einige* manche* certain* quelques algunos algunas alcuni alcune qualche certains alguns algumas sommige niektór* некотор* zh:部分 zh:一些 zh:有些 ja:一部 / none no_one nobody kein* niemand aucun* ningun* personne nadie ninguno ningún nessun* nenhum* ninguém nl:niemand żad* nikt никто zh:没有人 zh:无人 ja:誰も / most die_meisten der_meisten la_plupart / half hälfte halb* moitié mitad / a_third one_third drittel tiers / a_quarter one_quarter viertel quart / only_one
always immer stets toujours siempre / sometimes manchmal gelegentlich parfois / never nie niemals jamais nunca / usually normally in_der_regel normalement
both beide* / neither weder* / either entweder
""" + " / ".join(
    ("monday* montag* lundi* lunes lunedì maandag segunda_feira poniedział* понедельник* zh:星期一 zh:周一 ja:月曜", "tuesday* dienstag* mardi* martes martedì dinsdag terça_feira wtor* вторник* zh:星期二 zh:周二 ja:火曜",
     "wednesday* mittwoch* mercredi* miércoles mercoledì woensdag quarta_feira środ* сред* zh:星期三 zh:周三 ja:水曜", "thursday* donnerstag* jeudi* jueves giovedì donderdag quinta_feira czwart* четверг* zh:星期四 zh:周四 ja:木曜",
     "friday* freitag* vendredi* viernes venerdì vrijdag sexta_feira piąt* пятниц* zh:星期五 zh:周五 ja:金曜", "saturday* samstag* sonnabend* samedi* sábado* sabato zaterdag sobot* суббот* zh:星期六 zh:周六 ja:土曜",
     "sunday* sonntag* dimanche* domingo* domenica zondag niedziel* воскресень* zh:星期日 zh:星期天 zh:周日 ja:日曜")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sense:
    """A word of class ``kind`` (place in the list) with ``value`` at ``start:end``."""

    kind: int
    value: int
    start: int
    end: int
    text: str


def _marked(mark: str) -> frozenset[int]:
    return frozenset(kind for kind, line in enumerate(_CLASSES.strip().splitlines()) if line.startswith(mark))


TELLING = _marked("!")
"""Classes of which every word must stand in the passage: over the WiCE development claims their words are without one in 12 % of the
unsupported and in 4 % of the supported ones."""
POLAR = _marked("~")
WEEKDAYS = len(_CLASSES.strip().splitlines()) - 1
_Home = tuple[int, int]
_WORD = re.compile(r"[^\W_]+")


class _Tables:
    """The classes as one language reads them: whole words and beginnings, phrases by their first word, and pieces of unspaced text."""

    def __init__(self, language: str) -> None:
        self.single: dict[str, list[_Home]] = {}
        self.phrases: dict[str, list[tuple[tuple[str, ...], _Home]]] = {}
        self.pieces: dict[str, _Home] = {}
        for kind, line in enumerate(_CLASSES.strip().splitlines()):
            for value, words in enumerate(line.lstrip("!~ ").split(" / ")):
                for entry in words.split():
                    of, _, word = entry.rpartition(":")
                    if of and of != language:
                        continue
                    first, *rest = word.split("_")
                    if of in ("zh", "ja"):
                        self.pieces[word] = (kind, value)
                    elif rest:
                        self.phrases.setdefault(first, []).append((tuple(rest), (kind, value)))
                    else:
                        self.single.setdefault(word, []).append((kind, value))

    @cached_property
    def piece(self) -> re.Pattern[str]:
        return re.compile("|".join(sorted(self.pieces, key=len, reverse=True)) or "(?!)")

    @lru_cache(maxsize=8192)  # noqa: B019 - one object a language, kept for good
    def homes(self, key: str) -> tuple[_Home, ...]:
        """Places of one case-folded word: the whole word, or the longest beginning of it that the classes have."""
        whole = self.single.get(key, [])
        begun = next((self.single[f"{key[:n]}*"] for n in range(len(key), 1, -1) if f"{key[:n]}*" in self.single), [])
        return (*whole, *(home for home in begun if home not in whole))


@lru_cache(maxsize=16)
def _tables(language: str) -> _Tables:
    return _Tables(language)


_FALSE_FRIENDS = {
    "de": word_set("an sin fin most mag wolno"),
    "en": word_set("an ans ab fin sin die alle mag mes dag"),
    "fr": word_set("sale cala an dia personne"),
    "es": word_set("sale personne mag"),
    "pt": word_set("sale mag"),
    "nl": word_set("ano mes die sin fin ab"),
    "it": word_set("mag die dia ab alle"),
}
"""Words of a class that are another language's."""


@lru_cache(maxsize=8192)
def senses(text: str, language: str) -> tuple[Sense, ...]:
    """All words of the classes in ``text`` in order; a word may belong to several classes, a phrase hides the words in it."""
    flat = flatten(text)
    tables = _tables(language)
    if language in ("zh", "ja"):
        return tuple(Sense(*tables.pieces[m.group()], m.start(), m.end(), m.group()) for m in tables.piece.finditer(flat))
    words = [(m.group().casefold(), m.start(), m.end()) for m in _WORD.finditer(flat)]
    strange = _FALSE_FRIENDS.get(language, frozenset())
    found: list[Sense] = []
    hidden = -1
    for i, (key, start, end) in enumerate(words):
        longest = 0
        for rest, (kind, value) in tables.phrases.get(key, ()):
            if all(_is(words, i + 1 + n, part) for n, part in enumerate(rest)):
                last = words[i + len(rest)][2]
                found.append(Sense(kind, value, start, last, text[start:last]))
                longest = max(longest, last)
        if longest:
            hidden = max(hidden, longest)
        elif start >= hidden and key not in strange and not _other_meaning(flat, words, i):
            found += [Sense(kind, value, start, end, text[start:end]) for kind, value in tables.homes(key)]
    return tuple(found)


def _other_meaning(flat: str, words: list[tuple[str, int, int]], at: int) -> bool:
    """ "Fall" as a season, "since" as a cause, the "vor" of a separated verb ("kommen häufig vor")."""
    key, start, end = words[at]
    if key == "fall":
        return _is_autumn(words, at)
    if key == "since":
        return gives_a_cause(flat, start)
    return at > 1 and key in ("vor", "nach", "voor") and CLAUSE_ENDS.match(flat, end) is not None


def _is_autumn(words: list[tuple[str, int, int]], at: int) -> bool:
    """ "In fall 2016", "in the fall"."""
    before, after = words[at - 1][0] if at else "", words[at + 1][0] if at + 1 < len(words) else ""
    return before in ("in", "the", "of", "this", "last", "next", "each", "every") or after.isdigit()


def _is(words: list[tuple[str, int, int]], at: int, part: str) -> bool:
    if at >= len(words):
        return False
    return words[at][0].startswith(part[:-1]) if part.endswith("*") else words[at][0] == part
