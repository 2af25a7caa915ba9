"""The program's own sentences in answers of tasks, in the language of the question (English where there is none)."""

from __future__ import annotations

from app.messages.table import Coverage, LeftOut

_PHRASES: dict[str, dict[str, str]] = {
    "summary": {
        "en": "Summary of {name}:", "de": "Zusammenfassung von {name}:", "fr": "Résumé de {name} :", "es": "Resumen de {name}:",
        "it": "Riassunto di {name}:",
    },
    "by_rule": {
        "en": "No model wrote this: these are the sentences of the document that say most of it.",
        "de": "Das hat kein Modell geschrieben: Es sind die Sätze des Dokuments, die am meisten davon sagen.",
    },
    "partly_by_rule": {
        "en": "For {count} of {total} sections the document's own sentences stand here, because what the model wrote of them was not borne out.",
        "de": "Bei {count} von {total} Abschnitten stehen hier Sätze des Dokuments selbst, weil sich nicht bestätigte, was das Modell schrieb.",
    },
    "time_over": {
        "en": "The time for this summary was over; from section {number} on the sentences were chosen by rule.",
        "de": "Die Zeit für diese Zusammenfassung war um; ab Abschnitt {number} wurden die Sätze nach einer Regel gewählt.",
    },
    "stopped": {"en": "Stopped after {done} of {total}.", "de": "Angehalten nach {done} von {total}."},
    "sections": {
        "en": "Read: {done} of {total} sections.", "de": "Gelesen: {done} von {total} Abschnitten.",
        "fr": "Lu : {done} sections sur {total}.", "es": "Leído: {done} de {total} secciones.", "it": "Letto: {done} sezioni su {total}.",
    },
    "documents": {
        "en": "Read: {done} of {total} documents.", "de": "Gelesen: {done} von {total} Dokumenten.",
        "fr": "Lu : {done} documents sur {total}.", "es": "Leído: {done} de {total} documentos.", "it": "Letto: {done} documenti su {total}.",
    },
    "queued": {"en": "{count} not indexed yet", "de": "{count} noch nicht aufgenommen"},
    "failed": {"en": "{count} could not be read", "de": "{count} nicht lesbar"},
    "empty": {"en": "{count} without text", "de": "{count} ohne Text"},
    "skipped": {"en": "{count} left out when importing", "de": "{count} beim Einlesen ausgelassen"},
    "copies": {"en": "{count} copies of others", "de": "{count} Kopien von anderen"},
    "documents_found": {
        "en": "{count} documents {what}.", "de": "{count} Dokumente {what}.", "fr": "{count} documents {what}.",
        "es": "{count} documentos {what}.", "it": "{count} documenti {what}.",
    },
    "one_document_found": {
        "en": "1 document {what}.", "de": "1 Dokument {what}.", "fr": "1 document {what}.", "es": "1 documento {what}.",
        "it": "1 documento {what}.",
    },
    "none_found": {
        "en": "No document {what}.", "de": "Kein Dokument {what}.", "fr": "Aucun document {what}.", "es": "Ningún documento {what}.",
        "it": "Nessun documento {what}.",
    },
    "places_found": {
        "en": "{count} places in {documents} documents {what}.", "de": "{count} Stellen in {documents} Dokumenten {what}.",
        "fr": "{count} passages dans {documents} documents {what}.", "es": "{count} lugares en {documents} documentos {what}.",
        "it": "{count} punti in {documents} documenti {what}.",
    },
    "mentions": {
        "en": "with “{said}”", "de": "mit „{said}“", "fr": "avec « {said} »", "es": "con «{said}»", "it": "con «{said}»",
    },
    "called": {
        "en": "called or headed “{noun}”", "de": "mit „{noun}“ im Namen oder in der Überschrift", "fr": "nommés ou intitulés « {noun} »",
        "es": "con «{noun}» en el nombre o el título", "it": "con «{noun}» nel nome o nel titolo",
    },
    "dated": {"en": "dated {period}", "de": "mit Datum {period}", "fr": "datés {period}", "es": "con fecha {period}", "it": "con data {period}"},
    "by_person": {"en": "from or to {person}", "de": "von oder an {person}", "fr": "de ou à {person}", "es": "de o para {person}", "it": "da o a {person}"},
    "of_kind": {"en": "of the kind {kinds}", "de": "der Art {kinds}", "fr": "de type {kinds}", "es": "de tipo {kinds}", "it": "di tipo {kinds}"},
    "everything": {"en": "in all", "de": "insgesamt", "fr": "en tout", "es": "en total", "it": "in tutto"},
    "cut": {
        "en": "The table shows the first {shown} of {count}.", "de": "Die Tabelle zeigt die ersten {shown} von {count}.",
        "fr": "Le tableau montre les {shown} premiers sur {count}.", "es": "La tabla muestra los primeros {shown} de {count}.",
        "it": "La tabella mostra i primi {shown} di {count}.",
    },
    "further": {"en": "and {count} more places", "de": "und {count} weitere Stellen", "fr": "et {count} autres passages", "es": "y {count} lugares más", "it": "e altri {count} punti"},
    "which_document": {
        "en": "Which document do you mean?", "de": "Welches Dokument meinen Sie?", "fr": "De quel document s’agit-il ?",
        "es": "¿A qué documento se refiere?", "it": "Quale documento intende?",
    },
    "compared": {
        "en": "{a} and {b} compared.", "de": "{a} und {b} im Vergleich.", "fr": "{a} et {b} comparés.", "es": "{a} y {b} comparados.",
        "it": "{a} e {b} a confronto.",
    },
    "disagree": {
        "en": "They give different figures on {aspects}.", "de": "Sie nennen verschiedene Angaben: {aspects}.",
        "fr": "Ils donnent des chiffres différents : {aspects}.", "es": "Dan cifras distintas: {aspects}.", "it": "Danno cifre diverse: {aspects}.",
    },
    "other_says": {"en": "Another place says:", "de": "Eine andere Stelle sagt:", "fr": "Un autre passage dit :", "es": "Otro lugar dice:", "it": "Un altro punto dice:"},
    "not_in": {
        "en": "not found in {name}", "de": "in {name} nicht gefunden", "fr": "pas trouvé dans {name}", "es": "no encontrado en {name}",
        "it": "non trovato in {name}",
    },
    "not_for": {
        "en": "not found for {name}", "de": "zu {name} nicht gefunden", "fr": "pas trouvé pour {name}", "es": "no encontrado para {name}",
        "it": "non trovato per {name}",
    },
    "column_document": {"en": "Document", "de": "Dokument", "fr": "Document", "es": "Documento", "it": "Documento"},
    "column_date": {"en": "Date", "de": "Datum", "fr": "Date", "es": "Fecha", "it": "Data"},
    "column_found": {"en": "Found", "de": "Fundstelle", "fr": "Passage", "es": "Lugar", "it": "Punto"},
    "column_aspect": {"en": "Aspect", "de": "Gesichtspunkt", "fr": "Aspect", "es": "Aspecto", "it": "Aspetto"},
    "file_date": {"en": "{date} (of the file)", "de": "{date} (der Datei)", "fr": "{date} (du fichier)", "es": "{date} (del archivo)", "it": "{date} (del file)"},
    "question_itself": {"en": "As asked", "de": "Wie gefragt", "fr": "Selon la question", "es": "Según la pregunta", "it": "Come richiesto"},
}  # fmt: skip
_SAID: tuple[LeftOut, ...] = ("queued", "failed", "empty", "skipped", "copies")


def phrase(key: str, language: str, /, **values: object) -> str:
    texts = _PHRASES[key]
    return texts.get(language, texts["en"]).format(**values)


def coverage_text(coverage: Coverage, language: str) -> str:
    """ "Read: 83 of 86 documents. (2 could not be read, 1 not indexed yet)" """
    text = phrase(coverage.unit, language, done=coverage.done, total=coverage.total)
    rest = [phrase(reason, language, count=n) for reason in _SAID if (n := coverage.left_out.get(reason, 0))]
    return f"{text} ({', '.join(rest)})" if rest else text
