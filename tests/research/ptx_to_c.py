"""PTX as C: what a kernel does, done by the CPU, every address checked.

A card says of a bad address only that there was one, and a machine without a card cannot even say
that. Here the instructions that our kernels consist of become C, one line each; a load or a store
outside the arrays that were handed in, or not aligned as a card insists, is told with its line.
What this cannot show are faults of what comes after PTX: the assembler and the driver.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

HEAD = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct region { uint64_t first, last; };
static struct region regions[16];
static int many, fault;
uint32_t TID, NTID, CTAID;
void forget(void) { many = 0; fault = 0; }
void allow(uint64_t first, uint64_t bytes) {
  regions[many].first = first; regions[many++].last = first + bytes;
}
int fault_line(void) { return fault; }
static int bad(uint64_t at, int bytes, int line) {
  if (at % bytes == 0)
    for (int i = 0; i < many; i++)
      if (at >= regions[i].first && at + bytes <= regions[i].last) return 0;
  if (!fault) fault = line;
  return 1;
}
"""
COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
INFIX = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "mul": "*"}
WHERE = {"%tid.x": "TID", "%ntid.x": "NTID", "%ctaid.x": "CTAID"}
REGISTERS = {"pred": "uint8_t", "b16": "uint16_t", "b32": "uint32_t", "b64": "uint64_t"}
NOTHING = "0xDEADBEEFDEADBEEFULL"  # a parameter that the caller leaves out


def type_of(name: str) -> str:
    return f"{'int' if name[0] == 's' else 'uint'}{name[1:]}_t"


def operand(text: str) -> str:
    text = text.strip()
    if text in WHERE:
        return WHERE[text]
    if text.startswith("%"):
        return "r_" + text[1:]
    if text.startswith("__local_depot"):
        return "(uint64_t)depot"
    return f"((int64_t){text}LL)"


def address(text: str) -> tuple[str, str]:
    """`[base+offset]`, taken apart."""
    found = re.fullmatch(r"\[(.*?)(?:\+(-?\d+))?\]", text.strip())
    assert found is not None, text
    return found[1], found[2] or "0"


def arithmetic(parts: list[str], v: list[str]) -> str:
    """The C expression of an instruction that touches no memory."""
    name, kind = parts[0], parts[-1]
    if name in ("mov", "cvta"):
        return v[0]
    if name == "cvt":
        return f"({type_of(parts[-2])})({type_of(kind)}){v[0]}"
    if name == "setp":
        return f"({type_of(kind)}){v[0]} {COMPARE[parts[1]]} ({type_of(kind)}){v[1]}"
    if name == "selp":
        return f"{v[2]} ? {v[0]} : {v[1]}"
    if kind == "pred":
        return f"!{v[0]}" if name == "not" else f"{v[0]} {INFIX[name]} {v[1]}"
    bits, same, plain = int(kind[1:]), type_of(kind), type_of("u" + kind[1:])
    if parts[:2] == ["mul", "wide"]:
        wide = type_of(kind[0] + str(2 * bits))
        return f"({wide})({same}){v[0]} * ({wide})({same}){v[1]}"
    if parts[:2] == ["mul", "hi"]:
        wide = "__int128" if kind[0] == "s" else "unsigned __int128"
        return f"(uint64_t)((({wide})({same}){v[0]} * ({wide})({same}){v[1]}) >> {bits})"
    if parts[:2] == ["mad", "lo"]:
        return f"({plain})((uint64_t){v[0]} * (uint64_t){v[1]} + (uint64_t){v[2]})"
    if name in INFIX:
        return f"({plain})((uint64_t){v[0]} {INFIX[name]} (uint64_t){v[1]})"
    if name in ("not", "neg"):
        return f"({plain}){'~' if name == 'not' else '-'}({plain}){v[0]}"
    if name in ("rem", "div"):
        return f"({same}){v[0]} {'%' if name == 'rem' else '/'} ({same}){v[1]}"
    if name == "shl":
        return f"(uint32_t){v[1]} >= {bits} ? 0 : ({plain})(({plain}){v[0]} << (uint32_t){v[1]})"
    if name == "shr":
        most = bits - 1 if kind[0] == "s" else bits
        far = f"(({same}){v[0]} >> {most})" if kind[0] == "s" else "0"
        return f"({plain})((uint32_t){v[1]} >= {bits} ? {far} : ({same}){v[0]} >> (uint32_t){v[1]})"
    if name in ("min", "max"):
        return f"({same}){v[0]} {'<' if name == 'min' else '>'} ({same}){v[1]} ? {v[0]} : {v[1]}"
    if name == "popc":
        return f"__builtin_popcountll(({plain}){v[0]})"
    raise NotImplementedError(".".join(parts))


class Function:
    """One function of the PTX, as C."""

    def __init__(self, name: str, parameters: str, body: str, line: int) -> None:
        self.name, self.body, self.line = name, body, line
        self.parameters = re.findall(r"\.param\s+\.\w+\s+(\w+)", parameters)
        self._given: dict[str, str] = {}  # what the next call is to be given

    @property
    def head(self) -> str:
        return f"uint32_t {self.name}({', '.join(f'uint64_t {p}' for p in self.parameters)})"

    def text(self) -> str:
        return "\n".join([f"{self.head} {{", *self._declarations(), *self._lines(), "return 0; }"])

    def _declarations(self) -> Iterator[str]:
        yield "uint32_t answer = 0, told = 0; uint64_t at = 0; const int before = many;"
        depot = re.search(r"\.local \.align \d+ \.b8\s+\w+\[(\d+)\];", self.body)
        if depot:
            yield f"static __attribute__((aligned(16))) uint8_t depot[{depot[1]}];"
            yield f"memset(depot, 0xA5, sizeof depot); allow((uint64_t)depot, {depot[1]});"
        for kind, name, count in re.findall(r"\.reg \.(\w+)\s+%(\w+)<(\d+)>;", self.body):
            names = ", ".join(f"r_{name}{i} = 0" for i in range(int(count)))
            yield f"{REGISTERS[kind]} {names};"
        yield "uint64_t r_SP = 0, r_SPL = 0, r_lhs, r_rhs; uint32_t r_amt2;"  # of a block's own

    def _lines(self) -> Iterator[str]:
        for number, line in enumerate(self.body.split("\n"), self.line):
            text = line.strip()
            if not text or text[0] in "{}." or text.startswith("//"):
                continue
            if text.endswith(":"):
                yield text.replace("$", "L") + ";"
                continue
            unless = re.match(r"@(!?)(%\w+)\s+(.*)", text)
            condition = f"if ({unless[1]}{operand(unless[2])}) " if unless else ""
            yield condition + "{ " + self._one(unless[3] if unless else text, number) + " }"

    def _one(self, text: str, line: int) -> str:
        operation, _, rest = text.rstrip(";").replace("\t", " ").partition(" ")
        parts = operation.split(".")
        if parts[0] == "ret":
            return "many = before; return answer;"
        if parts[0] == "bra":
            return f"goto {rest.strip().replace('$', 'L')};"
        if parts[0] == "call":
            found = re.match(r"\((\w+)\), (\w+), \((.*)\)", rest.strip())
            assert found is not None, rest
            given = [self._given.get(name.strip(), NOTHING) for name in found[3].split(",")]
            self._given = {}
            return f"told = {found[2]}({', '.join(given)}); if (fault) return 0;"
        if parts[0] in ("ld", "st"):
            return self._memory(parts, rest.strip(), line)
        target, *values = (operand(part) for part in rest.split(","))
        return f"{target} = {arithmetic(parts, values)};"

    def _memory(self, parts: list[str], rest: str, line: int) -> str:
        kind, loads = type_of(parts[-1]), parts[0] == "ld"
        where = re.search(r"\[.*?\]", rest)
        assert where is not None, rest
        base, offset = address(where[0])
        names = rest.replace(where[0], "").strip(" ,{}").split(",")
        if "param" in parts:
            if loads:
                value = f"({kind}){base}" if base in self.parameters else "told"
                return f"{operand(names[0])} = {value};"
            if base.startswith("func_retval"):
                return f"answer = {operand(names[0])};"
            self._given[base] = operand(names[0])
            return ""
        bytes_each = int(parts[-1][1:]) // 8
        found = f"at = {operand(base)} + ({offset}LL);"
        found += f" if (bad(at, {bytes_each * len(names)}, {line})) return 0;"
        for n, name in enumerate(names):
            place = f"*({kind} *)(at + {n * bytes_each})"
            pair = (operand(name), place) if loads else (place, operand(name))
            found += f" {pair[0]} = {pair[1]};"
        return found


def translate(ptx: str) -> tuple[str, int]:
    """C with a function `entry` that is one thread of the kernel; and how many numbers it takes."""
    plain = re.sub(r"//[^\n]*", "", ptx)
    # A call in one line, with as many line ends behind it as it had inside.
    plain = re.sub(
        r"call\.uni\s+\((\w+)\),\s*(\w+),\s*\(([^)]*)\)\s*;",
        lambda m: (
            f"call.uni ({m[1]}), {m[2]}, ({' '.join(m[3].split())});" + "\n" * m[0].count("\n")
        ),
        plain,
    )
    pattern = r"(\.visible \.entry|\.func\s*\([^)]*\))\s*(\w+)\s*\(([^)]*)\)\s*\{(.*?)\n\}"
    functions, kernel = [], None
    for found in re.finditer(pattern, plain, re.DOTALL):
        line = plain.count("\n", 0, found.start(4)) + 1
        functions.append(Function(found[2], found[3], found[4], line))
        if "entry" in found[1]:
            kernel = functions[-1]
    assert kernel is not None
    entry = kernel.head.replace(kernel.name, "entry", 1)
    body = f"{{ return {kernel.name}({', '.join(kernel.parameters)}); }}"
    text = [HEAD, *(f"{one.head};" for one in functions), *(one.text() for one in functions)]
    return "\n".join([*text, f"{entry} {body}"]), len(kernel.parameters)
