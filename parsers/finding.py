"""From the tree of a page to the parts of each post: in which layout it is drawn, and what of it is not to be trusted.

A post that is there but cannot be found must never be lost without a word: it would be taken for a deleted one.
"""

from collections.abc import Iterator

from parsers.engine import Engine, Layout, Parts
from parsers.page import Defect, DefectCode
from parsers.tree import Element, cut_in

__all__ = ["CUTS", "find_posts"]

# The last post of a page that was cut may have been cut itself.
CUTS = frozenset({DefectCode.CUT_SHORT, DefectCode.TOO_DEEP})

# Of posts that are lost, so many are named.
_MOST_NAMED = 100


def find_posts(root: Element, text: str, engine: Engine, faults: list[Defect]) -> tuple[Layout | None, list[Parts]]:
    """The layout in which the page is drawn, and the parts of each post, without the post that the page was cut in.

    `text` is the source of the page: posts that are in it and not among those found are added to `faults`.
    """
    for place, layout in enumerate(engine.layouts):
        elements = layout.posts(root)
        if not elements:
            continue
        noted: list[Defect] = []
        found = list(_pick_posts(elements, layout, noted))
        lost = _Lost(root, text, engine, found)
        for wider in engine.layouts[place + 1 :] if lost.apart else ():
            # a tag too many in a post moves those that follow out of their box
            others = wider.posts(root)
            if len(others) > len(elements):
                layout, elements, noted = wider, others, []
                found = list(_pick_posts(elements, layout, noted))
                lost = _Lost(root, text, engine, found)
                break
        noted += [Defect(DefectCode.UNREAD_POST, post=number) for number in lost.swallowed[:_MOST_NAMED]]
        faults += noted
        if found and any(fault.code in CUTS for fault in faults) and not _is_last_whole(root, elements, found[-1]):
            del found[-1]
        return layout, found
    return None, []


def _is_last_whole(root: Element, elements: list[Element], last: Parts) -> bool:
    """Whether the last post of a page that was cut had been closed before the cut, with all that belongs to it."""
    cut = cut_in(root)
    if cut is None or last.body is None:
        return False
    still_open = {*cut.iterancestors()}
    *before, element = elements
    # the box of the post: what it does not share with the post before it
    shared = {*before[-1].iterancestors()} if before else {*element.iterancestors()}
    box = element
    for above in element.iterancestors():
        if above in shared:
            break
        box = above
    return box not in still_open and last.body is not box and box in last.body.iterancestors()


def _pick_posts(elements: list[Element], layout: Layout, faults: list[Defect]) -> Iterator[Parts]:
    bodies: set[Element] = set()
    seen: set[str] = set()
    parent = elements[0].getparent()
    for element in elements:
        # where a forum lets HTML through, a post may hold what looks like another post; one beside the first does not
        if element.getparent() is not parent and any(above in bodies for above in element.iterancestors()):
            continue
        parts = layout.pick(element) if layout.pick else _pick_by_places(element, layout)
        if parts.hidden:
            continue
        if parts.body is None or (parts.id is None and (layout.id or layout.pick)):
            faults.append(Defect(DefectCode.UNREAD_POST, post=parts.id))
            continue
        bodies.add(parts.body)
        if parts.id is not None:
            if parts.id in seen:
                faults.append(Defect(DefectCode.REPEATED_POST, post=parts.id))
                continue
            seen.add(parts.id)
        yield parts


class _Lost:
    """The posts that the source of the page has and that were not read.

    `swallowed`: they are not in the tree, or only as words of another post, in which a tag, a comment or a script was
    left open. `apart`: they stand by themselves; mostly they are left out by intent (deleted, hidden, repeated).
    """

    def __init__(self, root: Element, text: str, engine: Engine, found: list[Parts]) -> None:
        self.swallowed: list[str] = []
        self.apart: list[str] = []
        known = {parts.id for parts in found}
        if engine.trace is None or not known or None in known:
            return
        lost = {value: number for value, number in engine.trace.findall(text) if number not in known}
        if not lost:
            return
        bodies = {parts.body for parts in found}
        standing = _elements_with(lost, root)
        for value, number in lost.items():
            element = standing.get(value)
            if element is None or not bodies.isdisjoint(element.iterancestors()):
                self.swallowed.append(number)
            else:
                self.apart.append(number)


def _elements_with(values: dict[str, str], root: Element) -> dict[str, Element]:
    """The first element for each of `values` that has it as an attribute."""
    found: dict[str, Element] = {}
    for element in root.iter("*"):
        for value in element.values():
            if value in values:
                found.setdefault(value, element)
    return found


def _pick_by_places(element: Element, layout: Layout) -> Parts:
    bodies = layout.body(element) if layout.body else []
    edit = layout.edit(element) if layout.edit else None
    return Parts(
        id=layout.id(element) if layout.id else None,
        body=bodies[0] if bodies else None,
        author=layout.author(element) if layout.author else None,
        author_id=layout.author_id(element) if layout.author_id else None,
        number=layout.number(element) if layout.number else None,
        stamp=layout.stamp(element) if layout.stamp else None,
        time=layout.time(element) if layout.time else None,
        link=layout.link(element) if layout.link else None,
        edit=edit,
        edit_by=layout.edit_by(element) if edit and layout.edit_by else None,
    )
