"""QR codes as SVG, for links that a phone scans from another screen.

Byte mode at error correction level L, versions 1 to 6 (ISO/IEC 18004): up to 134 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from markupsafe import Markup

# Of versions 1 to 6: error correction codewords per block, blocks, data codewords per block.
_VERSIONS = ((7, 1, 19), (10, 1, 34), (15, 1, 55), (20, 1, 80), (26, 1, 108), (18, 2, 68))
_MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
_FIELD, _GENERATOR = 0x11D, 0x537  # polynomials: of GF(256), of the format bits
_QUIET = 4  # modules around a code

Modules = list[list[int]]


def qr_code(text: str, label: str) -> Markup:
    """Return a text as a QR code, or nothing if it is too long."""
    data = text.encode()
    fitting = [
        n for n, (_, blocks, size) in enumerate(_VERSIONS, 1) if len(data) + 2 <= blocks * size
    ]
    if not fitting:
        return Markup("")
    modules = encode(data, fitting[0])
    size = len(modules) + 2 * _QUIET
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z"
        for y, row in enumerate(modules)
        for x, dark in enumerate(row)
        if dark
    )
    svg = Markup(
        '<svg viewBox="0 0 {0} {0}" class="qr" role="img" aria-label="{1}">'
        '<path fill="#fff" d="M0 0h{0}v{0}h-{0}z"/><path fill="#000" d="{2}"/></svg>'
    )
    return svg.format(size, label, path)


def encode(data: bytes, version: int) -> Modules:
    """Return the rows of modules (1: dark) with the mask that has the lowest penalty."""
    bits = [bit for byte in _codewords(data, version) for bit in _bits(byte, 8)]
    return min((_draw(version, bits, mask) for mask in range(len(_MASKS))), key=_penalty)


def _bits(number: int, length: int) -> list[int]:
    return [number >> n & 1 for n in range(length - 1, -1, -1)]


def _codewords(data: bytes, version: int) -> list[int]:
    """Return the data with its length, padding and interleaved error correction."""
    correction, blocks, size = _VERSIONS[version - 1]
    bits = [*_bits(4, 4), *_bits(len(data), 8), *(bit for byte in data for bit in _bits(byte, 8))]
    bits += [0] * min(4, 8 * blocks * size - len(bits))
    words = [int("".join(map(str, bits[n : n + 8])), 2) for n in range(0, len(bits), 8)]
    words += [(236, 17)[n % 2] for n in range(blocks * size - len(words))]
    parts = [words[n * size : (n + 1) * size] for n in range(blocks)]
    checks = [_correct(part, correction) for part in parts]
    return [
        word for rows in (parts, checks) for column in zip(*rows, strict=True) for word in column
    ]


def _multiply(a: int, b: int) -> int:
    """Multiply in GF(256)."""
    result = 0
    while b:
        result ^= a * (b & 1)
        a, b = (a << 1) ^ (_FIELD if a & 0x80 else 0), b >> 1
    return result


def _correct(part: list[int], length: int) -> list[int]:
    """Return the Reed-Solomon codewords of a block."""
    divisor, root = [1], 1
    for _ in range(length):
        shifted = [*divisor, 0]
        divisor = [a ^ _multiply(b, root) for a, b in zip(shifted, [0, *divisor], strict=True)]
        root = _multiply(root, 2)
    rest = [*part, *[0] * length]
    for n in range(len(part)):
        factor = rest[n]
        for k, each in enumerate(divisor):
            rest[n + k] ^= _multiply(each, factor)
    return rest[len(part) :]


def _draw(version: int, bits: list[int], mask: int) -> Modules:
    size = 17 + 4 * version
    fixed = _fixed_modules(version, mask)
    modules = [[fixed.get((y, x), 0) for x in range(size)] for y in range(size)]
    stream = iter(bits)
    for y, x in _zigzag(size):
        if (y, x) not in fixed:
            modules[y][x] = next(stream, 0) ^ (_MASKS[mask](y, x) == 0)
    return modules


def _zigzag(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places of data modules: pairs of columns from the right, up and down."""
    columns = [*range(size - 1, 6, -2), *range(5, 0, -2)]
    for n, right in enumerate(columns):
        for y in range(size) if n % 2 else range(size - 1, -1, -1):
            yield y, right
            yield y, right - 1


def _fixed_modules(version: int, mask: int) -> dict[tuple[int, int], int]:
    """Return the modules that carry no data: finders, timing, alignment and format."""
    size = 17 + 4 * version
    fixed = {(6, n): 1 - n % 2 for n in range(size)} | {(n, 6): 1 - n % 2 for n in range(size)}
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for y in range(max(0, top - 1), min(size, top + 8)):
            for x in range(max(0, left - 1), min(size, left + 8)):
                ring = max(abs(y - top - 3), abs(x - left - 3))
                fixed[y, x] = int(ring in (0, 1, 3))
    if version > 1:
        middle = size - 7
        for y in range(middle - 2, middle + 3):
            for x in range(middle - 2, middle + 3):
                fixed[y, x] = int(max(abs(y - middle), abs(x - middle)) != 1)
    for n, bit in enumerate(reversed(_format_bits(mask))):
        fixed[n + (n > 5) if n < 8 else size - 15 + n, 8] = bit
        fixed[8, size - 1 - n if n < 8 else 15 - n - (n > 8)] = bit
    fixed[size - 8, 8] = 1
    return fixed


def _format_bits(mask: int) -> list[int]:
    data = 0b01 << 3 | mask  # level L
    rest = data << 10
    for shift in range(4, -1, -1):
        if rest >> (shift + 10) & 1:
            rest ^= _GENERATOR << shift
    return _bits((data << 10 | rest) ^ 0b101010000010010, 15)


def _penalty(modules: Modules) -> int:
    """Return how hard a code is to read: long runs and blocks of one color."""
    total = 0
    for lines in (modules, [list(column) for column in zip(*modules, strict=True)]):
        for line in lines:
            text = "".join(map(str, line))
            runs = text.replace("01", "0 1").replace("10", "1 0").split()
            total += sum(len(run) - 2 for run in runs if len(run) >= 5)
            total += 40 * (text.count("10111010000") + text.count("00001011101"))
    size = range(len(modules) - 1)
    total += 3 * sum(
        modules[y][x] == modules[y][x + 1] == modules[y + 1][x] == modules[y + 1][x + 1]
        for y in size
        for x in size
    )
    dark = sum(map(sum, modules)) / len(modules) ** 2
    return total + 10 * int(abs(dark - 0.5) * 20)
