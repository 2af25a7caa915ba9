"""What any question has in common, in its own language: taken away where question and passage are in different languages.

A multilingual embedder puts much of the language itself and of "being a question" into each vector. Over passages in another language that
part says nothing about the matter; without it the nearest passages are more often the right ones (tests/benchmarks/README.md,
"What orders the hits of a question"). In one language nothing is gained, and nothing is taken away there.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from index.chunking.language import guess_language
from index.embedding import PassageEmbedder
from index.store.analysis import language_of_script

SHARE = 0.5
"""Of the common part that is taken away; 0.3 and 0.7 were tried on five pairs of languages."""

_OTHERWISE = "en"
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "en": ("What is this about?", "How do I do that?", "When does it happen?", "How much does it cost?",
           "Who is responsible for it?", "Where can I find more information?", "Which of them is it, and why?",
           "What must be considered?"),
    "de": ("Worum geht es hier?", "Wie mache ich das?", "Wann geschieht das?", "Wie viel kostet es?",
           "Wer ist dafür zuständig?", "Wo finde ich mehr darüber?", "Welches davon ist es, und warum?", "Was ist zu beachten?"),
    "fr": ("De quoi s'agit-il ?", "Comment faire cela ?", "Quand cela a-t-il lieu ?", "Combien cela coûte-t-il ?",
           "Qui en est responsable ?", "Où puis-je trouver plus d'informations ?", "Lequel est-ce, et pourquoi ?",
           "À quoi faut-il faire attention ?"),
    "es": ("¿De qué se trata?", "¿Cómo se hace?", "¿Cuándo ocurre?", "¿Cuánto cuesta?", "¿Quién es el responsable?",
           "¿Dónde puedo encontrar más información?", "¿Cuál de ellos es y por qué?", "¿Qué hay que tener en cuenta?"),
    "it": ("Di che cosa si tratta?", "Come si fa?", "Quando succede?", "Quanto costa?", "Chi ne è responsabile?",
           "Dove posso trovare maggiori informazioni?", "Quale di questi è, e perché?", "A che cosa bisogna fare attenzione?"),
    "nl": ("Waar gaat dit over?", "Hoe doe ik dat?", "Wanneer gebeurt het?", "Hoeveel kost het?",
           "Wie is daarvoor verantwoordelijk?", "Waar vind ik meer informatie?", "Welke is het, en waarom?",
           "Waar moet op gelet worden?"),
    "pl": ("O czym to jest?", "Jak to zrobić?", "Kiedy to się dzieje?", "Ile to kosztuje?", "Kto jest za to odpowiedzialny?",
           "Gdzie znajdę więcej informacji?", "Który z nich to jest i dlaczego?", "Na co trzeba uważać?"),
    "pt": ("De que se trata?", "Como se faz isso?", "Quando acontece?", "Quanto custa?", "Quem é o responsável?",
           "Onde posso encontrar mais informações?", "Qual deles é, e por quê?", "O que deve ser considerado?"),
    "ru": ("О чём идёт речь?", "Как это сделать?", "Когда это происходит?", "Сколько это стоит?", "Кто за это отвечает?",
           "Где найти больше информации?", "Какой из них и почему?", "Что нужно учитывать?"),
    "zh": ("这是关于什么的？", "怎么做？", "什么时候发生？", "多少钱？", "谁负责？", "在哪里可以找到更多信息？", "是哪一个，为什么？",
           "需要注意什么？"),
    "ja": ("これは何についてですか。", "どうすればいいですか。", "いつ起こりますか。", "いくらかかりますか。", "誰が担当していますか。",
           "詳しい情報はどこにありますか。", "どれですか、そしてなぜですか。", "何に注意すべきですか。"),
}  # fmt: skip
"""By ISO 639-1; English stands for all others."""


class AnyQuestion:
    """Mean vectors of ``QUESTIONS``, made when first needed (some 50 ms a language). Used by the reading thread alone."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], npt.NDArray[np.float32]] = {}

    def like(self, query: str, embedder: PassageEmbedder) -> npt.NDArray[np.float32]:
        """``SHARE`` of what questions in the language of ``query`` have in common, shape (dimension,)."""
        guess = guess_language(query) or language_of_script(query) or _OTHERWISE
        language = guess if guess in QUESTIONS else _OTHERWISE
        key = (embedder.embedder_id, language)
        if key not in self._kept:
            vectors = [embedder.embed_query(text) for text in QUESTIONS[language]]
            self._kept[key] = (SHARE * np.mean(vectors, axis=0)).astype(np.float32)
        return self._kept[key]
