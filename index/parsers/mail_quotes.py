"""Which lines of a mail repeat an older mail or are a signature, so that an old figure is not taken for the new one.

Three ways in which mail programs mark what they repeat: ``>`` before each line (RFC 3676), a line "On … wrote:" above it, or a head
of From, Sent, To and Subject (Outlook) after which the rest is old. The words are those of the programs' own translations.
"""

from __future__ import annotations

import re

_FROM = r"from|von|de|da|van|från|fra|od|от|lähettäjä|发件人|寄件者|差出人|보낸 사람"
_SENT = (
    r"sent|date|gesendet|datum|envoyé(?: le)?|date|enviado(?: el| em)?|fecha|data|inviato|verzonden|skickat|sendt|dato|wysłano|odesláno|"
    r"отправлено|дата|发送时间|日期|寄件日期|送信日時|보낸 날짜"
)
_TO = r"to|an|à|para|a|aan|till|til|do|komu|кому|收件人|宛先|받는 사람"
_SUBJECT = r"subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|temat|předmět|тема|主题|主旨|件名|제목"
_FIELD = re.compile(rf"^[*\s]*(?P<name>{_FROM}|{_SENT}|{_TO}|{_SUBJECT}|cc|kopie)[*\s]*[:：]", re.IGNORECASE)
_IS_FROM = re.compile(rf"(?:{_FROM})", re.IGNORECASE)
_DIVIDER = re.compile(
    r"^\s*[-_]{2,}\s*(?:original(?: message|nachricht| meddelande)?|ursprüngliche nachricht|urspr\. nachricht|message d'origine|"
    r"message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|forwarded (?:message|by)\b.*|"
    r"weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|begin forwarded message|"
    r"wiadomość oryginalna|исходное сообщение|пересылаемое сообщение|原始邮件|転送メッセージ)\b[^\n]*$"
    r"|^(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message transféré|inicio del mensaje reenviado):\s*$",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(?:^|\n)\s*(?:(?:on|am|le|el|em|il|op|den|dnia|dne)\b[^\n]*(?:\n[^\n]*)?(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|skrev|"
    r"napisał\(?a?\)?|napsal\(?a?\)?)\b[^\n]*|[^\n]{0,150}(?:@|\d)[^\n]{0,80}\b(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|пишет|написал|写道|のメッセージ)\s*)[:：]\s*$",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(r"^-- ?$")
_SENT_FROM = re.compile(
    r"^\s*(?:sent from my|sent from (?:outlook|mail|yahoo)|get outlook for|von meinem \S+ gesendet|gesendet von|envoyé de(?:puis)? mon|"
    r"enviado desde mi|inviato da|verstuurd vanaf|skickat från min|отправлено с)\b[^\n]{0,80}$",
    re.IGNORECASE,
)


def begins_old_mail(text: str) -> bool:
    """Whether a paragraph is the head of a repeated mail after which everything is old: a divider, or Outlook's fields."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        return False
    if _DIVIDER.match(lines[0]):
        return True
    names = [match.group("name") for line in lines[:6] if (match := _FIELD.match(line))]
    return len(names) >= 3 and _IS_FROM.fullmatch(names[0].strip()) is not None


def announces_quote(text: str) -> bool:
    """Whether a paragraph ends with "On … wrote:"; what follows it is a quotation."""
    return len(text) < 600 and text.rstrip().endswith((":", "：")) and _WROTE.search(text) is not None


def begins_signature(text: str) -> bool:
    """The separator of RFC 3676 (two hyphens and a blank), or a telephone's "Sent from my …"."""
    first = text.split("\n", 1)[0]
    return _SIGNATURE.match(first) is not None or _SENT_FROM.match(first) is not None


def split_quoted(text: str) -> list[tuple[bool, str]]:
    """Plain text in runs, in order: (is quoted or signature, text without quote marks). Nothing is dropped."""
    runs: list[tuple[bool, list[str]]] = []
    old = False
    lines = text.split("\n")
    for index, line in enumerate(lines):
        marked = line.startswith(">")
        if not old and not marked:
            ahead = "\n".join(lines[index : index + 6])
            old = begins_signature(line) or (_starts_head(line) and begins_old_mail(ahead)) or _top_posted(lines, index)
        quoted = old or marked or _announced(lines, index)
        if not runs or runs[-1][0] != quoted:
            runs.append((quoted, []))
        runs[-1][1].append(re.sub(r"^(?:> ?)+", "", line) if marked else line)
    return [(quoted, "\n".join(part)) for quoted, part in runs]


def _starts_head(line: str) -> bool:
    return _DIVIDER.match(line) is not None or _FIELD.match(line) is not None


def _top_posted(lines: list[str], index: int) -> bool:
    """ "On … wrote:" without any marked line after it: the old mail follows as it is."""
    if not announces_quote("\n".join(lines[index : index + 2])) and not announces_quote(lines[index]):
        return False
    return not any(line.startswith(">") for line in lines[index:])


def _announced(lines: list[str], index: int) -> bool:
    """The line (or two) "On … wrote:" right above marked lines belongs to them."""
    for count in (1, 2):
        after = [line for line in lines[index + count : index + count + 3] if line.strip()]
        if after and after[0].startswith(">") and announces_quote("\n".join(lines[index : index + count])):
            return True
    return index > 0 and bool(lines[index].strip()) and not lines[index].startswith(">") and _second_line(lines, index)


def _second_line(lines: list[str], index: int) -> bool:
    after = [line for line in lines[index + 1 : index + 4] if line.strip()]
    return (
        bool(after)
        and after[0].startswith(">")
        and not announces_quote(lines[index])
        and announces_quote("\n".join(lines[index - 1 : index + 1]))
    )
