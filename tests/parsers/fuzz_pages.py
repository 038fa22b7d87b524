"""Reads pages damaged at random until time is up: `python tests/parsers/fuzz_pages.py --seconds 600 --seed 7`.

Seeds are all pages of `fixtures/pages` (and `--pages FOLDER`); each round cuts, repeats, swaps or overwrites pieces of
one, or sets a piece of another into it. A page that makes the reading fail, or that takes longer than its size allows,
is written to `--keep` with the round's number, and the run ends with 1. No test: it never ends by itself.
"""

import argparse
import random
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from parsers import page_as_json, read_page

PAGES = Path(__file__).resolve().parents[2] / "fixtures" / "pages"
# A page may take this long, in seconds of the processor, and as much again for each of its megabytes.
SLOWEST = 2.0
_PIECES = (
    b"<", b">", b"</div>", b"<div>", b"<table>", b"</table>", b"<blockquote>", b"</blockquote>", b'"', b"'", b"&#0;",
    b"&#31;", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xd0", b"[quote]", b"[color=red]", b"<!--", b"-->", b"<![CDATA[",
    b"<script>", b"</body>", b"</html>", b"<span style='color:red'>", "🔴".encode(), "КРАСНЫМ".encode("cp1251"),
    b"99999999999999999999", b"00:60", b"31.02.2024", b"-1", b" id='p101'", b" class='post'", b"{", b"]", b"null",
)  # fmt: skip


def damaged(seeds: list[bytes], chance: random.Random) -> bytes:
    """One of the pages with some damage."""
    page = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        first, last = sorted(chance.randrange(len(page) + 1) for _ in range(2))
        last = min(last, first + chance.choice((1, 20, 500, 20_000)))
        other = chance.choice(seeds)
        start = chance.randrange(len(other) + 1)
        page[first:last] = chance.choice(
            (
                b"",
                chance.choice(_PIECES) * chance.choice((1, 1, 3, 300)),
                page[first:last] * 2,
                page[first:last][::-1],
                chance.randbytes(min(last - first, 40)),
                other[start : start + chance.choice((30, 3000))],
            )
        )
    return bytes(page[: chance.randrange(len(page) + 1)] if chance.random() < 0.1 else page)


def faults(seeds: list[bytes], seed: int, until: float) -> Iterator[tuple[int, bytes, str]]:
    """The rounds that went wrong: number, page, and what happened."""
    rounds = 0
    while time.monotonic() < until:
        rounds += 1
        page = damaged(seeds, random.Random(f"{seed} {rounds}"))
        began = time.process_time()
        try:
            page_as_json(read_page(page))
        except Exception:  # noqa: BLE001 - whatever it is, it must not be
            yield rounds, page, traceback.format_exc()
        took = time.process_time() - began
        if took > SLOWEST * (1 + len(page) / 1_000_000):
            yield rounds, page, f"took {took:.1f} s for {len(page)} bytes"
    sys.stdout.write(f"{rounds} rounds from seed {seed}\n")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--pages", type=Path, action="append", default=[])
    options.add_argument("--keep", type=Path, default=Path())
    chosen = options.parse_args()
    files = sorted(
        path
        for folder in (PAGES, *chosen.pages)
        for path in folder.rglob("*")
        if path.suffix in (".html", ".xml", ".json") and path.is_file() and path.name != "truth.json"
    )
    seeds = [path.read_bytes() for path in files]
    wrong = 0
    for number, page, told in faults(seeds, chosen.seed, time.monotonic() + chosen.seconds):
        wrong += 1
        kept = chosen.keep / f"page-{chosen.seed}-{number}.bin"
        kept.write_bytes(page)
        sys.stderr.write(f"{kept}: {told}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
