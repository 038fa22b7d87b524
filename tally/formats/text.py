"""A day's report in one of the forms that are plain text to be put elsewhere: a post, a page, a file, a program.

In: a report, the name of a format. Out: the text, ended by a line break.
"""

import json

from tally.count.report import DayReport, report_as_json

__all__ = ["report_as_text"]


def report_as_text(report: DayReport, form: str, engine: str | None = None) -> str:
    """`form` is `bbcode`, in the variant of the forum `engine`, `markdown`, `html`, `csv` or `json`."""
    # each loads what it needs alone
    match form:
        case "bbcode":
            from tally.formats.bbcode import report_as_bbcode

            return report_as_bbcode(report, engine)
        case "markdown":
            from tally.formats.markdown import report_as_markdown

            return report_as_markdown(report)
        case "html":
            from tally.formats.html import report_as_html

            return report_as_html(report)
        case "csv":
            from tally.formats.spreadsheet import report_as_csv

            return report_as_csv(report)
        case _:
            return json.dumps(report_as_json(report), ensure_ascii=False, indent=2) + "\n"
