"""Casino's own, by the names that `rules.toml` uses: suits, cards, the joker's copies, the mafia, the queen."""

from engine.ruleset import Hooks
from engine.rulesets.casino import blocks, cards, days, dealing, joker, mafia, nights, notes, suits, victory

__all__ = ["HOOKS"]

HOOKS = Hooks(
    effects={
        "check-suit": suits.CheckSuit,
        "compare-suits": suits.CompareSuits,
        "mafia-attack": mafia.MafiaAttack,
        "role-shot": mafia.RoleShot,
        "seek": mafia.Seek,
        "watch": nights.Watch,
    },
    limits={
        "if-inherited": mafia.IfInherited,
        "kill-not-lost": mafia.KillNotLost,
        "not-in-charge": mafia.NotInCharge,
        "note-of-a-copy": joker.NoteOfACopy,
        "one-move-a-cycle": joker.OneMove,
        "shots-left": mafia.ShotsLeft,
    },
    traits={"married-at-night": nights.MarriedAtNight, "own-child": mafia.OwnChild},
    conditions={"one-on-one": victory.OneOnOne},
    procedures={
        "blocks": blocks.block_acts,
        "copies": suits.show_copies,
        "kings-settled": nights.settle_kings,
        "aces-settled": nights.settle_aces,
        "answers-of-the-dead": nights.keep_answers_of_the_dead,
        "keep-notes": notes.keep_notes,
        "notes": notes.print_notes,
        "missed-votes": days.count_missed_votes,
        "forgiven": days.forgive_the_replaced,
        "shots-spent": mafia.spend_shots,
        "shot-inherited": mafia.inherit_the_shot,
        "kill-lost": mafia.lose_the_kill,
        "child-met": mafia.meet_the_child,
        "head": mafia.pass_the_head,
        "joker-succeeded": joker.succeed_the_joker,
        "marriage": mafia.form_the_marriage,
        "copies-remembered": joker.remember_copies,
    },
    find_abilities=joker.find_abilities,
    check_players=cards.check_players,
    complete_players=cards.complete_players,
    draw_options=dealing.draw_suits,
    deal_fields=dealing.deal_cards,
    names_own_deal=cards.names_own_card,
    public_facts=cards.public_facts,
)
