"""Follow-up questions made complete by rules: "and abroad?" alone finds nothing.

*Fragment* ("and abroad?", "for managers?"): the earlier question in front of it.
*Reference*: a pronoun for which the question itself names nothing ("how long is it valid?"), a question word that stands alone ("why?"), or
one thing asked after "and" ("and what is the deposit?"): the subject of the earlier question behind it.
Everything else stands for itself: a question that brings a subject of its own must not get the earlier one's.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.messages.answer import HistoryMessage
from app.messages.retrieval import MAX_QUERY_CHARACTERS
from app.pipeline.followup_words import FORMS, WORDS, FollowUpForms, FollowUpWords
from app.pipeline.language import detect_language
from app.rules.evidence import content_words
from app.rules.proper_names import find_names
from app.rules.question import expected_answer
from app.rules.words import Token, tokens

_QUESTION_MARKS = " ?？¿!.؟。"
FEW = 2
"""Content words up to which a fragment is known by its first word, and a weak pronoun by its company."""
SUBJECT_WORDS = 6


def standalone(question: str, history: Sequence[HistoryMessage], language: str) -> str | None:
    """The complete question when it is a follow-up, at most 500 characters; None when it stands for itself.

    Earlier follow-ups are made complete first, so that "and in Austria?", "why?", "who signs that?" may follow each other.
    """
    asked: list[str] = []
    """The earlier questions, each complete"""
    whole: list[str] = []
    """Those of them that ask something themselves: a further fragment takes the place of the first"""
    answer = ""
    for message in history:
        if message.role == "assistant":
            answer = message.text
            continue
        own = detect_language(message.text, language)
        made = _completed(message.text, asked, whole, answer, own) if asked else None
        if made is None or not (_is_fragment(message.text, own) or _is_bare(message.text, own)):
            whole.append((made or message.text).replace("? (", " ("))
        asked.append(made or message.text)
        answer = ""
    return _completed(question, asked, whole, answer, language) if asked else None


def _completed(question: str, asked: Sequence[str], whole: Sequence[str], answer: str, language: str) -> str | None:
    if (forms := FORMS.get(language)) is not None:
        return _by_form(question, asked[-1], whole[-1], forms)
    known = WORDS.get(language)
    if known is None:
        return None
    rest, opened = _opened(question, known)
    if not rest:
        return None
    if _is_fragment(question, language):
        return _fit(whole[-1].rstrip(_QUESTION_MARKS), f"– {_inside(rest, known)}?")
    if not _refers(rest, opened, known, language):
        return None
    subject = _subject(asked[-1], answer, rest, known, language)
    begun = rest[0].upper() + rest[1:] if opened else rest
    return _fit(f"{begun}?", f"({subject})") if subject else None


def _by_form(question: str, last: str, whole: str, forms: FollowUpForms) -> str | None:
    fragment = forms.fragment.search(question.strip())
    if fragment is not None:
        new = next(group for group in fragment.groups() if group)
        return _fit(whole.rstrip(_QUESTION_MARKS), f"– {new}？" if "？" in question else f"– {new}?")
    return _fit(question, f"({last.rstrip(_QUESTION_MARKS)})") if forms.reference.search(question.strip()) else None


def _opened(question: str, known: FollowUpWords) -> tuple[str, bool]:
    """The question without the words that only go on from the one before, and whether there were any."""
    opening = known.opening.match(question)
    return question[opening.end() if opening else 0 :].strip(_QUESTION_MARKS), opening is not None


def _is_fragment(question: str, language: str) -> bool:
    """Does the question ask nothing by itself?"""
    if (forms := FORMS.get(language)) is not None:
        return forms.fragment.search(question.strip()) is not None
    known = WORDS.get(language)
    if known is None:
        return False
    rest, opened = _opened(question, known)
    words = tokens(rest, language)
    if not words or known.asking.match(rest):
        return False
    content = len(content_words(rest, language))
    if opened:
        return content <= 2 * FEW
    if words[0].key in known.leading:
        return content <= FEW
    return len(words) == content == 1 and question.rstrip().endswith(("?", "？"))


def _is_bare(question: str, language: str) -> bool:
    """A question word that stands alone: "why?", "since when?", "why not?"."""
    known = WORDS.get(language)
    if known is None:
        return False
    rest, _ = _opened(question, known)
    asking = known.asking.match(rest)
    if asking is None:
        return False
    return asking.end() == len(rest) or (
        len(tokens(rest, language)) <= FEW and not content_words(rest[asking.end() :], language)
    )


def _refers(rest: str, opened: bool, known: FollowUpWords, language: str) -> bool:
    """Does the whole question leave open what it is about?"""
    if _is_bare(rest, language):
        return True
    asking = known.asking.match(rest)
    content = [w for w in content_words(rest, language) if asking is None or w.start >= asking.end()]
    if _open_pronoun(rest, content, known, language):
        return True
    if not opened or asking is None or not content:
        return False
    # "And what is the deposit for members?" names a part; "and what is the transit benefit?" another thing.
    words = tokens(rest[asking.end() :], language)
    adjunct = next((i for i, w in enumerate(words) if i and w.key in known.leading and words[i - 1] in content), None)
    return len(content) == 1 or (len(content) == FEW and adjunct is not None)


def _open_pronoun(rest: str, content: Sequence[Token], known: FollowUpWords, language: str) -> bool:
    """A pronoun that stands for nothing which the question itself names before it."""
    text = known.empty.sub(lambda m: "_" * len(m.group()), rest) if known.empty else rest
    if known.clitics is not None and len(content) <= FEW and known.clitics.search(text + " "):
        return True
    words = tokens(text, language)
    for number, word in enumerate(words):
        if known.formal and number and word.text[0].isupper():
            continue
        if word.key in known.pronouns:
            if not _bound(word, words, content, text, known):
                return True
        elif word.key in known.weak and len(content) <= FEW:
            following = words[number + 1] if number + 1 < len(words) else None
            if following is None or following.key.isdigit() or not (known.formal and following.text[0].isupper()):
                return True
    return False


def _bound(pronoun: Token, words: Sequence[Token], content: Sequence[Token], text: str, known: FollowUpWords) -> bool:
    """ "Must staff return the card when they leave?", "may tenants sublet their flat?": what the pronoun stands for is in the question."""
    before = [w for w in content if w.end <= pronoun.start]
    if text[pronoun.start - 1 : pronoun.start] == "-" and before:
        # French: "les salariés peuvent-ils …", not "quand expire-t-il".
        return len(before) >= FEW or known.asking.match(text) is None
    if pronoun.key in known.possessive:
        return len(before) >= FEW
    ends = [w.start for w in words if w.end <= pronoun.start and w.key in known.clause]
    ends += [i for i in range(pronoun.start) if text[i] in ",;:."]
    return bool(ends) and sum(w.end <= max(ends) for w in before) >= FEW


def _subject(last: str, answer: str, rest: str, known: FollowUpWords, language: str) -> str:
    """The content words of the earlier question that the new one does not have, in their order; before them the person whom the answer
    names, where it asked for one and the new question goes on about somebody."""
    own = detect_language(last, language)
    stems = {w.stem for w in content_words(rest, language)}
    words = [last[w.start : w.end] for w in content_words(last, own) if w.stem not in stems][:SUBJECT_WORDS]
    somebody = any(t.key in known.persons | known.possessive for t in tokens(rest, language))
    if somebody and expected_answer(last) == "person":
        words[:0] = [n.text for n in find_names(answer, own) if n.sure][:1]
    return " ".join(dict.fromkeys(words))


def _inside(rest: str, known: FollowUpWords) -> str:
    """ "For members?" inside a sentence."""
    first, *_ = rest.split()
    return rest[0].lower() + rest[1:] if first.casefold() in known.leading else rest


def _fit(first: str, second: str) -> str:
    """Both, the first one cut where they would be too long together."""
    room = MAX_QUERY_CHARACTERS - len(second) - 1
    return f"{first[:room]} {second}"[:MAX_QUERY_CHARACTERS]
