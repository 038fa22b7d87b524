"""How fast marks are matched and posts read, and how right: marks a second, precision and recall by grade, worst times.

Prints a table and fails where a vote that counts is wrong, or a mark takes more than a millisecond.
"""

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable

from fixtures.votes.corpus import as_line, cases, dialect_of, index_of, post_of, rosters
from parsers.page import Colour, Form, Mark, Post, Run
from tally.names import NameIndex
from tally.reading import Dialect, load_dialect, read_votes

LIMIT = 0.001  # seconds that one mark may take


def main() -> int:
    right = _accuracy()
    fast = _speed()
    return 0 if right and fast else 1


def _accuracy() -> bool:
    """Precision of counted votes by grade, and how many of the expected ones are counted."""
    counted: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    expected_votes = missed = unclear = silent = 0
    all_cases = list(cases())
    for case in all_cases:
        found = read_votes(
            post_of(case.text), index_of(case.roster), dialect_of(case.dialect), votes_only=case.votes_only
        )
        expected = set(case.expected.split(" ; "))
        for vote in found:
            line = as_line((vote,))
            if line == "none" or line.startswith("?"):
                continue
            grade = str(vote.grade or "-")
            counted[grade] += 1
            wrong[grade] += line not in expected
        wanted = {line for line in expected if line != "none" and not line.startswith("?")}
        lines = {as_line((vote,)) for vote in found}
        expected_votes += len(wanted)
        missed += len(wanted - lines)
        doubted = any(line.startswith("?") for line in lines)
        unclear += doubted
        silent += bool(wanted - lines) and not doubted
    print(f"corpus: {len(all_cases)} posts, {len(rosters())} rosters, {expected_votes} votes, {unclear} posts unclear")
    for grade, number in counted.most_common():
        print(f"  {grade:15} {number:4} counted, precision {1 - wrong[grade] / number:.3f}")
    print(f"  recall {1 - missed / expected_votes:.3f}; dropped in silence {silent}")
    return not sum(wrong.values()) and not silent


def _speed() -> bool:
    seats = rosters()["sicily"]
    began = time.perf_counter()
    index = NameIndex.build(seats)
    print(f"index of {len(seats)} names: {(time.perf_counter() - began) * 1e3:.0f} ms with the dictionary")
    data = index.as_data()
    began = time.perf_counter()
    NameIndex.load(data, seats)
    print(f"  the same from its data: {(time.perf_counter() - began) * 1e3:.1f} ms")
    dialect = load_dialect("colours")
    posts = [post_of(case.text) for case in cases() if case.roster == "sicily"]
    times = [_reading(post, index, dialect) for post in posts]
    print(f"first reading: {len(posts) / sum(times):,.0f} posts/s, worst {max(times) * 1e3:.2f} ms")
    again = _seconds(lambda: [read_votes(post, index, dialect) for post in posts * 10])
    print(f"read again: {len(posts) * 10 / again:,.0f} posts/s, 10,000 posts in {again / len(posts) * 1e3:.2f} s")
    names = [seat.name for seat in seats] * 1000
    matched = _seconds(lambda: [index.match(name) for name in names])
    print(f"known marks: {len(names) / matched:,.0f} a second")
    worst = 0.0
    for title, text in _LONG.items():
        # nine different texts to an index in use, the best of them: other work on the machine only adds
        turns = [_marked(f"{turn} {text}"[: len(text)]) for turn in range(9)]
        taken = min(_reading(post, index, dialect) for post in turns)
        worst = max(worst, taken)
        print(f"  {title}: {taken * 1e3:.2f} ms")
    return worst <= LIMIT


def _reading(post: Post, index: NameIndex, dialect: Dialect) -> float:
    return _seconds(lambda: read_votes(post, index, dialect))


def _marked(text: str) -> Post:
    """A post that is one red mark."""
    mark = Mark(Colour.RED, text, Form.COLOUR, 0, len(text))
    return Post("1", 1, "x", None, None, None, None, None, None, text, (mark,), (Run(text, "#ff0000"),))


_LONG = {
    "600 characters of talk": ("почему же все так думают про этот странный вечер и про нас " * 11)[:600],
    "600 characters with a vote": ("Голосую против Васи, и вот почему: " + "слова текут и не кончаются " * 25)[:600],
    "600 letters without a space": "щ" * 600,
    "600 characters of names": ("Вася Петя Эмилия Jester Серьезный ЧаловеГ " * 20)[:600],
    "100 kB of talk": "почему же все так думают про этот вечер " * 1280,
    "100 kB without a space": "щ" * 50_000,
    "an unknown word": "Константинопольский",
}


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    began = time.perf_counter()
    work()
    taken = time.perf_counter() - began
    gc.enable()
    return taken


if __name__ == "__main__":
    sys.exit(main())
