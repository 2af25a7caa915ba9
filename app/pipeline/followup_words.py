"""The words by which follow-up questions are known, by language (read by ``followup``)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.rules.function_words import word_set


@dataclass(frozen=True)
class FollowUpWords:
    """``opening``: what goes on from the question before. ``asking``: how a whole question begins. ``leading``: how a fragment begins
    (prepositions, articles). ``pronouns`` always stand for something; ``weak`` ones are also articles or conjunctions and count only in a
    question of hardly any content; ``persons`` stand for somebody. ``clause``: where another clause begins. ``clitics``: pronouns that are
    known by their place. ``empty``: pronouns that stand for nothing ("is it allowed to …", "this year")."""

    opening: re.Pattern[str]
    asking: re.Pattern[str]
    leading: frozenset[str]
    pronouns: frozenset[str]
    weak: frozenset[str] = frozenset()
    possessive: frozenset[str] = frozenset()
    persons: frozenset[str] = frozenset()
    clause: frozenset[str] = frozenset()
    clitics: re.Pattern[str] | None = None
    empty: re.Pattern[str] | None = None
    formal: bool = False
    """A pronoun with a capital inside the question is the person who is spoken to (German)"""


def _words(
    opening: str,
    asking: str,
    leading: str,
    pronouns: str,
    weak: str = "",
    possessive: str = "",
    persons: str = "",
    clause: str = "",
    clitics: str | None = None,
    empty: str | None = None,
    formal: bool = False,
) -> FollowUpWords:
    front = "|".join(leading.split())
    return FollowUpWords(
        re.compile(rf"\W*(?:{opening})(?!\w)[\s,]*", re.IGNORECASE),
        re.compile(rf"\W*(?:(?:{front})\s+|[ldj]')?(?:{asking})(?!\w)", re.IGNORECASE),
        word_set(leading),
        word_set(pronouns) | word_set(possessive) | word_set(persons),
        word_set(weak),
        word_set(possessive),
        word_set(persons),
        word_set(clause),
        re.compile(clitics, re.IGNORECASE) if clitics else None,
        re.compile(empty, re.IGNORECASE) if empty else None,
        formal,
    )


WORDS = {
    "en": _words(
        opening=r"and what about|what about|how about|what if|same for|ok and|and|but|or|also|then|so",
        asking=r"who|whom|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|has|"
        r"have|had",
        leading="in on at for from with without during under over after before by to of as about between outside inside within until since "
        "per a an the another",
        pronouns="it them this these those there",
        weak="that one ones",
        possessive="its their his hers theirs",
        persons="he she her him they",
        clause="when if while before after because since until unless once who which and or that whether",
        empty=r"\b(?:is|are|was|were|will|be) there\b|\bthere (?:is|are|was|were)\b|\bit takes?\b(?=.*\bto\b)|\b(?:does|did|will|would|can) it take\b(?=.*\bto\b)|"
        r"\b(?:is|was) it (?:\w+ )?\w+(?= (?:to|that|for|if)\b)|\b(?:this|these) (?:year|month|week|quarter|time|days?|documents?|files?|folders?|collections?)\b",
    ),
    "de": _words(
        opening=r"und was ist mit|was ist mit|und wie ist es mit|wie ist es mit|wie sieht es mit|gilt das auch|und wenn|und|aber|oder|auch|dann|also",
        asking=r"wer|wen|wem|wessen|was|wann|wo|wohin|woher|wof[üu]r|womit|wozu|worauf|welche[rsmn]?|warum|wieso|weshalb|wie|wieviel|ist|sind|war|"
        r"waren|kann|können|darf|dürfen|muss|müssen|soll|sollen|gibt|hat|haben|wird|werden|"
        r"(?!(?:mit|seit|ohne)\b)[a-zäöüß]+(?:t|en|e)(?=\s+(?:ich|er|sie|es|man|wir|der|die|das|eine?|jede[rs]?|keine?)\b)",
        leading="im in an am auf aus bei beim mit nach von vom zu zum zur für ohne während über unter ab bis seit als pro innerhalb außerhalb "
        "ein eine einen einem einer der die das den dem",
        pronouns="dies diese dieser dieses diesen diesem davon dafür damit dazu dabei darüber darauf darin daran dort deren dessen",
        weak="es das",
        possessive="ihr ihre ihrer ihren ihrem seine seiner seinem seinen",
        persons="er sie ihn ihm",
        clause="wenn falls bevor nachdem weil dass ob solange sobald während und oder",
        empty=r"\b(?:gibt|gab) es\b|\bes (?:gibt|gab)\b|\bes\b(?=.*\b(?:zu|dass|wenn|ob)\b)|"
        r"\bdiese[smnr]? (?:jahr\w*|monat\w*|woche|quartal\w*|dokument\w*|datei\w*|ordner\w*|sammlung)\b",
        formal=True,
    ),
    "fr": _words(
        opening=r"qu'en est-il (?:de la|de|du|des)|et|mais|ou|alors|donc",
        asking=r"qui|que|quoi|quand|où|quels?|quelles?|pourquoi|comment|combien|est-ce|qu'est-ce|peut-on|puis-je|dois-je|doit-on|faut-il|y a-t-il",
        leading="à au aux en dans pour par avec sans chez depuis pendant avant après sur sous hors de du des jusqu'à un une le la les",
        pronouns="ils elles leur cela ça ceci celui celle ceux celles",
        weak="il",
        possessive="son sa ses leurs",
        persons="elle lui eux",
        clause="si quand lorsque avant après parce puisque et ou qui dont",
        clitics=r"\b(?:qui|où|quand|comment|combien|pourquoi|il|on|je|vous|nous)\s+(?:l'|(?:le|la|les|y|en)\s)",
        empty=r"\b(?:il y a|y a-t-il|faut-il|il faut|il est|est-il (?:\w+ )?\w+(?= d[e'])|quelle heure)\b|\bcette (?:année|semaine)\b|\bce mois\b",
    ),
    "es": _words(
        opening=r"qué hay de|que hay de|qué pasa con|y|e|pero|o|entonces",
        asking=r"quién(?:es)?|qué|cuál(?:es)?|cuándo|dónde|cómo|cuánt[oa]s?|por qué(?: no)?|es|son|está|están|puede|pueden|puedo|debe|deben|hay|tiene|se puede",
        leading="en a al para por con sin de del desde durante hasta sobre fuera un una el la los las",
        pronouns="ellos ellas esto eso ese esa esos esas allí ello",
        possessive="su sus",
        persons="él ella",
        clause="si cuando antes después porque y o que quien",
        clitics=r"\b(?:quién(?:es)?|cómo|dónde|cuándo|cuánto|se|no)\s+(?:lo|la|los|las|le|les)\s|\w[aei]r(?:lo|la|los|las|le|les)\b",
        empty=r"\b(?:ese|esa) (?:año|mes|semana)\b",
    ),
    "it": _words(
        opening=r"che dire (?:di|del|della)|e|ed|ma|o|allora",
        asking=r"chi|che|cosa|che cosa|quale|quali|qual|quando|dove|come|quant[oaie]|perché|è|sono|può|possono|posso|deve|devono|c'è|ci sono|si può",
        leading="in a al all'estero alla ai alle per con senza da dal di del della su durante dopo prima fuori un uno una il lo la i gli le nel nella",
        pronouns="esso essa essi esse questo questa questi queste quello quella ciò",
        possessive="suo sua suoi sue",
        persons="lui lei loro",
        clause="se quando prima dopo perché e o che chi",
        clitics=r"\b(?:chi|come|dove|quando|quanto|non)\s+(?:lo|la|li|le|ne)\s|\w[aei]r(?:lo|la|li|le|ne)\b",
        empty=r"\bquesto (?:anno|mese)\b|\bquesta settimana\b",
    ),
    "nl": _words(
        opening=r"hoe zit het met|en wat met|geldt dat ook|en|maar|of|ook|dan",
        asking=r"wie|wat|wanneer|waar|waarom|welke?|hoe|hoeveel|is|zijn|kan|kunnen|mag|mogen|moet|moeten|heeft|hebben|wordt|geldt|krijgt",
        leading="in op aan bij met zonder voor van tot na naar uit over onder tijdens sinds per buiten een de het",
        pronouns="deze dit daarvan daarvoor ervan ervoor erop erin ermee daar",
        weak="het dat die",
        possessive="hun haar zijn",
        persons="hij zij ze hem",
        clause="als wanneer voordat nadat omdat dat of en die",
        empty=r"\b(?:is|zijn|was|waren) er\b|\bhet\b(?=.*\b(?:om|dat|te)\b)|\bzijn\b|\bdit jaar\b|\bdeze (?:week|maand)\b",
    ),
    "pt": _words(
        opening=r"e quanto a[os]?|e se|e|mas|ou|então",
        asking=r"quem|o que|que|qual|quais|quando|onde|como|quant[oa]s?|por que|porque|porquê|é|são|pode|podem|posso|deve|devem|há|tem",
        leading="em no na nos nas para por pelo pela com sem de do da desde durante até ao à fora um uma o a os as",
        pronouns="isso isto aquilo dele dela deles delas nele nela disso disto",
        possessive="seu sua seus suas",
        persons="ele ela eles elas",
        clause="se quando antes depois porque e ou que quem",
        clitics=r"\b(?:quem|como|onde|quando|não)\s+[oa]s?\s|\w[aei]r?-(?:l?[oa]s?)\b",
    ),
    "pl": _words(
        opening=r"a co z|a jeśli|czy też|a|i|ale|lub",
        asking=r"kto|kogo|komu|co|kiedy|gdzie|skąd|jak|jaki|jaka|jakie|jaką|który|która|które|ile|dlaczego|czemu|czy|od kiedy|po co",
        leading="w we na z ze za od do po przez dla przy pod nad u bez podczas",
        pronouns="tego tym temu nim niej nią nich",
        possessive="jego jej ich",
        persons="on ona ono oni one ją mu im",
        clause="jeśli gdy kiedy zanim po ponieważ że czy i lub który która które",
    ),
    "ru": _words(
        opening=r"а как насчёт|а как насчет|а что насчёт|а если|а|и|но|или|тогда",
        asking=r"кто|кого|кому|что|когда|где|куда|откуда|как|какой|какая|какие|какое|каков[аоы]?|сколько|почему|зачем|можно ли|нужно ли|есть ли",
        leading="в во на с со к ко о об от до из за по под при для без через после перед у",
        pronouns="этого этой этим этому эта эти этот нём нем",
        weak="это",
        possessive="его её ее их",
        persons="он она оно они ему ей им него неё нее них ним",
        clause="если когда до после потому что и или который которая",
        empty=r"\bв этом (?:году|месяце)\b",
    ),
}


@dataclass(frozen=True)
class FollowUpForms:
    """For languages that write what others have words for at the end of a word or without spaces. ``fragment`` has one group, what is
    new; ``reference`` finds a pronoun, or a question word that stands alone."""

    fragment: re.Pattern[str]
    reference: re.Pattern[str]


FORMS = {
    "zh": FollowUpForms(
        re.compile(r"^(?:那么?|还有|那)?[，,]?(.{1,12}?)呢[？?]?$|^那么?(.{1,8}?)[？?]?$"),
        re.compile(r"它们?|(?<!其)他们?|她们?|这个|那个|该|^(?:为什么|为何|什么时候|多少钱?|谁|多久)[？?]?$"),
    ),
    "ja": FollowUpForms(
        re.compile(
            r"^(?:では|じゃあ?|それでは)?、?([^をがに]{1,10}?)(?:の場合は?|では|だと|なら|は)(?:どうですか|どう)?[？?。]?$"
        ),
        re.compile(
            r"それ(?!ぞれ|では)|これ(?!から)|その(?!他)|彼女?|そこ|^(?:なぜ|どうして|いつ|誰|いくら)(?:ですか)?[？?。]?$"
        ),
    ),
    "ar": FollowUpForms(
        re.compile(r"^(?:و?ماذا عن|وإذا كان)\s+(.{1,30}?)[؟?]?$|^و((?:في|بالنسبة|خارج|مع|بدون|خلال)\s.{1,30}?)[؟?]?$"),
        re.compile(
            r"(?:^|(?<!ما)\s)(?:هو|هي|هم|ذلك|هذا|هذه|تلك|فيه|فيها|عنه|عنها|منه|منها|عليه|عليها)(?=\s|[؟?]|$)|^(?:لماذا|متى|كم|من)[؟?]?$"
        ),
    ),
}
