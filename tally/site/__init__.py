"""The published site: static pages, pictures, data and a feed of what the town may know of a game.

In: a game folder. Out: the files of its `site/`, written only where they changed; `tally.site.publish` does it all.
"""
