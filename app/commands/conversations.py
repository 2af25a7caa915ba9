"""`dossier conversations`: what was asked and answered, listed, shown, searched, renamed, deleted, exported, signed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.text import Text

from app.bootstrap import Program
from app.commands import exit_codes
from app.commands.consent import ensure_consent
from app.conversations.rows import ConversationRow, Sign, StoredConversation, StoredTurn
from app.conversations.store import ConversationStore
from app.export.formats import export_to
from app.export.markdown import write as as_markdown
from app.export.outline import DATE, outline
from app.export.wording import Wording
from app.pipeline.prompt import describe_place
from app.pipeline.query import QueryInvalid, has_words
from app.terminal import Terminal, agreed, visible
from index.errors import UserFixable

ID_CHARACTERS = 8
"""Of an id in lists: enough to tell some thousands apart; ``find`` says when it is not."""
SIGNS: dict[str, Sign | None] = {"off": "signed_off", "dispute": "disputed", "clear": None}


@contextmanager
def opened(program: Program, terminal: Terminal) -> Iterator[ConversationStore]:
    """The store, after the notice; closed at the end."""
    ensure_consent(program, terminal)
    store = program.conversations()
    store.warm_up()
    try:
        yield store
    finally:
        store.close()


def list_all(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    return _print_rows(program, options, terminal, "")


def search(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Exit code 6 when nothing was found."""
    if not has_words(options.words):
        raise QueryInvalid("There is nothing to search for. Give the words, or list all conversations.")
    return _print_rows(program, options, terminal, options.words)


def _print_rows(program: Program, options: argparse.Namespace, terminal: Terminal, searched: str) -> int:
    with opened(program, terminal) as store:
        rows = store.rows(searched)
    if options.json:
        terminal.data(json.dumps([row.model_dump(mode="json") for row in rows]))
    for row in rows if not options.json else ():
        _print_row(row, terminal, searched)
    if not rows:
        kept = program.settings.conversations.keep
        terminal.note("Nothing found." if searched else "No conversations yet." if kept else "The settings keep no history.")
    return exit_codes.OK if rows or not searched else exit_codes.NOT_FOUND


def _print_row(row: ConversationRow, terminal: Terminal, searched: str) -> None:
    line = Text(str(row.id)[:ID_CHARACTERS], style="cyan")
    line.append(f"  {row.changed.astimezone():{DATE}}  ", style="dim")
    line.append(visible(row.title), style="default")
    line.append(f"  {row.questions} {'question' if row.questions == 1 else 'questions'}", style="dim")
    line.append("  unfinished" if row.unfinished else "", style="yellow")
    terminal.out.print(line)
    if searched and row.excerpt:
        terminal.out.print(Text(f"    {visible(row.excerpt)}", style="dim"))


def show(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """As Markdown without its footnotes' syntax getting in the way: questions and sentences are numbered for `sign`."""
    conversation = _get(program, options, terminal)
    if options.json:
        terminal.data(conversation.model_dump_json())
        return exit_codes.OK
    terminal.out.print(Text(f"{visible(conversation.title)}  ({conversation.id})", style="bold"))
    made = outline(conversation, Wording(describe_place))
    for number, (turn, entry) in enumerate(zip(conversation.turns, made.entries, strict=True), start=1):
        terminal.out.print(Text(f"\n{number}. {visible(entry.question)}  {entry.asked}", style="bold"))
        _print_sentences(turn, terminal)
        for note in entry.notes:
            terminal.out.print(Text(note, style="yellow"))
        for source in entry.sources:
            terminal.out.print(Text(f"    [{source.number}] {visible(source.title)}: “{visible(source.quote)}”", style="dim"))
    return exit_codes.OK


def _print_sentences(turn: StoredTurn, terminal: Terminal) -> None:
    report = turn.answer.report if turn.answer is not None else None
    if report is None or not report.sentences:
        terminal.out.print(Text(turn.text))
        return
    signs = {sign.sentence: sign for sign in turn.signs}
    for index, sentence in enumerate(report.sentences):
        line = Text(f"  {index + 1}) ", style="dim")
        line.append(" ".join(sentence.text.split()), style="default")
        if sentence.verdict != "no_claim":
            line.append(f"  {Wording(describe_place).verdicts[sentence.verdict]}", style="dim")
        if index in signs:
            sign = signs[index]
            said = "signed off" if sign.sign == "signed_off" else "disputed"
            line.append(f"  {said}{': ' + sign.note if sign.note else ''}", style="green" if said == "signed off" else "red")
        terminal.out.print(line)


def rename(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    with opened(program, terminal) as store:
        store.rename(store.find(options.id), options.title)
    return exit_codes.OK


def delete(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """One, or with --all every one; asks first."""
    with opened(program, terminal) as store:
        if options.all == bool(options.id):
            raise UserFixable("Nothing to delete was named.", next_step="Give an id, or --all for every conversation.")
        rows = store.rows(limit=-1) if options.all else []
        wanted = [row.id for row in rows] if options.all else [store.find(options.id)]
        what = f"all {len(wanted)} conversations" if options.all else f"“{visible(store.get(wanted[0], last=0).title)}”"
        if not options.yes and not agreed(terminal, f"Delete {what} for good? [y/N] "):
            return exit_codes.FAILED
        store.delete(*wanted)
    terminal.note(f"Deleted: {what}.")
    return exit_codes.OK


def export(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Into the file, in the format of its ending; without one as Markdown on the terminal."""
    conversation = _get(program, options, terminal)
    wording = Wording(describe_place)
    if options.file is None:
        terminal.out.print(Text(as_markdown(outline(conversation, wording)).decode()), end="")
        return exit_codes.OK
    if options.file.exists() and not options.force:
        raise UserFixable(f"{visible(str(options.file))} exists.", next_step="Name another file, or add --force to replace it.")
    export_to(conversation, options.file, wording, _printer())
    terminal.note(f"Written: {visible(str(options.file))}")
    return exit_codes.OK


def sign(program: Program, options: argparse.Namespace, terminal: Terminal) -> int:
    """Question and sentence by their numbers in `show`."""
    with opened(program, terminal) as store:
        conversation = store.get(store.find(options.id))
        if not 1 <= options.question <= len(conversation.turns):
            raise UserFixable("There is no such question.", next_step="`dossier conversations show` numbers them.")
        turn = conversation.turns[options.question - 1].question.correlation_id
        store.sign(turn, options.sentence - 1, SIGNS[options.sign], options.note)
    return exit_codes.OK


def _get(program: Program, options: argparse.Namespace, terminal: Terminal) -> StoredConversation:
    with opened(program, terminal) as store:
        return store.get(store.find(options.id))


def _printer() -> Callable[[str, str, str], bytes]:
    def printer(html: str, title: str, ending: str) -> bytes:
        from app.ui.printing import printed  # Qt, which no other command of the terminal needs

        return printed(html, title, ending)

    return printer


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """`dossier conversations …`"""
    group = commands.add_parser(
        "conversations", help="List, show, search, rename, delete and export what was asked and answered."
    )
    actions = group.add_subparsers(required=True, metavar="ACTION")
    add = _Adding(actions)
    add("list", list_all, "All conversations, the latest first.", json=True)
    add("search", search, "Conversations in which all of these words stand.", json=True).add_argument("words")
    add("show", show, "One conversation, its sentences numbered.", one=True, json=True)
    renaming = add("rename", rename, "Give a conversation another name.", one=True)
    renaming.add_argument("title")
    deleting = add("delete", delete, "Delete a conversation for good.")
    deleting.add_argument("id", nargs="?", metavar="ID")
    deleting.add_argument("--all", action="store_true", help="every conversation")
    deleting.add_argument("--yes", action="store_true", help="do not ask")
    exporting = add("export", export, "Write a conversation with its sources and verdicts into a file.", one=True)
    exporting.add_argument("file", nargs="?", type=Path, metavar="FILE", help="ending .md, .html, .pdf, .odt or .json")
    exporting.add_argument("--force", action="store_true", help="replace a file that exists")
    signing = add("sign", sign, "Sign a sentence off, dispute it, or take that back.", one=True)
    signing.add_argument("question", type=int, metavar="QUESTION", help="number of the question in `show`")
    signing.add_argument("sentence", type=int, metavar="SENTENCE", help="number of the sentence in `show`")
    signing.add_argument("sign", choices=tuple(SIGNS))
    signing.add_argument("--note", default="", help="why")


class _Adding:
    def __init__(self, actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        self._actions = actions

    def __call__(
        self,
        name: str,
        run: Callable[[Program, argparse.Namespace, Terminal], int],
        text: str,
        *,
        one: bool = False,
        json: bool = False,
    ) -> argparse.ArgumentParser:
        parser = self._actions.add_parser(name, help=text, description=text)
        parser.set_defaults(command=run)
        if one:
            parser.add_argument("id", metavar="ID", help="the first characters suffice")
        if json:
            parser.add_argument("--json", action="store_true", help="print as JSON")
        return parser
