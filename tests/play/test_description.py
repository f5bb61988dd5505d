"""A match in words: the position, and what has changed since a seat's last move."""

from __future__ import annotations

from roundhouse.core.description import BRIEF
from roundhouse.core.rule import INTERPRETED
from roundhouse.play import registry
from roundhouse.play.description import describe_match
from roundhouse.play.match import Match


def start(*moves: str) -> Match:
    match = Match(registry.load("northern", speed=INTERPRETED), 3, ("Ann", "Bob", "Cyd"))
    for words in moves:
        match.submit(match.state.turn, words, match.ply)
    return match


def last_section(text: str) -> list[str]:
    return text.rsplit("\n\n", maxsplit=1)[-1].split("\n")


def test_what_followed_the_last_move_is_told() -> None:
    match = start("lay fargo", "invest small butte", "lay minot", "lay terry")
    assert last_section(describe_match(match, 0)) == [
        "Your last move and what followed",
        "- You lay track to Terry",
    ]
    assert last_section(describe_match(match, 1, BRIEF)) == [
        "Your last move and what followed",
        "- You invest a small cube in Butte",
        "- Cyd lays track to Minot",
        "- Ann lays track to Terry",
    ]
    assert last_section(describe_match(match, None)) == ["Last move", "- Ann lays track to Terry"]


def test_a_seat_that_has_not_moved_reads_all_moves() -> None:
    assert last_section(describe_match(start(), 1))[0] != "Moves so far"
    assert last_section(describe_match(start("lay fargo"), 1)) == [
        "Moves so far",
        "- Ann lays track to Fargo",
    ]
