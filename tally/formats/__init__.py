"""The forms in which a day's report is given out: for a terminal, a forum's post, a web page, a spreadsheet.

In: a report. Out: text. All say the same, through `sheet`; only `spreadsheet` and JSON hold the bare facts.
"""
