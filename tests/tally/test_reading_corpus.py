"""The corpus of posts: every one is read as it says, and no vote that counts is for somebody else."""

import pytest

from fixtures.votes.corpus import Case, as_line, cases, dialect_of, index_of, post_of
from tally.reading import read_votes


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.place)
def test_a_post_is_read_as_the_corpus_says(case: Case) -> None:
    post = post_of(case.text)
    found = read_votes(post, index_of(case.roster), dialect_of(case.dialect), votes_only=case.votes_only)
    assert as_line(found) == case.expected
    for vote in found:
        assert post.text[vote.start : vote.end].strip(), "a vote says where it stands"


def test_the_corpus_has_four_hundred_posts_over_a_dozen_rosters() -> None:
    all_cases = list(cases())
    assert len(all_cases) >= 400
    assert len({case.roster for case in all_cases}) >= 12
