"""What the styles add to the engine: their own effects, limits, conditions of victory and steps, by name."""

from engine.ruleset import Hooks
from engine.rulesets.styles.answers import CheckSide, CheckStyle, CompareSides, PauseAfterTwo, Serum, Swap
from engine.rulesets.styles.apprentice import BecomeLeft, LeftRole, teach_apprentices
from engine.rulesets.styles.kills import (
    ExtraShot,
    MarkCompany,
    Prepare,
    ShootIfMafia,
    TeamUses,
    TrapVisitors,
    bring_company,
    keep_preparations,
    order_prepared_kills,
    watch_misses,
)
from engine.rulesets.styles.lineup import check_players
from engine.rulesets.styles.maniacs import Curse, EarnedKills, EarnKill, LastFew, NoActiveRole, fulfil_curses
from engine.rulesets.styles.reveals import Disguise, RoleOfSide, put_on_faces
from engine.rulesets.styles.turns import turn_and_block

__all__ = ["HOOKS"]

HOOKS = Hooks(
    effects={
        "check-side": CheckSide,
        "compare-sides": CompareSides,
        "check-style": CheckStyle,
        "serum": Serum,
        "swap": Swap,
        "shoot-if-mafia": ShootIfMafia,
        "prepare": Prepare,
        "extra-shot": ExtraShot,
        "trap-visitors": TrapVisitors,
        "mark-company": MarkCompany,
        "curse": Curse,
        "earn-kill": EarnKill,
        "disguise": Disguise,
        "become-left": BecomeLeft,
    },
    limits={
        "role-of-side": RoleOfSide,
        "left-role": LeftRole,
        "team-uses": TeamUses,
        "earned-kills": EarnedKills,
        "pause-after-two": PauseAfterTwo,
    },
    conditions={"last-few": LastFew, "no-active-role": NoActiveRole},
    procedures={
        "prepared": order_prepared_kills,
        "blocks": turn_and_block,
        "kept": keep_preparations,
        "company": bring_company,
        "misses": watch_misses,
        "curses": fulfil_curses,
        "faces": put_on_faces,
        "apprentices": teach_apprentices,
    },
    check_players=check_players,
)
