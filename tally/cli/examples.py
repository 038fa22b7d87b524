"""An example for each command whose help does not bring one of its own: what a host would type.

In: the name of a command and its help. Out: the help with an example behind it, with names and words of the language
in use.
"""

from collections.abc import Mapping

from tally.texts import _

__all__ = ["examples", "with_example"]


def examples() -> Mapping[str, str]:
    """Command → what a host would type."""
    return {
        "init": _('tally init my-game --ruleset generic --host "Maestro" --timezone Europe/London '
                  '--thread "https://forum.example/viewtopic.php?t=217"'),
        "check": "tally check",
        "signup": 'tally signup "https://forum.example/viewtopic.php?t=217" --dry-run',
        "roster": "tally roster --host",
        "alias": _('tally alias "BrilliantTeapots" BT'),
        "replace": _('tally replace Alex "Quiet Pond" --from night2'),
        "scrape": "tally scrape",
        "import": "tally import page1.html page2.html --fetched-at 2024-01-10T22:05:00+03:00",
        "parse": "tally parse page1.html --json",
        "votes": "tally votes day3 --all",
        "rule": _('tally rule 4711 --on Alex --why "a slip in the nick"'),
        "vote": _('tally vote Alex none Bob --at 21:15 --why "sent by PM: the forum was down"'),
        "hide": _('tally hide 4711 --why "its author asked for it"'),
        "night": _('tally night 3 "Salvia" "heal Bob" --at 22:14'),
        "act": _('tally act day3 "Salvia" "compare Bob, Alice"'),
        "resolve": "tally resolve night3",
        "host": _("tally host execute Alex --phase day3"),
        "modkill": _("tally modkill Alex --phase day3"),
        "revive": _("tally revive Alex --phase night2"),
        "explain": "tally explain night2",
        "what-if": _('tally what-if night2 "Salvia: heal Bob"'),
        "verify": "tally verify",
        "publish": "tally publish",
        "serve": "tally serve",
        "rules": "tally rules show generic",
        "replay": "tally replay my-game.toml --check",
    }  # fmt: skip


def with_example(name: str, summary: str) -> str:
    """The help of a command with its example."""
    example = examples().get(name)
    if example is None or f"\n\n{_('Example:')} " in summary:
        return summary
    return f"{summary}\n\n{_('Example:')} {example}"
