"""What the options of the rulesets mean, for people.

In: an option and its key; options that mean the same have one key in every ruleset. Out: the text in the language in
use.
"""

from collections.abc import Mapping

from engine.options import Option
from tally.texts import _

__all__ = ["option_meaning"]


def option_meaning(key: str, option: Option) -> str:
    """What the option decides; for a host's own option the words of its file."""
    return {**_time_and_votes(), **_night(), **_end(), **_casino(), **_styles(), **_mordheim(), **_generic()}.get(
        key, option.about
    )


def _time_and_votes() -> Mapping[str, str]:
    return {
        "vote_until": _("end of the vote"),
        "night_from": _("beginning of the night"),
        "night_until": _("end of the night"),
        "cutoff": _("the second in which the vote ends: too late, or still in time"),
        "night_cutoff": _("the second in which the night ends: too late, or still in time"),
        "early_actions": _("an action sent before the night begins: kept or refused"),
        "schedule_shift": _("minutes by which the whole schedule moves"),
        "tie": _("what a tie of the highest comes to"),
        "min_score": _("the lowest score for an execution"),
        "self_vote": _("votes on oneself"),
        "edited_votes": _("votes in edited posts"),
        "deleted_votes": _("votes in posts that have been deleted"),
        "defence_votes": _("votes in defence"),
        "public_totals": _("totals in the public table"),
        "refused_last": _("whether the vote or action before a refused one stays in force"),
        "repeat_vote": _("whether the same vote once more uses up a change"),
        "modkill": _("removal for not voting: by the program, or by the host"),
        "modkill_after": _("how many missed votes lead to removal"),
        "opening": _("the first phase"),
        "opens_with": _("whether the game opens with a day or a night"),
    }


def _night() -> Mapping[str, str]:
    return {
        "annulled_counts": _("whether an annulled action counts for repetition and uses"),
        "excess_targets": _("too many targets: the action is refused, or the first ones are taken"),
        "dead_act": _("whether those who die in a night act in it"),
        "heal_role": _("whether the doctor may heal from a role"),
        "heal_then_role": _("after which heal the heal from a role does not save"),
        "heal_bloody": _("whether a heal saves from a kill with blood"),
        "heal_mark": _("whether a heal saves the one whom the shahid marked"),
        "double_counts": _("what is a double move: two ordered, or two dead"),
        "kill_scare_at_three": _("killing one and scaring another with three alive"),
        "fallback": _("who speaks for a silent boss"),
        "mutual_block": _("girl and blackmailer block each other: whose block holds"),
        "bloody_girl": _("whether the girl dies with the target of a kill with blood"),
        "pair_last": _("both of the pair send: the later message counts, or the sheriff's"),
        "pair_block": _("whose block annuls the pair's action: of who acts, or of either"),
        "shahid_execution": _("whether an executed shahid takes his last mark along"),
        "blackmailer_boss_blocks": _("whether the blackmailer keeps his block as boss"),
    }


def _end() -> Mapping[str, str]:
    return {
        "reveal_count": _("the living are counted before or after the deaths of the phase"),
        "revealed_role": _("which role is told: the one dealt, or the present one"),
        "mafia_win": _("when the mafia wins"),
        "highlander_win": _("when the highlander wins"),
        "prostitute_win": _("when the prostitute wins"),
        "prostitute_link": _("whether prostitute and maniac play together"),
        "nobody_left": _("who wins when nobody is left alive"),
    }


def _casino() -> Mapping[str, str]:
    return {
        "trump": _("the trump: the mafia's suit"),
        "town_suit": _("the suit of the town's roles"),
        "dark_at": _("with how many alive the game becomes dark"),
        "don_from": _("from how many players on there is a don"),
        "mafia_journalist_from": _("from how many players on there is a journalist of the mafia"),
        "signup_cards": _("the cards of the sign-up list: pictures, or the deal"),
        "queen_dealt": _("whether the queen of spades is always dealt"),
        "skip_with_heir": _("whether the kill is lost at the don's death when a child of the Boss takes over"),
        "copy_suit_lasts": _("how long the suit of a copied role lasts"),
        "copy_memory": _("with which copy the joker may not repeat himself"),
        "copied_block": _("whom a copied block cannot annul"),
        "blocked_shot_spent": _("whether a blocked shot by role is spent"),
        "guess_citizen": _("whether a citizen may be guessed"),
        "witness_sees": _("whether the witness sees all attackers"),
        "queen_takes": _("who dies with the queen when the don is dead"),
        "block_stops_notes": _("whether a block stops a note"),
        "heal_from_queen": _("whether a heal saves from the queen's revenge"),
        "block_priority": _("when the blackmailer's block goes before the girl's"),
        "tell_blocked": _("whether a blocked player is told"),
        "role_shot_first": _("whether a shot by role stops what its victim does later in the night"),
        "marriage_covers": _("what the trump marriage protects from"),
        "kill_sender": _("who may send the mafia's kill while the don lives"),
        "dead_get_answers": _("whether those who die in a night get their answers"),
        "child_death_skip": _("whether the death of a child of the Boss costs a kill"),
    }


def _styles() -> Mapping[str, str]:
    return {
        "lineup": _("which of the two line-ups the game has"),
        "team_style": _("the style of the mafia's team"),
        "light_limits": _("the host's own limits of the white and the grey phase"),
        "silence_announced": _("which losses of a vote are announced"),
        "doctor_both": _("whether the doctor may heal and use his style in one night"),
        "badboy_shots": _("an earned kill: instead of the night's action, or beside it"),
        "self_target": _("who may name himself"),
        "team_kill": _("whether the team's kill is an act of its sender"),
        "redirect_told": _("about whom the answer to a redirected check is"),
        "cloak_mark": _("how long the cloak's mark holds"),
        "fsb_repeat": _("which name the FSB officer may not repeat"),
        "fsb_after_block": _("a blocked prepared kill: lost, or kept"),
        "fsb_miss": _("which shot of the FSB officer is a miss"),
        "peaceful": _("who is peaceful: the town's side, or the citizens"),
        "swap_from": _("from when on exchanged appearances hold"),
        "knowall_pause": _("on which nights the know-all pauses"),
        "apprentice_first": _("whose role the black apprentice takes"),
        "apprentice_style": _("which style the apprentice takes"),
        "extra_heal": _("whether a heal saves from an extra shot"),
        "curse_vote": _("which vote a curse looks at"),
        "curse_lasts": _("how long a curse lasts"),
        "badboy_repeat": _("how long the Bad boy may not repeat a target"),
        "badboy_block": _("what becomes of the action that the Bad boy turns"),
        "badboy_gain": _("when the Bad boy earns a kill"),
        "ring": _("what becomes of blocks in a ring"),
        "heal_scope": _("what a heal saves from"),
        "athlete_extra": _("whether the white athlete saves from an extra shot"),
        "active_role": _("which roles are active"),
    }


def _mordheim() -> Mapping[str, str]:
    return {
        "nominations_per_player": _("how many players one may nominate"),
        "self_nomination": _("whether one may nominate oneself"),
        "advance_is_vote": _("whether a vote in advance uses up the one change"),
        "tie_time": _("which last votes decide a tie"),
        "tie_no_live": _("a tie without any live vote"),
        "vote_words": _("the words of a vote"),
        "activity_posts": _("how many posts make a day's activity"),
        "vegetable_basis": _("the inactivity of which day makes a vegetable"),
        "alibi_cancels": _("which executions an alibi cancels"),
        "alibi_saves_companion": _("whether an alibi saves a companion"),
        "kamikaze_chain": _("whether a companion who is a kamikaze takes somebody along"),
        "shard_spent_if_blocked": _("whether the shard is spent on an annulled kill"),
        "doctor_skip_resets": _("whether a night without a patient lifts the ban on repetition"),
        "mirror_keeps": _("whether the mirror's last choice goes on"),
        "scanner_needs": _("when the underboss has his scanner"),
        "blocked_is_active": _("whether a blocked player was active"),
        "mafia_activity": _("whose activity the common kill is"),
        "scan_trace": _("how a scan betrays the scanner"),
        "scan_layout": _("how the list is laid out for a scan"),
        "scan_list": _("which players the list of a scan holds"),
        "scan_window": _("when the scan poll is open"),
        "scan_tie": _("a tie in the scan poll"),
        "lover_stops_mafia": _("when a visit stops the mafia's kill"),
        "parity_counts": _("who counts for parity"),
        "solo_win_at": _("when maniac or werewolf wins with one player left"),
        "maniac_defers_majority": _("whether a living maniac defers the mafia's victory"),
        "deferring_roles": _("the roles that defer the mafia's victory at parity"),
        "werewolf_keeps_watch": _("whether the changed werewolf keeps his check"),
    }


def _generic() -> Mapping[str, str]:
    return {
        "votes": _("one vote for each player, or one of each colour"),
        "changes": _("how often a vote may be changed in a day"),
        "unvote": _("whether a vote may be taken back"),
        "no_execution": _("whether one may vote for no execution"),
        "several": _("several votes in one post"),
        "absence": _("votes against oneself for not voting"),
        "absence_removes": _("how many absences lead to removal; 0 means never"),
        "absence_time": _("how votes for absence count in a tie"),
        "over_limit": _("one change too many: refused, or as if one had not voted"),
        "change_windows": _("limits on vote changes that tighten during the day"),
        "final_words": _("words that make a vote final"),
        "early_words": _("words of a vote that asks to close the day"),
        "early_from": _("from which day on votes may close the day early; 0 means never"),
        "pass_days": _("the days on which a vote for nobody counts as having voted"),
        "decision": _("who is executed: whoever has the most votes, or only with a majority"),
        "hammer": _("whether the vote that makes a majority ends the day"),
        "no_execution_majority": _("the majority for no execution"),
        "until": _("end of the vote"),
    }
