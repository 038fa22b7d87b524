"""The block: annuls what the visited one does (CLA-60, NEW-45)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.abilities.base import EFFECTS, Effect
from engine.blocks import carry_out_blocks

if TYPE_CHECKING:
    from engine.acts import Act
    from engine.board import Board

__all__ = ["Block", "block_step", "is_block"]


@EFFECTS.add("block")
@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Effect):
    """The act annuls the acts for which its targets are answerable. All blocks are settled together (engine.blocks)."""

    step: str = "blocks"

    def apply(self, act: "Act", board: "Board") -> None:
        """Nothing by itself: the step `blocks` looks at all of them at once."""


def is_block(act: "Act") -> bool:
    """Whether the act has a block among its effects."""
    return any(isinstance(effect, Block) for effect in act.ability.effects)


def _rule_of(act: "Act") -> str:
    return next(effect.rule for effect in act.ability.effects if isinstance(effect, Block))


def block_step(board: "Board") -> None:
    """The step `blocks`: which blocks hold, and what they annul."""
    carry_out_blocks(board, is_block, _rule_of)
