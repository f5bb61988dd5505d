"""Check a commit message: the `commit-msg` hook of `make hooks`.

The subject is imperative, starts with a capital, has at most 72 characters and no full stop. The
second line is blank. Merges, reverts and fixups have the subjects that git gives them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

MAX_SUBJECT = 72
GENERATED = re.compile(r"(?:Merge|Revert|fixup!|squash!|amend!) ")
SCISSORS = "# ------------------------ >8 ------------------------"

# Verbs that end like a past tense or a participle but are imperatives.
IMPERATIVES = {
    *("Embed", "Exceed", "Feed", "Need", "Proceed", "Seed", "Shed", "Speed", "Succeed", "Bring"),
    *("String", "Ping", "Ring", "Swing", "Spring", "Wing"),
}
# Irregular past tenses, and first words that describe instead of telling what to do.
NOT_IMPERATIVE = {
    *("Began", "Begun", "Built", "Came", "Chose", "Did", "Done", "Found", "Gave", "Given", "Got"),
    *("Had", "Held", "Kept", "Left", "Lost", "Made", "Meant", "Said", "Sent", "Shown", "Spoke"),
    *("Taken", "Told", "Took", "Went", "Wrote", "Written"),
    *("A", "All", "An", "And", "Are", "But", "Docs", "Every", "How", "If", "In", "Is", "It", "No"),
    *("Now", "Of", "One", "Our", "That", "The", "There", "They", "This", "We", "What", "When"),
    *("Where", "Which", "Who", "Whoever", "Why", "WIP", "With", "You"),
}


def problems(message: str) -> list[str]:
    """Return what is wrong with a message, or an empty list."""
    message = message.partition(SCISSORS)[0]
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if GENERATED.match(subject):
        return []
    if not subject:
        return ["the first line is empty: write a subject"]
    first = re.split(r"[\s:,.]", subject, maxsplit=1)[0]
    complaints = []
    if len(subject) > MAX_SUBJECT:
        complaints.append(f"the subject has {len(subject)} characters: use at most {MAX_SUBJECT}")
    if subject.endswith("."):
        complaints.append("the subject ends with a full stop")
    if not first[:1].isupper():
        complaints.append("the subject does not start with a capital")
    if not is_imperative(first):
        complaints.append(f"{first!r} is not imperative: write `Add ...`, `Fix ...`, `Rename ...`")
    if len(lines) > 1 and lines[1]:
        complaints.append("the second line is not blank")
    return complaints


def is_imperative(word: str) -> bool:
    """Return whether a word can start an imperative sentence, judged by its form."""
    word = word[:1].upper() + word[1:]
    if word in IMPERATIVES:
        return True
    is_third_form = re.search(r"(?:[^su]s|xes|shes)$", word) is not None and word != "Focus"
    return word not in NOT_IMPERATIVE and not word.endswith(("ed", "ing")) and not is_third_form


def main(arguments: list[str]) -> int:
    """Check the file that git names; print the problems."""
    message = Path(arguments[0]).read_text(encoding="utf-8")
    complaints = problems(message)
    for complaint in complaints:
        print(f"commit message: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
