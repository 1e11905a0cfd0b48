#!/usr/bin/env python3
"""Makes ../src/font/cp437.hex from the public-domain X11 fonts 9x15 and 9x15B ("font-misc-misc").

Run once; needed again only to choose other fonts. On Debian:

    apt-get download xfonts-base && dpkg -x xfonts-base_*.deb .
    ./convert.py usr/share/fonts/X11/misc > ../src/font/cp437.hex

A glyph is 16 by 16 dots, so that cells are square, and shades and box-drawing lines meet those of the next cell:

- bold where there is a bold glyph, otherwise the plain one, thickened by a dot to the right where it is thin;
- placed so that capitals are in the middle of the cell;
- box-drawing lines extend to the cell's edges, and shades and blocks are drawn for the whole cell.

Each line of the result is a code of Code Page 437, a colon, and sixteen rows of four hexadecimal digits, the leftmost
dot first.
"""

import gzip
import struct
import sys

# Code Page 437, as in crates/mapgen/src/cp437.rs.
GLYPHS = (
    " ☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"
    " !\"#$%&'()*+,-./0123456789:;<=>?"
    "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
    "`abcdefghijklmnopqrstuvwxyz{|}~⌂"
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ"
    "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0"
)
CELL, WIDTH, HEIGHT, ASCENT = 16, 9, 15, 12
LEFT, TOP = 4, 1  # where the font's own cell begins in ours
METRICS, BITMAPS, ENCODINGS = 1 << 2, 1 << 3, 1 << 5


class Font:
    """A font in X11's compiled format (PCF): the subset that these fonts use."""

    def __init__(self, path):
        self.data = gzip.open(path).read()
        (count,) = struct.unpack_from("<I", self.data, 4)
        self.tables = {}
        for index in range(count):
            kind, _, _, offset = struct.unpack_from("<4I", self.data, 8 + 16 * index)
            self.tables[kind] = offset
        self.metrics = self.read_metrics()
        self.indices = self.read_encodings()

    def table(self, kind):
        offset = self.tables[kind]
        (layout,) = struct.unpack_from("<I", self.data, offset)
        return offset + 4, layout, ">" if layout & 4 else "<"

    def read_metrics(self):
        at, layout, order = self.table(METRICS)
        if layout & 0x100:  # compressed: a byte for each number
            (count,) = struct.unpack_from(order + "H", self.data, at)
            return [[byte - 0x80 for byte in self.data[at + 2 + 5 * i : at + 7 + 5 * i]] for i in range(count)]
        (count,) = struct.unpack_from(order + "I", self.data, at)
        return [struct.unpack_from(order + "5h", self.data, at + 4 + 12 * i) for i in range(count)]

    def read_encodings(self):
        at, _, order = self.table(ENCODINGS)
        first, last, first_row, last_row, _ = struct.unpack_from(order + "5h", self.data, at)
        indices, at = {}, at + 10
        for row in range(first_row, last_row + 1):
            for column in range(first, last + 1):
                (index,) = struct.unpack_from(order + "H", self.data, at)
                at += 2
                if index != 0xFFFF:
                    indices[row * 256 + column] = index
        return indices

    def dots(self, character):
        """The dots of a character in the font's own cell, or None where it has none."""
        index = self.indices.get(ord(character))
        if index is None:
            return None
        left, right, _, ascent, descent = self.metrics[index]
        at, layout, order = self.table(BITMAPS)
        (count,) = struct.unpack_from(order + "I", self.data, at)
        (offset,) = struct.unpack_from(order + "I", self.data, at + 4 + 4 * index)
        start, pad = at + 4 + 4 * count + 16 + offset, 1 << (layout & 3)
        stride = ((right - left + 7) // 8 + pad - 1) // pad * pad
        dots = set()
        for y in range(ascent + descent):
            for x in range(right - left):
                byte = self.data[start + y * stride + x // 8]
                if byte >> (7 - x % 8 if layout & 8 else x % 8) & 1:
                    dots.add((left + x, ASCENT - ascent + y))
        return dots


def whole_cell(character):
    """The rules for shades and blocks, which fill their cells."""
    sparse = lambda x, y: y % 2 == 0 and x % 2 == y // 2 % 2
    inside = {
        "░": sparse,
        "▒": lambda x, y: (x + y) % 2 == 0,
        "▓": lambda x, y: not sparse(x, y),
        "█": lambda x, y: True,
        "▄": lambda x, y: y >= CELL // 2,
        "▀": lambda x, y: y < CELL // 2,
        "▌": lambda x, y: x < CELL // 2,
        "▐": lambda x, y: x >= CELL // 2,
    }.get(character)
    return inside and {(x, y) for y in range(CELL) for x in range(CELL) if inside(x, y)}


def reaching_to_the_edges(dots):
    """Extends a line that meets the edge of the font's cell to the edge of ours."""
    clamp = lambda value, end: min(max(value, 0), end - 1)
    return {
        (x, y)
        for y in range(CELL)
        for x in range(CELL)
        if (clamp(x - LEFT, WIDTH), clamp(y - TOP, HEIGHT)) in dots
    }


def glyph(code, plain, bold):
    character = GLYPHS[code]
    if filled := whole_cell(character):
        return filled
    if 0xB0 <= code < 0xE0 or character in "⌠⌡":
        return reaching_to_the_edges(plain.dots(character))
    dots = bold.dots(character)
    if dots is None:
        dots = plain.dots(character)
        if code >= 0x20:  # the pictures before these are solid enough
            dots |= {(x + 1, y) for x, y in dots}
    return {(x + LEFT, y + TOP) for x, y in dots}


def main():
    folder = sys.argv[1]
    plain, bold = Font(folder + "/9x15.pcf.gz"), Font(folder + "/9x15B.pcf.gz")
    for code in range(256):
        dots = glyph(code, plain, bold)
        rows = (sum(1 << (CELL - 1 - x) for x in range(CELL) if (x, y) in dots) for y in range(CELL))
        print(f"{code:02x}:" + "".join(f"{row:04x}" for row in rows))


main()
