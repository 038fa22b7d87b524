"""From what stands in a style, a class or a `font` to a colour, and from a colour to what it means in the game.

What counts as red or blue is a rule over hue, saturation and lightness, and a game may set other colours (`Palette`):
a forum that votes in green says `red = ["green"]`.
"""

import colorsys
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from parsers.page import Colour

__all__ = [
    "COLOUR_NAMES",
    "FAMILIES",
    "RED_AND_BLUE",
    "Palette",
    "class_colour",
    "family",
    "font_colour",
    "style_colour",
]

COLOUR_NAMES: Mapping[str, str] = MappingProxyType(
    {
        name: "#" + value
        for name, value in (
            pair.split()
            for pair in """
    aliceblue f0f8ff  antiquewhite faebd7  aqua 00ffff  aquamarine 7fffd4  azure f0ffff  beige f5f5dc  bisque ffe4c4
    black 000000  blanchedalmond ffebcd  blue 0000ff  blueviolet 8a2be2  brown a52a2a  burlywood deb887
    cadetblue 5f9ea0  chartreuse 7fff00  chocolate d2691e  coral ff7f50  cornflowerblue 6495ed  cornsilk fff8dc
    crimson dc143c  cyan 00ffff  darkblue 00008b  darkcyan 008b8b  darkgoldenrod b8860b  darkgray a9a9a9
    darkgreen 006400  darkgrey a9a9a9  darkkhaki bdb76b  darkmagenta 8b008b  darkolivegreen 556b2f
    darkorange ff8c00  darkorchid 9932cc  darkred 8b0000  darksalmon e9967a  darkseagreen 8fbc8f
    darkslateblue 483d8b  darkslategray 2f4f4f  darkslategrey 2f4f4f  darkturquoise 00ced1  darkviolet 9400d3
    deeppink ff1493  deepskyblue 00bfff  dimgray 696969  dimgrey 696969  dodgerblue 1e90ff  firebrick b22222
    floralwhite fffaf0  forestgreen 228b22  fuchsia ff00ff  gainsboro dcdcdc  ghostwhite f8f8ff  gold ffd700
    goldenrod daa520  gray 808080  green 008000  greenyellow adff2f  grey 808080  honeydew f0fff0  hotpink ff69b4
    indianred cd5c5c  indigo 4b0082  ivory fffff0  khaki f0e68c  lavender e6e6fa  lavenderblush fff0f5
    lawngreen 7cfc00  lemonchiffon fffacd  lightblue add8e6  lightcoral f08080  lightcyan e0ffff
    lightgoldenrodyellow fafad2  lightgray d3d3d3  lightgreen 90ee90  lightgrey d3d3d3  lightpink ffb6c1
    lightsalmon ffa07a  lightseagreen 20b2aa  lightskyblue 87cefa  lightslategray 778899  lightslategrey 778899
    lightsteelblue b0c4de  lightyellow ffffe0  lime 00ff00  limegreen 32cd32  linen faf0e6  magenta ff00ff
    maroon 800000  mediumaquamarine 66cdaa  mediumblue 0000cd  mediumorchid ba55d3  mediumpurple 9370db
    mediumseagreen 3cb371  mediumslateblue 7b68ee  mediumspringgreen 00fa9a  mediumturquoise 48d1cc
    mediumvioletred c71585  midnightblue 191970  mintcream f5fffa  mistyrose ffe4e1  moccasin ffe4b5
    navajowhite ffdead  navy 000080  oldlace fdf5e6  olive 808000  olivedrab 6b8e23  orange ffa500  orangered ff4500
    orchid da70d6  palegoldenrod eee8aa  palegreen 98fb98  paleturquoise afeeee  palevioletred db7093
    papayawhip ffefd5  peachpuff ffdab9  peru cd853f  pink ffc0cb  plum dda0dd  powderblue b0e0e6  purple 800080
    rebeccapurple 663399  red ff0000  rosybrown bc8f8f  royalblue 4169e1  saddlebrown 8b4513  salmon fa8072
    sandybrown f4a460  seagreen 2e8b57  seashell fff5ee  sienna a0522d  silver c0c0c0  skyblue 87ceeb
    slateblue 6a5acd  slategray 708090  slategrey 708090  snow fffafa  springgreen 00ff7f  steelblue 4682b4
    tan d2b48c  teal 008080  thistle d8bfd8  tomato ff6347  turquoise 40e0d0  violet ee82ee  wheat f5deb3
    white ffffff  whitesmoke f5f5f5  yellow ffff00  yellowgreen 9acd32
""".replace("\n", "  ").split("  ")
            if pair.strip()
        )
    }
)

# Family → hues in degrees, from (included) to (excluded). Tomato (9°) is still red, orangered (16°) is not; deepskyblue
# (195°) is blue, turquoise is not; slateblue (248°) is blue, blueviolet (271°) is not.
FAMILIES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "red": (344.5, 372.0),
        "orange": (12.0, 45.0),
        "yellow": (45.0, 70.0),
        "green": (70.0, 165.0),
        "cyan": (165.0, 190.0),
        "blue": (190.0, 255.0),
        "purple": (255.0, 300.0),
        "pink": (300.0, 344.5),
    }
)
# Paler than this no eye calls it a colour; lighter is pink or sky; darker is black. Rosybrown (saturation 0.25) and the
# dark slate that editors paste (`#2f3d4b`, 0.23) are out, steelblue (0.44) and indianred (0.53) in; salmon (lightness
# 0.71) is out, tomato (0.64) in; skyblue (0.73) is out, cornflowerblue (0.66) in; navy (0.25) is in.
_LEAST_SATURATION = 0.35
_LIGHTNESS = (0.12, 0.70)
# A colour that shows less than this of itself cannot be told by eye.
_LEAST_ALPHA = 0.3

_PASSED_THROUGH = frozenset({"inherit", "currentcolor", "initial", "unset", "revert"})
_COLOUR_IN_STYLE = re.compile(r"(?:^|;)\s*color\s*:\s*([^;]+)", re.I)
_FUNCTION = re.compile(r"(rgb|hsl)a?\(\s*([^)]*)\)")
_NUMBER = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+))(%|deg|turn|rad|grad)?")
_COLOUR_CLASS = re.compile(
    r"(?:(?:bb|bbc|bbcode|c|colou?r|col|fg|font|mycode|text|txt|postcolou?r)[-_]?)?([a-z]{3,20})"
)


@dataclass(frozen=True, slots=True)
class Palette:
    """Which colours mean against (`red`) and in defence (`blue`).

    Each entry is a family of `FAMILIES` or one CSS colour exactly; a colour named exactly goes before a family.
    """

    red: tuple[str, ...] = ("red",)
    blue: tuple[str, ...] = ("blue",)
    # the colours of a forum's editor are few, and each is asked for again and again
    _known: dict[str, Colour | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    def meaning(self, colour: str) -> Colour | None:
        """What `colour` (`#rrggbb`) means; None for any other colour."""
        try:
            return self._known[colour]
        except KeyError:
            pass
        if len(self._known) > 4096:
            self._known.clear()
        meaning = self._known[colour] = self._find_meaning(colour)
        return meaning

    def _find_meaning(self, colour: str) -> Colour | None:
        wanted = ((Colour.RED, self.red), (Colour.BLUE, self.blue))
        for meaning, entries in wanted:
            if any(entry not in FAMILIES and _read_colour(entry.strip().lower()) == colour for entry in entries):
                return meaning
        kin = family(colour)
        for meaning, entries in wanted:
            if kin is not None and kin in entries:
                return meaning
        return None


RED_AND_BLUE = Palette()


def family(colour: str) -> str | None:
    """The family that `colour` (`#rrggbb`) belongs to; None where it is too pale, too light or too dark to have one."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    if saturation < _LEAST_SATURATION or not _LIGHTNESS[0] <= lightness <= _LIGHTNESS[1]:
        return None
    degrees = round(hue * 360, 3)
    for name, (start, end) in FAMILIES.items():
        if start <= degrees < end or start <= degrees + 360 < end:
            return name
    return None


@lru_cache(maxsize=4096)
def style_colour(style: str) -> str | None:
    """The text colour that a `style` attribute sets, as `#rrggbb`.

    None where it sets none, sets one that a browser ignores, or passes the outer colour through; `""` where the text
    has a colour that no eye sees (`transparent`).
    """
    found = None
    for value in _COLOUR_IN_STYLE.findall(style):
        value = value.strip().lower().removesuffix("!important").rstrip()
        if value not in _PASSED_THROUGH:
            found = _read_colour(value) if _read_colour(value) is not None else found
    return found


@lru_cache(maxsize=4096)
def font_colour(value: str) -> str | None:
    """The colour that `<font color=…>` sets, as `#rrggbb`: browsers make one of almost anything."""
    value = value.strip().lower()
    if not value or value == "transparent":
        return None
    known = COLOUR_NAMES.get(value)
    if known is not None:
        return known
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return "#" + "".join(digit * 2 for digit in value[1:])
    # the HTML standard's «rules for parsing a legacy colour value»
    digits = re.sub(r"[^0-9a-f]", "0", value[:128].removeprefix("#"))
    digits = digits.ljust(max(3, -(-len(digits) // 3) * 3), "0")
    size = len(digits) // 3
    parts = [digits[place * size : (place + 1) * size][-8:] for place in range(3)]
    while len(parts[0]) > 2 and all(part[0] == "0" for part in parts):
        parts = [part[1:] for part in parts]
    return "#" + "".join(part[:2].rjust(2, "0") for part in parts)


@lru_cache(maxsize=4096)
def class_colour(names: str) -> str | None:
    """The colour that a class of a BBCode extension names (`red`, `color-red`, `bbc_blue`), as `#rrggbb`."""
    for name in names.lower().split():
        found = _COLOUR_CLASS.fullmatch(name)
        if found and found.group(1) in COLOUR_NAMES:
            return COLOUR_NAMES[found.group(1)]
    return None


def _read_colour(value: str) -> str | None:
    named = COLOUR_NAMES.get(value)
    if named is not None:
        return named
    if value.startswith("#"):
        return _read_hex(value[1:])
    if value == "transparent":
        return ""
    function = _FUNCTION.fullmatch(value)
    if function is None:
        return None
    numbers = _NUMBER.findall(function.group(2))
    if len(numbers) not in (3, 4):
        return None
    if len(numbers) == 4 and _share(numbers[3], 1) < _LEAST_ALPHA:
        return ""
    if function.group(1) == "rgb":
        parts = [_share(number, 255) for number in numbers[:3]]
    else:
        turn = {"turn": 1.0, "rad": 6.283185307179586, "grad": 400.0}.get(numbers[0][1], 360.0)
        hue = float(numbers[0][0]) / turn % 1
        parts = list(colorsys.hls_to_rgb(hue, _share(numbers[2], 100), _share(numbers[1], 100)))
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def _read_hex(digits: str) -> str | None:
    if not re.fullmatch(r"[0-9a-f]+", digits):
        return None
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) == 8:
        if int(digits[6:], 16) / 255 < _LEAST_ALPHA:
            return ""
        digits = digits[:6]
    return "#" + digits if len(digits) == 6 else None


def _share(number: tuple[str, str], whole: float) -> float:
    """A number of a colour function as a share of its whole, 0 to 1."""
    value = float(number[0]) / (100 if number[1] == "%" else whole)
    return min(1.0, max(0.0, value))
