"""Better players win more.

The samples are small, with wide margins; the lab/ folder has larger ones.
"""

from __future__ import annotations

import pytest

from roundhouse.lab.arena import compete
from roundhouse.lab.journal import Execution


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("greedy", "random"), ("easy", "random"), ("medium", "beginner"), ("search:300", "greedy")],
)
def test_the_stronger_wins_more(stronger: str, weaker: str) -> None:
    (result,) = compete(
        ["northern"], [stronger, weaker, weaker], [3], 30, execution=Execution(jobs=1)
    )
    shares = {row.bot: row.times_fair for row in result.table}
    assert shares[stronger] > 1.2
    assert shares[weaker] < 1
