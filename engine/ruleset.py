"""A ruleset: the data of `rules.toml` with the game's options put in, checked and typed.

`load_ruleset` reads a bundled ruleset by its id, or a host's own from its parsed TOML. Faults come back as data.
"""

import importlib
import importlib.resources
import json
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import engine.rulesets as bundled  # loaded here: its name in `engine` is then free for the function `rulesets`
from engine.abilities import EFFECTS, HALVES, LIMITS, TRAITS, Ability, TargetKind, Trait, Who
from engine.blocks import BlockRules
from engine.clock import Clock
from engine.conduct import Conduct
from engine.faults import Fault, FaultCode, Path, nearest
from engine.light import Light
from engine.options import Option, chosen_options, put_options
from engine.polls import Poll, Tie, Unvote
from engine.procedures import PROCEDURES
from engine.record import VoteKind
from engine.schema import Builder, Registry
from engine.succession import Office
from engine.victory import CONDITIONS, Condition

if TYPE_CHECKING:
    from engine.board import Board
    from engine.record import ActionEntry, Player

__all__ = [
    "Admission",
    "Answerable",
    "Chance",
    "Channel",
    "Hooks",
    "Owner",
    "Pick",
    "Role",
    "Ruleset",
    "RulesetData",
    "Shuffle",
    "Side",
    "declared_options",
    "draw_options",
    "load_ruleset",
    "rulesets",
]

Procedure = Callable[["Board"], None]
FindAbilities = Callable[["Board", str, "ActionEntry"], Iterable[Ability]]
CheckPlayers = Callable[["Ruleset", Sequence["Player"]], Iterable[Fault]]
CompletePlayers = Callable[["Ruleset", Sequence["Player"]], Iterable["Player"]]
Shuffle = Callable[[str, Iterable[str]], Sequence[str]]
"""Things in an order that only the game's seed and the name of the draw decide."""
DrawOptions = Callable[[Mapping[str, Any], Shuffle], Mapping[str, str]]
NamesOwnDeal = Callable[[Mapping[str, Any], str], str | None]
PublicFacts = Callable[[Mapping[str, Any]], Mapping[str, tuple[str, ...]]]
DealFields = Callable[["Ruleset", Mapping[str, str], Shuffle], Mapping[str, Mapping[str, str]]]
FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """`acquainted`: its members know each other from the start, also where they send nothing together (STY-7)."""

    name: str
    acquainted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """`count`: how many the document deals (with `by_size`, [players, count] pairs, in a line-up of so many or more);
    `guest`: mentioned without being dealt; `many`: any number may be dealt; `optional`: whether it is dealt is open;
    `told_as`: the role that its holder is told he has."""

    name: str
    side: str
    rule: str
    count: int = 0
    by_size: tuple[tuple[int, ...], ...] = ()
    guest: bool = False
    many: bool = False
    optional: bool = False
    told_as: str | None = None

    def count_for(self, size: int) -> int:
        """How many the document deals among so many players."""
        found = self.count
        for players, count in self.by_size:
            if players <= size:
                found = count
        return found


class Pick(StrEnum):
    """Which message of a channel is in effect: the last, or that of the most senior sender."""

    LAST = "last"
    SENIOR = "senior"


class Owner(StrEnum):
    """Whose act a channel's message is: the office's holder's, that of the ability's role, or its sender's."""

    OFFICE = "office"
    ROLE = "role"
    SENDER = "sender"


class Answerable(StrEnum):
    """Whose block annuls a channel's act: the owner's, the sender's message only, any member's, or nobody's."""

    OWNER = "owner"
    SENDER = "sender"
    ANY = "any"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallback:
    """A role that may speak for a silent owner."""

    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A stack of messages of several members that makes one act. `fallback`: who may speak for a silent owner, in
    order; `shares_own`: the owner's messages here and his own ones are one stack; `first_role`: whose message goes
    before anybody's later one; `headless`: while nobody holds the office, any member sends for the team, the last
    message counts and no block stops it (CAS-82)."""

    rule: str
    members: Who
    team: str | None = None
    pick: Pick = Pick.LAST
    owner: Owner = Owner.SENDER
    office: str | None = None
    fallback: tuple[Fallback, ...] = ()
    shares_own: bool = False
    answerable: Answerable = Answerable.OWNER
    first_role: str | None = None
    headless: bool = False

    def rank(self, role: str | None) -> int | None:
        """The place of a role among those that may speak for a silent owner; None: it may not."""
        roles = [fallback.role for fallback in self.fallback]
        return roles.index(role) if role in roles else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """A named draw: how likely it is, from 0 to 1."""

    rule: str
    probability: float


class Excess(StrEnum):
    """What becomes of an action with too many targets."""

    REFUSE = "refuse"
    FIRST = "first"


class RefusedLast(StrEnum):
    """Whether a refused message takes the accepted one before it back."""

    KEEP = "keep"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """How messages become acts. `rules`: reason → rule id; `dead_act`: what the dead of the same night sent is done;
    `removed_acts`: what somebody did before the host removed him stands, his vote too (STY-138); `replaces_at_once`:
    whoever enters at a moment of a phase plays from that moment on, not from the next phase (GEN-40)."""

    rule: str
    excess_targets: Excess = Excess.REFUSE
    refused_last: RefusedLast = RefusedLast.KEEP
    annulled_counts: bool = False
    dead_act: bool = True
    removed_acts: bool = False
    replaces_at_once: bool = False
    dead_act_rule: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field of a player that only this ruleset has: its values, or its type (`string`, `boolean`, `integer`,
    `table`)."""

    rule: str
    values: tuple[str, ...] = ()
    type: str = "string"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetData:
    """What `rules.toml` holds, with the options of a game put in.

    `day`, `night`: the steps in order; `aftermath`: what follows the deaths of every phase; `own_channels`: further
    stacks that each player has for himself; `settings`: what only the ruleset's own hooks read;
    `host_rules`: the rules by which operations of the host are done that have one of their own beside `host_rule`;
    `reading`: how its players write votes, for whoever reads posts: a dialect, opaque to the engine; `conduct`: what is
    forbidden in posts beside.
    """

    id: str
    title: str
    prefix: str
    sides: Mapping[str, Side]
    roles: Mapping[str, Role]
    clock: Clock
    admission: Admission
    light: Light
    day: tuple[str, ...]
    night: tuple[str, ...]
    aftermath: tuple[str, ...] = ()
    format: int = FORMAT
    hooks: bool = False
    fields: Mapping[str, Field] = field(default_factory=dict)
    polls: tuple[Poll, ...] = ()
    channels: Mapping[str, Channel] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    traits: tuple[Trait, ...] = ()
    blocks: BlockRules = field(default_factory=BlockRules)
    offices: tuple[Office, ...] = ()
    chances: Mapping[str, Chance] = field(default_factory=dict)
    victory: tuple[Condition, ...] = ()
    host_rule: str = "FORMATS-2"
    host_rules: Mapping[str, str] = field(default_factory=dict)
    own_channels: tuple[str, ...] = ()
    default_role: str | None = None
    free_roles: bool = False
    host_operations: tuple[str, ...] = ()
    player_choices: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    reading: Mapping[str, Any] = field(default_factory=dict)
    conduct: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(RulesetData):
    """A whole ruleset, ready to play. `values`: its options as this game has them; `hooked`: what its own module adds;
    `actions`: every action id that it knows, also those that an option has switched off."""

    options: Mapping[str, Option] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    hooked: "Hooks"
    actions: tuple[str, ...] = ()

    def rule_of_host(self, operation: str) -> str:
        """The rule by which the host does it."""
        return self.host_rules.get(operation, self.host_rule)

    def side_of(self, role: str | None) -> str | None:
        """The side of a role; None where the role is unknown."""
        return self.roles[role].side if role is not None and role in self.roles else None

    def abilities_for(self, action: str) -> tuple[Ability, ...]:
        return tuple(ability for ability in self.abilities if ability.action == action)

    def find_abilities(self, board: "Board", sender: str, entry: "ActionEntry") -> Iterable[Ability]:
        """The abilities that an entry of this sender may mean; those that he does not have are passed over."""
        if self.hooked.find_abilities is not None:
            return self.hooked.find_abilities(board, sender, entry)
        return self.abilities_for(entry.do)

    def poll(self, name: str) -> Poll | None:
        return next((poll for poll in self.polls if poll.name == name), None)

    def team_channel(self, team: str) -> Channel | None:
        return next((channel for channel in self.channels.values() if channel.team == team), None)

    def teams(self) -> tuple[str, ...]:
        """The teams that can be named as a sender: `team:mafia`."""
        return tuple(f"team:{channel.team}" for channel in self.channels.values() if channel.team)

    def vote_kinds(self) -> tuple[VoteKind, ...]:
        """The kinds of votes that some poll of the ruleset takes."""
        kinds = [poll.kind for poll in self.polls]
        kinds += [poll.nominations.kind for poll in self.polls if poll.nominations is not None]
        kinds += [VoteKind.UNVOTE for poll in self.polls if poll.unvote is not Unvote.NONE]
        return tuple(dict.fromkeys(kinds))

    def draws(self) -> tuple[str, ...]:
        """The chances that a record may fix, with that of a tie where one may be settled by lot."""
        by_lot = any(Tie.RANDOM in (poll.tie, poll.tie_undecided) for poll in self.polls)
        return tuple(dict.fromkeys([*self.chances, *(("tie",) if by_lot else ())]))

    def halves(self, action: str) -> tuple[str, ...]:
        """What the action may name beside players."""
        kinds = {ability.targets.kind for ability in self.abilities_for(action)}
        return HALVES if TargetKind.HALF in kinds else ()

    def steps(self, night: bool) -> tuple[str, ...]:
        return self.night if night else self.day


def rulesets() -> tuple[str, ...]:
    """The ids of the bundled rulesets: the folders that hold a `rules.toml`."""
    folders = importlib.resources.files(bundled).iterdir()
    return tuple(sorted(each.name for each in folders if each.joinpath("rules.toml").is_file()))


def load_ruleset(
    name: str, options: Mapping[str, Any] | None = None, *, data: Mapping[str, Any] | None = None
) -> Ruleset | tuple[Fault, ...]:
    """The ruleset with this game's options, or the faults.

    `name`: the id of a bundled ruleset; or any name, with `data`: the parsed TOML of a host's own. Faults of the
    options have paths under `("game", "options")`, those of a host's own file have paths from its top.
    """
    if data is not None:
        return _check(data, dict(options or {})) or _load(data, dict(options or {}))
    if name not in rulesets():
        return (Fault(("game", "ruleset"), FaultCode.UNKNOWN_RULESET, name, nearest(name, rulesets())),)
    return _load_bundled(name, json.dumps(options or {}, sort_keys=True, default=str))


def declared_options(name: str, *, data: Mapping[str, Any] | None = None) -> Mapping[str, Option]:
    """The options that a ruleset has, by their keys, named as for `load_ruleset`; none where their table is wrong."""
    if data is None:
        data = _bundled_data(name) if name in rulesets() else {}
    reader = Builder()
    table = data.get("options", {})
    options = {} if table == {} else reader.read(Mapping[str, Option], table, ("options",))
    return {} if reader.faults else options


def draw_options(name: str, given: Mapping[str, Any], shuffle: Shuffle) -> Mapping[str, str]:
    """The options of a ruleset that are drawn with the deal, so far as they are not given; a host's own has none."""
    hooks = _hooks(_bundled_data(name)) if name in rulesets() else Hooks()
    return {} if hooks.draw_options is None else hooks.draw_options(given, shuffle)


@cache
def _load_bundled(name: str, options: str) -> Ruleset | tuple[Fault, ...]:
    return _load(_bundled_data(name), json.loads(options))


@cache
def _bundled_data(name: str) -> Mapping[str, Any]:
    text = importlib.resources.files(bundled).joinpath(name, "rules.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _load(data: Mapping[str, Any], given: Mapping[str, Any]) -> Ruleset | tuple[Fault, ...]:
    """Options first, then the whole with their values in."""
    reader = Builder()
    table = data.get("options", {})
    options = {} if table == {} else reader.read(Mapping[str, Option], table, ("options",))
    if reader.faults:
        return tuple(reader.faults)
    values, faults = chosen_options(options, given, ("game", "options"))
    if faults:
        return faults
    hooks = _hooks(data)
    built, found = _build(data, values, hooks, drop=True)
    if found:
        return found
    ruleset = Ruleset(
        **{each.name: getattr(built, each.name) for each in fields(RulesetData)},
        options=options,
        values=values,
        procedures={**PROCEDURES, **hooks.procedures},
        hooked=hooks,
        actions=tuple(dict.fromkeys(ability["action"] for ability in data.get("abilities", ()))),
    )
    return _loose_ends(ruleset) or ruleset


def _build(
    data: Mapping[str, Any], values: Mapping[str, Any], hooks: "Hooks", *, drop: bool
) -> tuple[Any, tuple[Fault, ...]]:
    """The typed data and its faults; with `drop`, without the tables that these options leave out."""
    found: list[Fault] = []
    builder = Builder(hooks.registries())
    plain = {key: each for key, each in data.items() if key != "options"}
    built = builder.build(RulesetData, put_options(plain, values, (), found, drop=drop), ())
    return built, (*found, *builder.faults)


def _check(data: Mapping[str, Any], given: Mapping[str, Any]) -> tuple[Fault, ...]:
    """The faults of every table of a host's own ruleset, also of those that these options leave out."""
    reader = Builder()
    options = reader.read(Mapping[str, Option], data.get("options", {}), ("options",))
    if reader.faults:
        return tuple(reader.faults)
    values, faults = chosen_options(options, given, ("game", "options"))
    return faults or _build(data, values, _hooks(data), drop=False)[1]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a ruleset's own module adds: classes by their names, procedures, and functions that the engine asks.

    `find_abilities`: which abilities an entry may mean; `check_players`: faults of the line-up (paths under players);
    `complete_players`: the players with what follows from their fields; `draw_options`: the options that are drawn with
    the deal, of those that are not given; `deal_fields`: what is dealt to each player (by role) in the order of the
    draw, the role among it; `names_own_deal`: the words of a text in which a player of these fields names just what he
    was dealt; `public_facts`: what follows from the options and is told to everybody at the start;
    `standing_votes_alone`: none of it looks at votes that were replaced, taken back or refused.
    """

    effects: Mapping[str, type] = field(default_factory=dict)
    limits: Mapping[str, type] = field(default_factory=dict)
    traits: Mapping[str, type] = field(default_factory=dict)
    conditions: Mapping[str, type] = field(default_factory=dict)
    procedures: Mapping[str, Procedure] = field(default_factory=dict)
    find_abilities: FindAbilities | None = None
    check_players: CheckPlayers | None = None
    complete_players: CompletePlayers | None = None
    draw_options: DrawOptions | None = None
    deal_fields: DealFields | None = None
    names_own_deal: NamesOwnDeal | None = None
    public_facts: PublicFacts | None = None
    standing_votes_alone: bool = False

    def registries(self) -> tuple[Registry, ...]:
        return (
            EFFECTS.extended(self.effects),
            LIMITS.extended(self.limits),
            TRAITS.extended(self.traits),
            CONDITIONS.extended(self.conditions),
        )


def _hooks(data: Mapping[str, Any]) -> Hooks:
    """The hooks of a bundled ruleset that has a module of its own (`hooks = true`)."""
    if data.get("hooks") is not True or data.get("id") not in rulesets():
        return Hooks()
    found: Hooks = importlib.import_module(f"engine.rulesets.{data['id']}.hooks").HOOKS
    return found


def _loose_ends(ruleset: Ruleset) -> tuple[Fault, ...]:
    """References inside a ruleset that lead nowhere."""
    faults: list[Fault] = []

    def check(path: Path, found: str | None, allowed: Iterable[str], code: FaultCode = _LOOSE) -> None:
        if found is not None and found not in allowed:
            faults.append(Fault(path, code, found, nearest(found, allowed)))

    if not ruleset.light.levels:
        faults.append(Fault(("light", "levels"), FaultCode.WRONG_VALUE, (), ("array of tables",)))
    steps = {*ruleset.day, *ruleset.night, *ruleset.aftermath}
    doers = {poll.name for poll in ruleset.polls} | set(ruleset.procedures)
    doers |= {effect.step for ability in ruleset.abilities for effect in ability.effects}
    doers |= {trait.step for trait in ruleset.traits}
    for key, names in (("day", ruleset.day), ("night", ruleset.night), ("aftermath", ruleset.aftermath)):
        for index, name in enumerate(names):
            check((key, index), name, doers)
    for name, role in ruleset.roles.items():
        check(("roles", name, "side"), role.side, ruleset.sides)
        if role.told_as is not None:
            check(("roles", name, "told_as"), role.told_as, ruleset.roles, FaultCode.UNKNOWN_ROLE)
    offices = {office.id for office in ruleset.offices}
    for index, office in enumerate(ruleset.offices):
        for place, role_id in enumerate(office.order):
            check(("offices", index, "order", place), role_id, ruleset.roles, FaultCode.UNKNOWN_ROLE)
    for index, ability in enumerate(ruleset.abilities):
        path: Path = ("abilities", index)
        check((*path, "channel"), ability.channel, {"own", *ruleset.channels, *ruleset.own_channels})
        check((*path, "who", "office"), ability.who.office, offices)
        for place, role_id in enumerate(ability.who.roles):
            check((*path, "who", "roles", place), role_id, ruleset.roles, FaultCode.UNKNOWN_ROLE)
        for place, effect in enumerate(ability.effects):
            check((*path, "effects", place, "step"), effect.step, steps)
            for key in ("chance", "silence"):
                check((*path, "effects", place, key), getattr(effect, key, None), ruleset.chances)
    for index, trait in enumerate(ruleset.traits):
        check(("traits", index, "step"), trait.step, steps)
    return tuple(faults)


_LOOSE = FaultCode.UNKNOWN_REFERENCE
