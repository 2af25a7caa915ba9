"""The program's own sentences inside an answer, in the language of the question (English where there is none)."""

from __future__ import annotations

_PHRASES: dict[str, dict[str, str]] = {
    "not_found": {
        "en": "This was not found in your documents.",
        "de": "Dazu wurde in Ihren Unterlagen nichts gefunden.",
        "fr": "Cela n’a pas été trouvé dans vos documents.",
        "es": "Esto no se ha encontrado en sus documentos.",
        "it": "Questo non è stato trovato nei suoi documenti.",
        "nl": "Dit is niet in uw documenten gevonden.",
        "pl": "Nie znaleziono tego w Twoich dokumentach.",
        "pt": "Isto não foi encontrado nos seus documentos.",
        "ru": "В ваших документах это не найдено.",
        "zh": "在您的文件中没有找到相关内容。",
        "ja": "お手元の文書には見つかりませんでした。",
        "ar": "لم يُعثر على ذلك في مستنداتك.",
    },
    "not_from_documents": {
        "en": "Not from your documents",
        "de": "Nicht aus Ihren Unterlagen",
        "fr": "Ne provient pas de vos documents",
        "es": "No procede de sus documentos",
        "it": "Non proviene dai suoi documenti",
        "nl": "Niet uit uw documenten",
        "pl": "Nie z Twoich dokumentów",
        "pt": "Não provém dos seus documentos",
        "ru": "Не из ваших документов",
        "zh": "不是来自您的文件",
        "ja": "お手元の文書によるものではありません",
        "ar": "ليس من مستنداتك",
    },
    "which_one": {
        "en": "Which of these do you mean?",
        "de": "Was davon meinen Sie?",
        "fr": "Lequel voulez-vous dire ?",
        "es": "¿Cuál de estos quiere decir?",
        "it": "Quale di questi intende?",
        "nl": "Welke hiervan bedoelt u?",
        "pl": "Które z nich masz na myśli?",
        "pt": "Qual destes quer dizer?",
        "ru": "Что из этого вы имеете в виду?",
        "zh": "您指的是哪一个？",
        "ja": "どれについてのご質問ですか？",
        "ar": "أيّ من هذه تقصد؟",
    },
    "quotations": {
        "en": "No answer could be confirmed. These sentences of your documents come closest:",
        "de": "Keine Antwort ließ sich bestätigen. Am nächsten kommen diese Sätze Ihrer Unterlagen:",
    },
    "no_model": {
        "en": "No answer could be written. These are the passages found:",
        "de": "Es konnte keine Antwort geschrieben werden. Das sind die gefundenen Stellen:",
    },
    "cancelled": {
        "en": "Stopped.",
        "de": "Angehalten.",
    },
}


def phrase(name: str, language: str) -> str:
    texts = _PHRASES[name]
    return texts.get(language, texts["en"])
