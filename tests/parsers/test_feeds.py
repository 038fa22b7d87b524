"""Feeds and calls of each engine that tell times to the second."""

import json
from datetime import UTC, datetime

import pytest

from parsers import Kind, read_page

CUTOFF = datetime(2026, 10, 31, 18, 59, 59, tzinfo=UTC)
RED = '<![CDATA[<p><span style="color: red">Вася</span></p>]]>'

PHPBB = """<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ru"><link
rel="self"
type="application/atom+xml" href="http://b.example/{self}"
/><title>Клуб</title><updated>2026-10-31T22:10:00+03:00</updated>
<entry><author><name><![CDATA[Ля]]></name></author><updated>{updated}</updated>{published}
<id>http://b.example/viewtopic.php?{query}p=71#p71</id><link href="http://b.example/viewtopic.php?{query}p=71#p71"/>
<title type="html"><![CDATA[Re: Партия 217]]></title><content type="html"><![CDATA[
<span style="color:red">Вася</span><p>Статистика: Добавлено <a href="u=72">Ля</a> — 31 окт 2026, 21:59</p><hr
/>]]></content>
</entry></feed>"""
PHPBB_33 = PHPBB.format(
    self="app.php/feed/topic/2",
    query="",
    updated="2026-10-31T22:04:05+03:00",
    published="<published>2026-10-31T21:59:59+03:00</published>",
)
PHPBB_30 = PHPBB.format(
    self="feed.php?f=4&amp;t=2", query="f=4&amp;t=2&amp;", updated="2026-10-31T21:59:59+03:00", published=""
)
SMF_RSS = f"""<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
xml:lang="ru"><channel><title>Клуб</title><item><title>
Re: Партия 217</title><link>http://b.example/index.php?topic=2.msg71#msg71</link><description>{RED}</description>
<pubDate>Sat, 31 Oct 2026 18:59:59 GMT</pubDate><guid>http://b.example/index.php?topic=2.msg71#msg71</guid></item></channel></rss>"""
SMF_ATOM = f"""<?xml version="1.0" encoding="UTF-8"?><feed
xmlns="http://www.w3.org/2005/Atom"><title>Клуб</title>{{self}}<entry>
<title>Re: Партия 217</title><link rel="alternate" href="http://b.example/index.php?topic=2.msg71#msg71" /><summary
type="html">
{RED}</summary><author><name>Ля</name><uri>http://b.example/index.php?action=profile;u=72</uri></author><published>
2026-10-31T18:59:59Z</published><updated>2026-10-31T18:59:59Z</updated><id>{{id}}</id></entry></feed>"""
SMF_ATOM_20 = SMF_ATOM.format(self="", id="http://b.example/index.php?topic=2.msg71#msg71")
SMF_ATOM_21 = SMF_ATOM.format(
    self='<link rel="self" href="http://b.example/index.php?action=.xml;type=atom;board=1" />',
    id="tag:b.example,2026:msg=71",
)
EXTERN_RSS = f"""<?xml version="1.0" encoding="utf-8"?><rss version="2.0"
xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<atom:link href="http://b.example/extern.php?action=feed&amp;tid=2&amp;type=rss&amp;show=50" rel="self" /><title>Клуб
/ Партия 217
</title><generator>{{name}}</generator><item><title><![CDATA[Re: Партия
217]]></title><link>{{link}}</link><description>{RED}
</description><author><![CDATA[dummy@example.com (Ля)]]></author><pubDate>Sat, 31 Oct 2026 18:59:59
+0000</pubDate><guid>
{{link}}</guid></item></channel></rss>"""
EXTERN_ATOM = f"""<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title
type="html"><![CDATA[Клуб]]>
</title><link rel="self" href="http://b.example/extern.php?action=feed&amp;tid=2&amp;type=atom&amp;show=50"/>
<generator>{{name}}</generator><entry><title type="html"><![CDATA[Re: Партия 217]]></title><link
rel="alternate" type="text/html"
href="{{link}}"/>
<content type="html">{RED}</content><author><name><![CDATA[Ля]]></name><uri>http://b.example/profile.php?id=72</uri></author>
<updated>2026-10-31T18:59:59Z</updated><id>{{link}}</id></entry></feed>"""
PID = "http://b.example/viewtopic.php?pid=71#p71"
DISCOURSE = f"""<?xml version="1.0" encoding="UTF-8" ?><rss version="2.0" xmlns:discourse="http://www.discourse.org/"
xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Партия
217</title><link>
https://b.example/t/partiya/2</link><atom:link href="https://b.example/t/partiya/2.rss" rel="self"
type="application/rss+xml" />
<category>Игры</category><item><title>Партия
217</title><dc:creator><![CDATA[Ля]]></dc:creator><description>{RED}</description>
<link>https://b.example/t/partiya/2/71</link><pubDate>Sat, 31 Oct 2026 18:59:59 +0000</pubDate>
<discourse:topicClosed>No</discourse:topicClosed><guid
isPermaLink="false">b.example-post-2-71</guid></item></channel></rss>"""
NODEBB = f"""<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:atom="http://www.w3.org/2005/Atom" version="2.0"><channel><title><![CDATA[Партия 217]]></title><link>
https://b.example/topic/2</link><generator>RSS for Node</generator><atom:link href="https://b.example/topic/2.rss"
rel="self"
type="application/rss+xml"/><item><title><![CDATA[Reply to Партия 217 on Sat, 31 Oct 2026 18:59:59 GMT]]></title>
<description>{RED}</description><link>https://b.example/post/71</link><guid>https://b.example/post/71</guid>
<dc:creator><![CDATA[Ля]]></dc:creator><pubDate>Sat, 31 Oct 2026 18:59:59 GMT</pubDate></item></channel></rss>"""
MYBB_QUOTE = json.dumps(
    {"message": "[quote=\"Ля\" pid='71' dateline='1793473199']\n[color=red]Вася[/color]\n[/quote]\n"}
)
SMF_QUOTE = """<?xml version="1.0" encoding="UTF-8"?><smf>
<quote>[quote author=Ля link=topic=2.msg71#msg71 date=1793473199]
[color=red]Вася[/color]
[/quote]</quote></smf>"""
RUSFF = """{"response": [{"id": "71", "topic_id": "2", "user_id": "72", "posted": "1793473199"}]}"""

FEEDS = {
    "phpBB 3.3": ("phpbb", PHPBB_33, "2"),
    "phpBB 3.0": ("phpbb", PHPBB_30, "2"),
    "SMF, RSS": ("smf", SMF_RSS, None),
    "SMF 2.0, Atom": ("smf", SMF_ATOM_20, None),
    "SMF 2.1, Atom": ("smf", SMF_ATOM_21, None),
    "SMF, quote": ("smf", SMF_QUOTE, None),
    "FluxBB, RSS": ("fluxbb", EXTERN_RSS.format(name="FluxBB", link=PID), "2"),
    "FluxBB, Atom": ("fluxbb", EXTERN_ATOM.format(name="FluxBB", link=PID), "2"),
    "PunBB, RSS": ("punbb", EXTERN_RSS.format(name="PunBB", link=PID), "2"),
    "PunBB, Atom": ("punbb", EXTERN_ATOM.format(name="PunBB", link="http://b.example/post/71/#p71"), "2"),
    "Discourse": ("discourse", DISCOURSE, "2"),
    "NodeBB": ("nodebb", NODEBB, "2"),
    "MyBB, quote": ("mybb", MYBB_QUOTE, None),
    "mybb.ru": ("rusff", RUSFF, "2"),
}


@pytest.mark.parametrize(("engine", "feed", "thread"), FEEDS.values(), ids=FEEDS)
def test_a_feed_tells_seconds(engine: str, feed: str, thread: str | None) -> None:
    page = read_page(feed.encode())
    assert (page.engine, page.kind, page.defects) == (engine, Kind.FEED, ())
    assert (page.thread.id if page.thread else None) == thread
    [post] = page.posts
    assert (post.id, post.time, post.precision) == ("71", CUTOFF, "second")
    assert post.author in ("Ля", None)
    assert post.text in ("Вася", "[color=red]Вася[/color]", "")
    assert [mark.text for mark in post.marks] == ["Вася"] * bool(post.text)


@pytest.mark.parametrize("name", ["phpBB 3.3", "FluxBB, RSS", "NodeBB", "Discourse"])
def test_a_feed_has_the_threads_title_as_the_thread_has(name: str) -> None:
    page = read_page(FEEDS[name][1].encode())
    assert page.thread is not None
    assert page.thread.title == "Партия 217"


def test_only_phpbb_since_3_1_tells_edits_in_its_feed() -> None:
    edits = {name: read_page(feed.encode()).posts[0].edited for name, (_engine, feed, _thread) in FEEDS.items()}
    assert [name for name, edit in edits.items() if edit] == ["phpBB 3.3"]
    edit = edits["phpBB 3.3"]
    assert edit is not None
    assert edit.time == datetime(2026, 10, 31, 19, 4, 5, tzinfo=UTC)


def test_a_feed_without_times_says_so() -> None:
    rdf = SMF_RSS.replace("pubDate", "date")
    page = read_page(rdf.encode())
    assert [(defect.code, defect.post) for defect in page.defects] == [("no-time", "71")]


def test_a_feed_of_threads_has_no_posts() -> None:
    page = read_page(EXTERN_RSS.format(name="FluxBB", link="http://b.example/viewtopic.php?id=2").encode())
    assert (page.kind, page.posts) == (Kind.FEED, ())
