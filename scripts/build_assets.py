#!/usr/bin/env python3
"""Makes the fonts and the icon list in phoneworld/assets from the packages that they come from.

    pip install fonttools brotli
    scripts/build_assets.py phoneworld/assets [more icon names ...]

Needs apt-get and dpkg-deb (Debian or a relative of it) and npm, which fetch the packages by name;
LICENSES.md in the folder names their versions. The icons are those in icons.json plus those named.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

DEBIAN = ("fonts-roboto-unhinted", "fonts-noto-core", "fonts-droid-fallback")
NPM = (
    "@expo-google-fonts/roboto-mono@0.4.2",
    "@expo-google-fonts/noto-sans-arabic@0.4.3",
    "@expo-google-fonts/noto-sans-hebrew@0.4.1",
    "@expo-google-fonts/noto-emoji@0.4.7",
    "material-icons@1.13.14",
)
ICON_ALIASES = {"hourglass": "hourglass_empty", "lap": "flag", "triangle": "change_history"}
SMALLEST_KERN = 16
"""Pairs that move by less, in font units, do not show at the sizes of a phone."""


def codes(*parts: str | int | tuple[int, int]) -> set[int]:
    """Code points given as text, as numbers and as first and last of a range."""
    found: set[int] = set()
    for part in parts:
        if isinstance(part, tuple):
            found.update(range(part[0], part[1] + 1))
        elif isinstance(part, str):
            found.update(map(ord, part))
        else:
            found.add(part)
    return found


GREEK_EXTENDED, PHONETIC = (0x1F00, 0x1FFF), (0x250, 0x2AF)
TEXT = codes(
    (0x20, 0x7E), (0xA0, 0x24F), PHONETIC, (0x2B0, 0x52F), (0x1E00, 0x1EFF), GREEK_EXTENDED,
    (0x2000, 0x20CF), (0x2100, 0x22FF), (0x25A0, 0x25FF), 0xFB01, 0xFB02, 0xFFFD,
)  # fmt: skip
KERNED = codes((0x21, 0x7E), (0xC0, 0xFF), "‘’“”–—…", (0x410, 0x44F))
MONO = codes(
    (0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9), (0x400, 0x45F), (0x2010, 0x2026),
    (0x20A0, 0x20BF), (0x2190, 0x2193), 0xFFFD,
)  # fmt: skip
ARABIC = codes(
    (0x600, 0x6FF), (0xFB50, 0xFBFF), (0xFC5E, 0xFC63), (0xFDF0, 0xFDFD), (0xFE70, 0xFEFC),
    " ()[].,:;!?-/%0123456789", 0x200C, 0x200D, 0x25CC,
)  # fmt: skip
HEBREW = codes((0x590, 0x5FF), (0xFB1D, 0xFB4F), " ₪", 0x200C, 0x200D, 0x25CC)
MATH = codes((0x2190, 0x21FF), "∀∃∅∈∉∩∪⊂⊃∧∨∴∝∠∥⊥≡")
SYMBOLS = codes("⌘⌥⌫⌦⏎⏏␣", (0x25A0, 0x25FF), "☆★☎☐☑☒♠♣♥♦♪♫", (0x2701, 0x2718))
NOT_EMOJI = codes(
    "#*0123456789", (0xE0000, 0xE0FFF), (0xFE000, 0xFFFFF), (0x1F100, 0x1F170)
)  # fmt: skip


def east_asian() -> set[int]:
    """What the everyday levels of the national standards hold, without Latin and line drawing."""
    low = range(0xA1, 0xFF)
    standards = (
        ("gb2312", range(0xA1, 0xF8), low),
        ("euc_jp", range(0xA1, 0xD0), low),
        ("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *low)),
        ("euc_kr", range(0xB0, 0xC9), low),
    )
    found = codes(
        (0x3000, 0x30FF), (0x3131, 0x318E), (0xFF01, 0xFF9F), (0xFFE0, 0xFFE6),
        "✓✔✗✘★☆●○■□▲△▼▽◆◇→←↑↓↔⇒⇔℃№※",
    )  # fmt: skip
    for encoding, first, second in standards:
        for lead in first:
            for trail in second:
                letter = bytes((lead, trail)).decode(encoding, errors="ignore")
                found.update(map(ord, letter if len(letter) == 1 else ""))
    return {code for code in found if code >= 0x2000 and not 0x2500 <= code < 0x2580}


def fetch(folder: Path) -> None:
    """Download and unpack all packages, Debian's and npm's each into a tree of their own."""
    subprocess.run(["apt-get", "download", *DEBIAN], cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder / "debian"], check=True)
    for package in NPM:
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
    for archive in folder.glob("*.tgz"):
        target = folder / "npm" / archive.stem
        target.mkdir(parents=True)
        subprocess.run(["tar", "-xzf", archive, "-C", target], check=True)


def find(folder: Path, name: str) -> Path:
    """The file of that name among the unpacked packages."""
    found = sorted(folder.rglob(name))
    if not found:
        raise FileNotFoundError(f"no {name} in the packages: has one of them changed?")
    return found[0]


def cut(source: Path, target: Path, wanted: Iterable[int], *, kerning: bool = False) -> None:
    """Write a font that has only the wanted characters, without hints and layout rules."""
    options = subset.Options()
    options.layout_features = ["kern"] if kerning else []
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_languages = [0x409]
    options.glyph_names = False
    options.notdef_outline = True
    options.recalc_bounds = False
    options.recalc_timestamp = False
    options.drop_tables += ["STAT", "vhea", "vmtx", "DSIG", "meta", "BASE"]
    font = subset.load_font(str(source), options, lazy=False)
    font.flavor = None
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.save(target)


def keep_kerning(path: Path) -> None:
    """Turn the pair kerning of GPOS into a `kern` table, which needs no shaping engine."""
    font = TTFont(path, recalcTimestamp=False)
    letters = [glyph for code, glyph in font.getBestCmap().items() if code in KERNED]
    rules = font["GPOS"].table
    lookups = sorted(
        {
            index
            for record in rules.FeatureList.FeatureRecord
            if record.FeatureTag == "kern"
            for index in record.Feature.LookupListIndex
        }
    )
    pairs: dict[tuple[str, str], int] = {}
    for index in lookups:
        seen: set[tuple[str, str]] = set()
        for table in rules.LookupList.Lookup[index].SubTable:
            for pair, distance in _pairs_of(getattr(table, "ExtSubTable", table), letters):
                if pair not in seen:
                    seen.add(pair)
                    pairs[pair] = pairs.get(pair, 0) + distance
    kern = KernTable_format_0()
    kern.version, kern.coverage, kern.apple, kern.tupleIndex = 0, 1, False, None
    kern.kernTable = {pair: by for pair, by in pairs.items() if abs(by) >= SMALLEST_KERN}
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [kern]
    for tag in ("GPOS", "GSUB", "GDEF"):
        if tag in font:
            del font[tag]
    font.save(path)


def _pairs_of(table: object, letters: list[str]) -> Iterable[tuple[tuple[str, str], int]]:
    """The pairs of letters in one subtable; the first subtable that has a pair decides."""
    if table.LookupType != 2:
        return
    covered = set(table.Coverage.glyphs)
    wanted = set(letters)
    if table.Format == 1:
        for left, entries in zip(table.Coverage.glyphs, table.PairSet, strict=True):
            for entry in entries.PairValueRecord if left in wanted else ():
                if entry.SecondGlyph in wanted:
                    yield (left, entry.SecondGlyph), getattr(entry.Value1, "XAdvance", 0)
        return
    for left in letters:
        if left in covered:
            row = table.Class1Record[table.ClassDef1.classDefs.get(left, 0)].Class2Record
            for right in letters:
                value = row[table.ClassDef2.classDefs.get(right, 0)].Value1
                yield (left, right), getattr(value, "XAdvance", 0)


def build_fonts(sources: Path, assets: Path) -> None:
    for weight in ("Regular", "Medium", "Bold"):
        wanted = TEXT if weight == "Regular" else TEXT - codes(GREEK_EXTENDED, PHONETIC)
        target = assets / f"Roboto-{weight}.ttf"
        cut(find(sources, f"Roboto-{weight}.ttf"), target, wanted, kerning=True)
        keep_kerning(target)
    for number, weight in (("400Regular", "Regular"), ("700Bold", "Bold")):
        arabic, hebrew = f"NotoSansArabic_{number}.ttf", f"NotoSansHebrew_{number}.ttf"
        cut(find(sources, arabic), assets / f"NotoSansArabic-{weight}.ttf", ARABIC)
        cut(find(sources, hebrew), assets / f"NotoSansHebrew-{weight}.ttf", HEBREW)
    emoji = find(sources, "NotoEmoji_400Regular.ttf")
    cut(emoji, assets / "NotoEmoji-Regular.ttf", set(TTFont(emoji).getBestCmap()) - NOT_EMOJI)
    for source, target, wanted in (
        ("RobotoMono_400Regular.ttf", "RobotoMono-Regular.ttf", MONO),
        ("DroidSansFallback.ttf", "DroidSansFallback-subset.ttf", east_asian()),
        ("NotoSansMath-Regular.ttf", "NotoSansMath-subset.ttf", MATH),
        ("NotoSansSymbols2-Regular.ttf", "NotoSansSymbols2-subset.ttf", SYMBOLS),
    ):
        cut(find(sources, source), assets / target, wanted)


def build_icons(sources: Path, assets: Path, more: list[str]) -> None:
    listing = assets / "icons.json"
    wanted = {*json.loads(listing.read_text()), *more} if listing.exists() else set(more)
    table = find(sources, "_codepoints.scss").read_text()
    known = dict(re.findall(r'"?([a-z0-9_]+)"?:\s*"?\\?"?([0-9a-f]{4,6})', table))
    icons = {name: known[ICON_ALIASES.get(name, name)] for name in sorted(wanted)}
    font = find(sources, "material-icons.woff2")
    cut(font, assets / "MaterialIcons-subset.ttf", {int(code, 16) for code in icons.values()})
    listing.write_text(json.dumps(icons, indent=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assets", type=Path, help="the folder to write to")
    parser.add_argument("icons", nargs="*", help="icons to add, by their Material name")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder)
        fetch(sources)
        build_fonts(sources, options.assets)
        build_icons(sources, options.assets, options.icons)


if __name__ == "__main__":
    main()
