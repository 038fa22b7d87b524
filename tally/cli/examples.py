"""An example for each command whose help does not bring one of its own: what a host would type.

In: the name of a command and its help. Out: the help with an example behind it.
"""

from tally.texts import _

__all__ = ["EXAMPLES", "with_example"]

EXAMPLES = {
    "init": 'tally init my-game --ruleset classic --host "Ведущий" --thread "https://forum.example/viewtopic.php?t=217"',
    "check": "tally check",
    "signup": 'tally signup "https://forum.example/viewtopic.php?t=217" --dry-run',
    "roster": "tally roster --host",
    "alias": 'tally alias "Серьезный ЧаловеГ" ЧГ',
    "replace": 'tally replace Вася "Тихий Омут" --from night2',
    "scrape": "tally scrape",
    "import": "tally import page1.html page2.html --fetched-at 2024-01-10T22:05:00+03:00",
    "parse": "tally parse page1.html --json",
    "votes": "tally votes day3 --all",
    "rule": 'tally rule 4711 --on Вася --why "опечатка в нике"',
    "vote": 'tally vote Вася red Петя --at 21:15 --why "прислал в личку: форум лежал"',
    "hide": 'tally hide 4711 --why "просил автор"',
    "night": 'tally night 3 "Сальвия" "лечу Васю" --at 22:14',
    "act": 'tally act day3 "Настя" "сравниваю Петю и Машу"',
    "resolve": "tally resolve night3",
    "host": "tally host execute Вася --phase day3",
    "modkill": "tally modkill Вася --phase day3",
    "revive": "tally revive Вася --phase night2",
    "explain": "tally explain night2",
    "what-if": 'tally what-if night2 "Сальвия: лечу Ля"',
    "verify": "tally verify",
    "publish": "tally publish",
    "serve": "tally serve",
    "rules": "tally rules show classic",
    "replay": "tally replay my-game.toml --check",
}


def with_example(name: str, summary: str) -> str:
    """The help of a command with its example."""
    if name not in EXAMPLES or f"\n\n{_('Example:')} " in summary:
        return summary
    return f"{summary}\n\n{_('Example:')} {EXAMPLES[name]}"
