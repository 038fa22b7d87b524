"""A day's report as a piece of HTML that stands by itself: no style sheet, no script; colours beside words.

In: a report. Out: a `section`.
"""

from jinja2 import Environment, PackageLoader, StrictUndefined

from tally.count.report import DayReport
from tally.formats.sheet import make_sheet
from tally.harmless import safe_link
from tally.texts import _, language

__all__ = ["report_as_html"]


def report_as_html(report: DayReport) -> str:
    """The section, ended by a line break."""
    pages = Environment(
        loader=PackageLoader("tally"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    pages.globals["_"] = _
    template = pages.get_template("report.html")
    return template.render(sheet=make_sheet(report), link=safe_link, language=language()) + "\n"
