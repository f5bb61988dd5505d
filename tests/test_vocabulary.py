"""Names and phrases that the project does not use, and where they still occur.

`python tests/test_vocabulary.py [PATH ...]` prints every occurrence as a work list.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, order=True)
class Offender:
    """One banned name or phrase at one line of a file."""

    path: str
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: {self.advice}"


def words(*lines: str) -> frozenset[str]:
    """Return the words of some lines."""
    return frozenset(" ".join(lines).split())


# A word of an identifier (`forget_rooms`, `RoomError`), anywhere outside the ALLOWED places.
BANNED_SEGMENTS = {
    "room": "game",
    "rooms": "games",
    "furniture": "modules of a game",
    "deed": "command",
    "deeds": "commands",
    "school": "ImitationTrainer",
    "shelf": "Dataset, or the name of the list",
    "spice": "entropy_coef",
    "hunch": "action_context",
    "prefer": "action_prior, prior_*",
    "preference": "prior",
    "liking": "prior",
    "likings": "priors",
    "foresee": "evaluate_leaf",
    "workbench": "SearchBuffers",
    "tuning": "SearchParams",
    "regrow": "restart_every",
    "rehearse": "warm_up",
    "slips": "error_rate",
    "personality": "style",
    "personalities": "styles",
    "nursery": "fork_server",
    "sitting": "terminal_session",
    "seldom": "LogThrottle",
    "programme": "standing orders",
    "programmes": "standing orders",
    "tempo": "bot_delay",
    "remark": "chat message",
    "remarks": "chat",
    "checkup": "db_check",
    "upkeep": "housekeeping",
    "somebody": "require_user, or the name of the value",
    "anybody": "a predicate, or the name of the value",
    "notices": "notifications",
    "twin": "PyState, or copy",
    "furnish": "modules of a game",
    "eyes": "viewpoint",
    "lamp": "theme",
    "chore": "task",
    "chores": "tasks",
    "thoughts": "search_stats",
    "patience": "max_wait",
    "curtain": "is_hidden",
}

# As above, but not inside the names of tests, which are English sentences.
BANNED_SEGMENTS_OUTSIDE_TESTS = {
    "house": "game, harness, or what the value is",
    "door": "connection_limits, middleware",
    "person": "user",
    "people": "users",
    "nobody": "name what the value is (no_user, absent)",
}

# A whole identifier: class, function, variable, attribute or parameter.
BANNED_NAMES = {
    "visit": "request, or RequestContext",
    "Visit": "RequestContext",
    "Looking": "RequestContext",
    "Doing": "RequestContext",
    "Express": "plain routes",
    "express": "plain routes",
    "Act": "Command",
    "Who": "Permission",
    "gives": "result",
    "Guard": "body_limit, connection_limits",
    "Slice": "TrainingRun",
    "Teaching": "GeneratorConfig",
    "Course": "TrainConfig",
    "Shelf": "Dataset",
    "Book": "Dataset, or the noun of what it holds",
    "SearchSettings": "SearchParams",
    "Workbench": "SearchBuffers",
    "Memory": "ThreadBuffers",
    "BadRoom": "InvalidGameDefinition",
    "Told": "LogCache",
    "Ties": "Relationships",
    "Community": "social",
    "Patience": "Backoff",
    "Fixture": "Matchup",
    "first_look": "one_ply_prior",
    "own_advice": "heuristic_guide",
    "temper": "utility",
    "caution": "fpu_reduction",
    "stray": "rollout_epsilon",
    "glance": "value_prior_weight",
    "keen": "value_prior_sharpness",
    "heed": "heuristic_exponent",
    "bent": "style",
    "lasting": "gae_lambda",
    "heap": "batch, or the name of the queue",
    "climb": "measure_ladder",
    "say": "log",
    "tell": "on_progress",
    "Say": "Log",
    "Tell": "OnProgress",
}

# A function of this name; a variable may have it (`cold, warm = seconds`).
BANNED_FUNCTIONS = {"warm": "warm_up", "compile_ahead": "warm_up", "worth": "evaluate"}

# Participles are not nouns: name what the value is.
PARTICIPLES = words(
    "found made said told given kept wanted held looked asked shown begun sought heard taken",
    "laid meant written drawn thought went brought noted parted gotten",
)

# Bounds say what they bound: MAX_SEATS, MIN_VISITS.
BOUND = re.compile(r"^_?(MOST|LARGEST|LONGEST|FEW|MANY|GUESSES|HIGHEST|FEWEST|SMALLEST)(_|$)")

# Names with a second meaning elsewhere: banned below these paths only.
BANNED_IN = {
    "src/roundhouse/train/": {
        "surprise": "td_error",
        "gain": "advantage",
        "guests": "opponents",
        "own": "learner_mask",
        "chance": "log_prob",
        "Lesson": "UpdateStats",
        "Played": "Rollout",
        "bind": "collect, or write_dataset",
        "PAGES": "the name of what the constant bounds",
        "how": "method",
        "teachers": "workers",
        "unguided": "unguided_fraction",
    },
    "src/roundhouse/bots/": {
        "explore": "c_puct",
        "even": "uniform_mix",
        "worth": "evaluate, value, value_prior_after_visits",
        "learned": "policy_weight",
        "trust": "value_weight",
        "sure": "lone_action_threshold",
        "sharp": "rollout_sharpness",
        "margin": "margin_weight",
        "consider": "expand_priors",
        "notes": "RuleContext",
        "risk": "risk_exponent",
        "haste": "own_value_weight",
        "spite": "leader_penalty",
    },
    "src/roundhouse/core/search": dict.fromkeys(
        words("explore even worth learned trust sure sharp margin turns plies scale closed"),
        "the name that the literature uses",
    ),
    "src/roundhouse/web/": {
        "talk": "chat",
        "letter": "email",
        "perform": "execute",
        "leaving": "account_deletion",
        "moments": "db_clock",
        "ties": "relationships",
        "scene": "page_context",
    },
}

# Keywords of a call that builds search parameters, wherever a game does so.
SEARCH_CALLS = {"SearchParams", "SearchSettings", "replace"}
SEARCH_KEYWORDS = words(
    "explore even caution stray glance worth keen regrow learned trust sure heed turns plies",
    "sharp margin scale closed risk haste spite",
)

# Files and folders, by the path they lie under.
BANNED_MODULES = {
    "src/roundhouse/core/": "room furniture orders twin",
    "src/roundhouse/bots/": (
        "temper tuning first_look personalities preference_bot own_advice notes"
    ),
    "src/roundhouse/lab/": "fixtures first_game climb",
    "src/roundhouse/train/": "school lesson_book shelf book heap",
    "src/roundhouse/cli/": "sitting",
    "src/roundhouse/web/": (
        "door guard heads turns patience express visit deeds reading parsing programmes orders "
        "tempo letters moments ties remarks talk due community leaving checkup upkeep told scene "
        "show people pace notices pauses"
    ),
    "bench/": "nursery house notices people personalities",
    "tests/": (
        "test_room test_deeds test_express test_tempo test_notices test_school test_fixtures "
        "test_personalities test_people_pages test_people_browser laying"
    ),
}

# What is right as it is: (path prefix, names, reason).
ALLOWED: tuple[tuple[str, str, str], ...] = (
    ("src/roundhouse/games/", "laid drawn taken", "cards drawn, track laid: the rulebooks' words"),
    ("tests/games/", "laid drawn taken", "the same words in the tests of the rules"),
    ("src/roundhouse/cli/example/", "laid drawn taken", "the example is a game"),
    ("src/roundhouse/games/rails/", "house person people nobody", "pieces of Pacific Rails"),
    ("tests/games/rails/", "house person people nobody", "pieces of Pacific Rails"),
    ("src/roundhouse/web/static/", "house", "the shape of a piece of Pacific Rails"),
    ("src/roundhouse/web/storage/migrations/", "*", "they name what older databases contain"),
    ("src/roundhouse/web/tables/api.py", "people person notices tempo said", "the JSON API"),
    ("src/roundhouse/web/tables/shapes.py", "people person notices tempo said", "the JSON API"),
    ("src/roundhouse/web/accounts/api.py", "people person notices tempo said", "the JSON API"),
    ("src/roundhouse/web/accounts/bot_accounts_api.py", "person", "the JSON API"),
    ("src/roundhouse/web/social/api.py", "people person notices tempo said", "the JSON API"),
    ("src/roundhouse/web/tables/commands.py", "remark", "a field of the JSON API"),
    ("src/roundhouse/web/social/chat_pages.py", "remark", "a field of a form"),
)
ORDINARY = re.compile(r"(?:no|make|leave|enough|much|any|spare)_room|room_(?:for|left|to)", re.I)

# Phrases of running text: comments, docstrings, messages, documentation, templates.
PHRASES: tuple[tuple[str, str], ...] = (
    (r"\bso manieth\b|\bmanieth\b", "every nth"),
    (r"\b(?:lay|lays|laid|laying) (?:a|another|the|this|that|your|new) (?:new )?table", "create"),
    (r"\b(?:the|a|each|its|every) rooms?['’]s?\b|\brooms['’]", "the game's"),
    (r"\b(?:a|an|each|every|this|that|which|own|other|five|another) rooms?\b(?! for| to)", "game"),
    (r"\bthe room\b(?! for| to| left)", "the game"),
    (r"\brooms\b", "games"),
    (r"\bfurniture\b", "modules of a game"),
    (r"\bdeeds?\b", "command"),
    (r"\bhunch(?:es)?\b", "action_context"),
    (r"\blikings\b|\bliking\b(?![.\"])", "prior"),  # `liking.weight` is a name in weights files
    (r"\bpersonalit(?:y|ies)\b", "style"),
    (r"\b(?:a|its|the|their|whose|no) slips?\b|\bslips\b", "error_rate, mistakes"),
    (r"\brehears(?:e|es|ed|ing|al)\b", "warm up"),
    (r"\blesson books?\b", "dataset"),
    (r"(?<!\")\bprogrammes?\b(?!\")", "standing orders"),  # "programme" is a column of a database
    (r"\bnursery\b", "fork server"),
    (r"\be-mails?\b", "email"),
    (r"\bby mail\b|\bmails? address", "by email, email address"),
    (r"(?<![/\w\"'`{.-])[Nn]otices\b(?! (?:that|how|when|if|what|the|it|a)\b)", "notifications"),
    (r"pip install (?:-\S+ )*['\"]?roundhouse(?![-\w.])", "roundhouse-games"),
    (r"\bWho is waited for\b|\bwho is waited for\b", "whose turn it is"),
)

ANY_PHRASE = re.compile("|".join(pattern for pattern, _ in PHRASES))

# Phrases of the interface: what a player reads in templates and scripts.
INTERFACE = ("src/roundhouse/web/", "src/roundhouse/table/")
INTERFACE_PHRASES: tuple[tuple[str, str], ...] = (
    (r"\b(?:some|no|any)body\b", "a player, no one, or name who it is"),
    (r"\b[Ll]ay (?:a|the|another|your|it)\b", "create"),
    (r"\b(?:a|the|this|our|by|no|your|that) letters?\b(?! (?:and|or|of the alphabet))", "email"),
    (r"\b[Hh]ear (?:them|him|her|it|from|others)\b|\bhear again\b", "unmute"),
    (r"\b[Ll]ook at\b|\b[Ll]ooked at\b", "view, open, review"),
    (r"\b[Tt]ake (?:it |them |this )?along\b", "import, keep"),
    (r"\b[Gg]o(?:es|ing)? back\b", "undo"),
    (r"\b[Nn]otices?\b", "notifications"),
    (r"\b[Tt]alk\b", "chat"),
    (r"\b[Ll]og(?:ged)? (?:in|out)\b", "sign in, sign out"),
    (r"\b[Tt]empo\b", "bot delay"),
)

SKIPPED = (
    "tests/test_vocabulary.py",
    "tests/golden",
    "docs/balance/",
    "src/roundhouse/web/storage/migrations/versions/",
    "lab/",  # dated experiments: they keep the words of their day
)
CSS_NAME = re.compile(r"(?:(?<![\w/])\.|(?<=[a-z\])])\.|--)([A-Za-z][\w-]*)(?=[^{};]*[{:,])")
TRANSLATION = re.compile(r"\.[a-z]{2}\.md$")  # not in English
TEXT_SUFFIXES = {".md", ".html", ".js", ".css", ".toml", ".yml", ".yaml", ".txt", ".sh", ".conf"}


def tracked_files(paths: tuple[str, ...] = ()) -> list[str]:
    """Return the files that git knows or would add."""
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "--", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    return sorted(
        {path for path in listing if (ROOT / path).is_file() and not path.startswith(SKIPPED)}
    )


def offenders(paths: tuple[str, ...] = ()) -> list[Offender]:
    """Return every banned name and phrase below `paths`, or in the whole project."""
    hits: set[Offender] = set()
    for path in tracked_files(paths):
        hits.update(check_module_name(path))
        suffix = Path(path).suffix
        if TRANSLATION.search(path):
            continue
        if suffix != ".py" and suffix not in TEXT_SUFFIXES and Path(path).name != "Makefile":
            continue
        hits.update(check_text(path, (ROOT / path).read_text(encoding="utf-8")))
    return sorted(hits)


def check_text(path: str, text: str) -> Iterator[Offender]:
    """Yield what is wrong in one file's text."""
    if path.endswith(".py"):
        nodes = list(ast.walk(ast.parse(text)))
        for name, line, kind in python_definitions(nodes):
            yield from check_name(path, name, line, kind)
        yield from check_search_keywords(path, nodes)
        if not ANY_PHRASE.search(text):
            return
        text = python_prose(text)
    elif path.endswith(".js"):
        for match in re.finditer(r"\b(?:const|let|var|function|class)\s+([A-Za-z_]\w*)", text):
            yield from check_name(path, match[1], line_of(text, match.start()), "variable")
        text = javascript_prose(text)
    elif path.endswith(".css"):
        for match in CSS_NAME.finditer(text):
            yield from check_name(path, match[1], line_of(text, match.start()), "class")
    elif path.endswith(".html"):
        for match in re.finditer(r"{%-?\s*(?:set|macro)\s+([A-Za-z_]\w*)", text):
            yield from check_name(path, match[1], line_of(text, match.start()), "variable")
        text = template_prose(text)
    yield from check_phrases(path, text, PHRASES)
    if path.startswith(INTERFACE) and path.endswith((".html", ".js")):
        yield from check_phrases(path, text, INTERFACE_PHRASES)


def check_phrases(path: str, text: str, phrases: tuple[tuple[str, str], ...]) -> Iterator[Offender]:
    for pattern, advice in phrases:
        for match in re.finditer(pattern, text):
            yield Offender(path, line_of(text, match.start()), match[0], advice)


def check_module_name(path: str) -> Iterator[Offender]:
    names = {Path(path).stem, *Path(path).parent.parts}
    for prefix, banned in BANNED_MODULES.items():
        if path.startswith(prefix):
            for name in sorted(names & set(banned.split())):
                yield Offender(path, 1, name, "a module name from the vocabulary")


def check_name(path: str, name: str, line: int, kind: str) -> Iterator[Offender]:
    """Yield what is wrong with one name that is defined at a line."""
    plain = name.strip("_")
    if is_allowed(path, plain):
        return
    if name in BANNED_NAMES:
        yield Offender(path, line, name, BANNED_NAMES[name])
    elif plain in PARTICIPLES:
        yield Offender(path, line, name, "name what the value is, or what the function does")
    elif kind == "function" and plain in BANNED_FUNCTIONS:
        yield Offender(path, line, name, BANNED_FUNCTIONS[plain])
    if BOUND.match(name):
        yield Offender(path, line, name, "MAX_*, MIN_*, or the name of what it bounds")
    for prefix, names in BANNED_IN.items():
        if path.startswith(prefix) and plain in names:
            yield Offender(path, line, name, names[plain])
    segments = [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]
    is_test = kind == "function" and name.startswith("test_")
    for segment in segments:
        advice = BANNED_SEGMENTS.get(segment)
        if advice is None and not is_test:
            advice = BANNED_SEGMENTS_OUTSIDE_TESTS.get(segment)
        if advice and not is_allowed(path, segment) and not ORDINARY.search(name):
            yield Offender(path, line, name, advice)


def check_search_keywords(path: str, nodes: list[ast.AST]) -> Iterator[Offender]:
    for node in nodes:
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for keyword in node.keywords if called in SEARCH_CALLS else ():
                if keyword.arg in SEARCH_KEYWORDS:
                    yield Offender(
                        path, keyword.value.lineno, f"{called}({keyword.arg}=)", "SearchParams"
                    )


def is_allowed(path: str, name: str) -> bool:
    return any(
        path.startswith(prefix) and (names == "*" or name in names.split())
        for prefix, names, _ in ALLOWED
    )


def python_definitions(nodes: list[ast.AST]) -> Iterator[tuple[str, int, str]]:
    """Yield the names that a module defines: name, line, kind."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno, "function"
        elif isinstance(node, ast.ClassDef):
            yield node.name, node.lineno, "class"
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, "variable"
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno, "attribute"
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, "parameter"
        elif isinstance(node, ast.alias) and node.asname:
            yield node.asname, getattr(node, "lineno", 1), "import"
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name, node.lineno, "variable"


def python_prose(text: str) -> str:
    """Return the comments and strings of a module, everything else blanked out."""
    lines = [[" "] * len(line) for line in text.split("\n")]
    source = text.split("\n")
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in kinds:
            (first, start), (last, end) = token.start, token.end
            for row in range(first - 1, last):
                left = start if row == first - 1 else 0
                right = end if row == last - 1 else len(source[row])
                lines[row][left:right] = source[row][left:right]
    return "\n".join("".join(line) for line in lines)


def javascript_prose(text: str) -> str:
    """Return a script's comments and strings that read as text, the rest blanked out."""
    pattern = re.compile(
        r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.S
    )
    pieces, position = [], 0
    for match in pattern.finditer(text):
        pieces.append(blank(text[position : match.start()]))
        prose = match[0].startswith("/") or " " in match[0]  # one word alone is a name or a key
        pieces.append(match[0] if prose else blank(match[0]))
        position = match.end()
    return "".join(pieces) + blank(text[position:])


def template_prose(text: str) -> str:
    """Return what a reader of a page sees: text and the attributes that are read out."""
    text = re.sub(
        r"<(script|style)\b.*?</\1>|{#.*?#}|{%.*?%}", lambda m: blank(m[0]), text, flags=re.S
    )
    text = re.sub(r"{{.*?}}", lambda m: literals(m[0]), text, flags=re.S)
    return re.sub(r"<[^>]*>", lambda m: readable_attributes(m[0]), text, flags=re.S)


def literals(expression: str) -> str:
    """Keep the string literals with a space in them; blank out the rest."""
    pieces, position = [], 0
    for match in re.finditer(r"\"[^\"]* [^\"]*\"|'[^']* [^']*'", expression):
        pieces += [blank(expression[position : match.start()]), match[0]]
        position = match.end()
    return "".join(pieces) + blank(expression[position:])


def readable_attributes(tag: str) -> str:
    pieces, position = [], 0
    names = r"(?:title|placeholder|aria-label|alt|content|data-confirm)"
    for match in re.finditer(rf"(?<=\s){names}=(\"[^\"]*\"|'[^']*')", tag):
        pieces += [blank(tag[position : match.start(1)]), match[1]]
        position = match.end()
    return "".join(pieces) + blank(tag[position:])


def blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def line_of(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def test_no_banned_names_or_phrases() -> None:
    hits = offenders()
    assert not hits, f"{len(hits)} to rename:\n" + "\n".join(map(str, hits))


@pytest.mark.parametrize(
    ("path", "text", "banned"),
    [
        ("src/roundhouse/core/x.py", "class Room: ...", "Room"),
        ("src/roundhouse/core/x.py", "def forget_rooms(): ...", "forget_rooms"),
        ("src/roundhouse/core/x.py", "found = find()", "found"),
        ("src/roundhouse/games/x/y.py", "held = s.shares[seat]", "held"),
        ("src/roundhouse/core/x.py", "for said in words: ...", "said"),
        ("src/roundhouse/core/x.py", "def f(told): ...", "told"),
        ("src/roundhouse/core/x.py", "def warm(): ...", "warm"),
        ("src/roundhouse/core/x.py", "MOST_SEATS = 6", "MOST_SEATS"),
        ("src/roundhouse/core/x.py", "# every so manieth move\n", "so manieth"),
        ("src/roundhouse/core/x.py", 'x = f"the room\'s {rules}"', "the room's"),
        ("src/roundhouse/train/x.py", "gain = 1", "gain"),
        ("src/roundhouse/games/x/y.py", "P = SearchParams(explore=1)", "SearchParams(explore=)"),
        ("src/roundhouse/web/static/x.js", "const found = 1;", "found"),
        ("src/roundhouse/web/static/x.js", 'say("Lay a table");', "Lay a"),
        ("src/roundhouse/web/static/x.css", ".room-list { color: red }", "room-list"),
        ("src/roundhouse/web/http/templates/x.html", "<p>Somebody</p> <p>for somebody", "somebody"),
        ("src/roundhouse/web/http/templates/x.html", '<a title="Notices">', "Notices"),
        ("README.md", "pip install 'roundhouse[web]'", "pip install 'roundhouse"),
        ("docs/x.md", "Every room has its furniture.", "furniture"),
    ],
)
def test_a_planted_example_is_detected(path: str, text: str, banned: str) -> None:
    assert banned in {hit.text for hit in check_text(path, text)}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/roundhouse/core/x.py", "import roundhouse\nroom_for_two = 1  # there is room for it"),
        ("src/roundhouse/games/rails/x.py", "house = 1\nlaid = 2"),
        ("src/roundhouse/web/tables/shapes.py", "people: list[str]"),
        (
            "src/roundhouse/web/http/templates/x.html",
            '<a href="/notices" data-part="talk">{{ talk }}',
        ),
        ("README.md", "pip install 'roundhouse-games[web]'"),
        ("docs/x.md", "The game said so; whoever found it kept it."),
    ],
)
def test_ordinary_words_pass(path: str, text: str) -> None:
    assert not list(check_text(path, text))


def test_a_class_name_has_one_meaning() -> None:
    """Only games, which have the same modules, may repeat each other's names."""
    places: dict[str, list[str]] = {}
    for path in tracked_files(("src/roundhouse", "bench")):
        is_game = path.startswith(("src/roundhouse/games/", "src/roundhouse/cli/example/"))
        if path.endswith(".py") and not is_game:
            for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(path)
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


def test_docstrings_start_with_a_short_line() -> None:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    long = []
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.get_docstring(node) if isinstance(node, documented) else None
            line = (text or "").partition("\n")[0]
            if len(line) >= 80:
                name = getattr(node, "name", "the module")
                long.append(f"{path.relative_to(ROOT)}: {name}: {line}")
    assert not long, "80 characters or more:\n" + "\n".join(long)


def test_module_names_are_checked() -> None:
    assert list(check_module_name("src/roundhouse/web/deeds/deed.py"))
    assert not list(check_module_name("src/roundhouse/table/commands/registry.py"))


if __name__ == "__main__":
    work_list = offenders(tuple(sys.argv[1:]))
    print("\n".join(map(str, work_list)))
    print(f"{len(work_list)} to rename", file=sys.stderr)
    sys.exit(bool(work_list))
