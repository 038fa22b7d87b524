"""Takes a sign-up list into players.toml: who is new is added, what is said otherwise is changed, nobody is removed.

In: a game and a list (a file, a saved page of the thread, its address). Out: a plan of what would change, with what the
host has to say first; `write_plan` carries it out.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomlkit
from rapidfuzz.distance import OSA
from tomlkit.items import AoT, Table

from engine.ruleset import Ruleset
from parsers.decoding import decode
from parsers.page import Kind, Page, Post
from parsers.reading import read_page
from tally.errors import ForumUnreachable, GameFault, PageNotUnderstood
from tally.folder.file_changes import log_file_changes
from tally.folder.game import PLAYERS_FILE, Game, find_game, fold_name, is_thread_url
from tally.folder.signup_list import STRUCK, UNSTRUCK, Section, SignedUp, SignupList, read_signup
from tally.folder.toml_editing import edit_toml
from tally.forum.fetch import ForumClient
from tally.forum.opening import open_forum
from tally.names.folding import looks
from tally.store import Store
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["Double", "Plan", "find_list", "make_plan", "write_plan"]

_PAGE = re.compile(r"\s*(?:<!doctype|<html|<\?xml|[{\[]\s*[\"{])", re.I)
_SHORTEST_ALIKE = 4


@dataclass(frozen=True, slots=True)
class Double:
    """Two names that may be one: that of the list, and the other, which stands in the list too or in players.toml."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What a list comes to. `added`, `changed`: name → the fields of its table; `kept`: who stands there just so.

    `reserves`: those for whom the rules have no place before they enter; `hosts`: hosts of the game that stand in the
    list; `struck`, `others`: who does not play; `absent`: who is in players.toml and not in the list; `repeated`: who
    stands in the list twice; `alike`: two entries that look like one; `renamed`: an entry that may be a player of
    players.toml under another spelling; `cut`: entries of which it is not certain where the nick ends.
    """

    added: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    changed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    alike: tuple[Double, ...] = ()
    renamed: tuple[Double, ...] = ()
    cut: tuple[SignedUp, ...] = ()

    @property
    def is_certain(self) -> bool:
        return not (self.renamed or self.cut)


def find_list(source: str, game: Game, rules: Ruleset, *, typed: Callable[[], bytes]) -> SignupList:
    """The list of a file, a saved page, an address of a thread, or `-`: what `typed` gives.

    Raises GameFault where there is none, ForumUnreachable and PageNotUnderstood as reading a thread does.
    """
    read_card = _card_reader(rules)
    if is_thread_url(source):
        page = _fetch(source, game)
        return _list_of_page(page, source, read_card)
    data = typed() if source == "-" else _read(Path(source))
    text = decode(data)[0] or ""
    if _PAGE.match(text):
        page = read_page(data, engine=game.forum.engine, home=game.timezone.key)
        if page.kind is Kind.THREAD and page.posts:
            return _list_of_page(page, source, read_card)
        raise PageNotUnderstood(_("{file}: this is not a page of a thread").format(file=source))
    found = read_signup(text, read_card=read_card)
    if not found.entries:
        raise GameFault(_no_list(source))
    return found


def _no_list(source: str) -> str:
    told = _("{file}: there is no sign-up list in it; a line of one is written “1. Nick (a remark)”")
    return told.format(file=source)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=why_failed(error))) from None


def _fetch(url: str, game: Game) -> Page:
    """The first page of the thread."""
    with open_forum(game) as client:
        page = _get(client, url, game)
        first = page.thread.url if page.thread is not None else None
        return page if page.page in (None, 1) or first is None else _get(client, first, game)


def _get(client: ForumClient, url: str, game: Game) -> Page:
    from tally.forum.scrape import parse_page

    raw = client.get(url)
    page = parse_page(raw, game, raw.url)
    if page.kind is Kind.THREAD and page.posts:
        return page
    if (raw.status or 200) >= 400:
        raise ForumUnreachable(
            _("{url}: the forum answers with the status {status}").format(url=raw.url, status=raw.status)
        )
    raise PageNotUnderstood(_("{file}: this is not a page of a thread").format(file=raw.url))


def _list_of_page(page: Page, source: str, read_card: Callable[[str], str | None]) -> SignupList:
    """The list of the first post; where it has none, of the first post that has one."""
    nicks = [post.author for post in page.posts if post.author]
    for post in page.posts:
        found = read_signup(_text_of(post), read_card=read_card, nicks=nicks)
        if found.of(Section.PLAYERS):
            return found
    raise GameFault(_no_list(source))


def _text_of(post: Post) -> str:
    return "".join(f"{STRUCK}{run.text}{UNSTRUCK}" if run.struck else run.text for run in post.runs) or post.text


def _card_reader(rules: Ruleset) -> Callable[[str], str | None]:
    """Knows a card where the rules let players pick one at sign-up (CAS-11)."""
    if "signup_card" not in rules.fields:
        return lambda _text: None
    from engine.rulesets.casino.cards import JOKER_WORD, read_card

    return lambda text: text if read_card(text) is not None or JOKER_WORD.fullmatch(text.strip()) else None


# --- what it comes to ---


def make_plan(
    game: Game,
    rules: Ruleset,
    found: SignupList,
    *,
    new: frozenset[str] = frozenset(),
    same: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """What the list changes. `new`: names (folded) of whom the host says that they are players of their own, however
    much they look like another; `same`: names of the list that he says are a seat of players.toml."""
    seats = {fold_name(nick): seat.name for seat in game.seats for nick in (seat.name, *seat.aliases, *seat.accounts)}
    hosts = {fold_name(host) for host in game.hosts} | {fold_name(each.name) for each in found.of(Section.HOSTS)}
    listed, repeated = _each_once(found)
    playing = [each for each in listed if fold_name(each.name) not in hosts]
    accounts = {seat.name: seat.nicks for seat in game.seats}
    present = {seats[fold_name(each.name)] for each in playing if fold_name(each.name) in seats} | set(same.values())
    absent = tuple(seat.name for seat in game.seats if seat.name not in present)
    added: dict[str, Mapping[str, Any]] = {}
    changed: dict[str, Mapping[str, Any]] = {}
    plan = Plan(
        hosts=tuple(each.name for each in listed if fold_name(each.name) in hosts),
        struck=found.struck,
        others=tuple(each.name for each in found.of(Section.OTHERS)),
        repeated=repeated,
        alike=tuple(_alike_in_list([each.name for each in playing])),
    )
    kept: list[str] = []
    reserves: list[str] = []
    renamed: list[Double] = []
    cut: list[SignedUp] = []
    for each in playing:
        fields = _fields(each, rules)
        seat = seats.get(fold_name(each.name))
        if each.section is Section.RESERVES and "reserve" not in rules.fields:
            reserves.append(each.name)
        elif each.name in same:
            changed[same[each.name]] = {"accounts": [*accounts[same[each.name]], each.name]}
        elif seat is not None:
            differs = _differences(game, seat, fields)
            if differs:
                changed[seat] = differs
            else:
                kept.append(seat)
        elif each.whole is not None:
            cut.append(each)
        elif fold_name(each.name) not in new and (other := _like_one_of(each.name, absent)) is not None:
            renamed.append(Double(each.name, other))
        else:
            added[each.name] = {key: value for key, value in fields.items() if value not in (None, False)}
    return replace(
        plan, added=added, changed=changed, kept=tuple(kept), reserves=tuple(reserves), absent=absent,
        renamed=tuple(renamed), cut=tuple(cut),
    )  # fmt: skip


def _each_once(found: SignupList) -> tuple[list[SignedUp], tuple[str, ...]]:
    """The entries of players and reserves, of a name that stands there twice the first; and those names."""
    first: dict[str, SignedUp] = {}
    repeated: dict[str, str] = {}
    for each in (*found.of(Section.PLAYERS), *found.of(Section.RESERVES)):
        if first.setdefault(fold_name(each.name), each) is not each:
            repeated[fold_name(each.name)] = each.name
    return list(first.values()), tuple(repeated.values())


def _fields(entry: SignedUp, rules: Ruleset) -> dict[str, Any]:
    fields: dict[str, Any] = {"note": entry.note}
    if "signup_card" in rules.fields:
        fields["signup_card"] = entry.card
    if "reserve" in rules.fields:
        fields["reserve"] = entry.section is Section.RESERVES
    return fields


def _differences(game: Game, seat: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    """What the list says otherwise; what it says nothing of stays."""
    traits = game.secrets.traits.get(seat, {})
    return {
        key: value
        for key, value in fields.items()
        if value is not None and traits.get(key, False if key == "reserve" else None) != value
    }


def _alike_in_list(names: list[str]) -> Iterator[Double]:
    for place, name in enumerate(names):
        other = _like_one_of(name, tuple(names[:place]))
        if other is not None:
            yield Double(name, other)


def _like_one_of(name: str, others: tuple[str, ...]) -> str | None:
    return next((other for other in others if _are_alike(name, other)), None)


def _are_alike(one: str, other: str) -> bool:
    """Whether two nicks look alike, or a slip of one letter lies between them."""
    if looks(one) == looks(other):
        return True
    folded = fold_name(one), fold_name(other)
    return min(map(len, folded)) >= _SHORTEST_ALIKE and OSA.distance(*folded, score_cutoff=1) <= 1


def write_plan(game: Game, plan: Plan) -> None:
    """Write it into players.toml, whose comments and order stay, and into the log."""
    if not plan.added and not plan.changed:
        return
    with edit_toml(game.folder / PLAYERS_FILE) as document:
        for table in document.get("players", ()):
            for key, value in plan.changed.get(str(table.get("name", "")).strip(), {}).items():
                if value is False:
                    table.pop(key, None)
                else:
                    table[key] = value
        _append(document, plan.added)
    with Store(game.database) as store:
        log_file_changes(store, find_game(game.folder))


def _append(document: tomlkit.TOMLDocument, added: Mapping[str, Mapping[str, Any]]) -> None:
    """New tables behind those that are there; where there are none, before the sections of the file."""
    tables = document.get("players")
    sections = {}
    if not isinstance(tables, AoT):
        sections = {key: document.pop(key) for key in [key for key in document if isinstance(document[key], Table)]}
        tables = tomlkit.aot()
        document["players"] = tables
    for name, fields in added.items():
        table = tomlkit.table()
        table["name"] = name
        for key, value in fields.items():
            table[key] = value
        tables.append(table)
    for key, section in sections.items():
        document[key] = section
