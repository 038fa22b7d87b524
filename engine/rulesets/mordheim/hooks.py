"""Mordheim's own, put together for the engine: what `rules.toml` of this folder names beside the common abilities."""

from engine.ruleset import Hooks
from engine.rulesets.mordheim import attendance, companions, endings, lineup, nights, scans, shard, watching

__all__ = ["HOOKS"]


HOOKS = Hooks(
    effects={
        "shard-kill": shard.ShardKill,
        "count-in-half": scans.CountInHalf,
        "seek-in-half": scans.SeekInHalf,
        "watch": watching.Watch,
    },
    limits={
        "shard": shard.ShardLimit,
        "towns-half": scans.TownsHalf,
        "scan-pause": scans.ScanPause,
        "waits": nights.Waits,
        "change-patient": nights.ChangePatient,
    },
    conditions={"one-to-one": endings.OneToOne, "outnumber": endings.Outnumber},
    procedures={
        "mirror": nights.reflect,
        "blocks": nights.block_and_choose,
        "shards": shard.spend_annulled_shards,
        "werewolf": nights.take_the_place_of_the_gang,
        "towns-half": scans.remember_the_half,
        "companions": companions.await_companions,
        "takes": companions.refuse_other_takes,
        "attendance": attendance.look_at_posts,
    },
    find_abilities=scans.find_abilities,
    check_players=lineup.check_players,
)
