"""The address of page N of a thread, from any address of the thread that a host may have copied."""

import pytest

from parsers import page_address

SESSION = "s=0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("engine", "thread", "page", "address"),
    [
        (
            "vbulletin3",
            f"http://b.example/showthread.php?{SESSION}&t=5&page=3",
            1,
            "http://b.example/showthread.php?t=5",
        ),
        ("vbulletin3", "http://b.example/showthread.php?t=5", 2, "http://b.example/showthread.php?t=5&page=2"),
        ("vbulletin3", "http://b.example/showthread.php?t=5&highlight=x", 1, "http://b.example/showthread.php?t=5"),
        (
            "vbulletin3",
            "http://b.example/printthread.php?t=5&pp=200",
            2,
            "http://b.example/printthread.php?t=5&pp=200&page=2",
        ),
        (
            "vbulletin4",
            "http://b.example/showthread.php/12-Name/page4",
            2,
            "http://b.example/showthread.php/12-Name/page2",
        ),
        (
            "vbulletin4",
            "http://b.example/showthread.php?12-Name&p=9#post9",
            1,
            "http://b.example/showthread.php?12-Name",
        ),
        ("vbulletin4", "http://b.example/threads/12-Name", 3, "http://b.example/threads/12-Name/page3"),
        ("vbulletin4", "http://b.example/showthread.php?t=12", 3, "http://b.example/showthread.php?t=12&page=3"),
        ("vbulletin5", "https://b.example/forum/x/12-name?p=13#post13", 2, "https://b.example/forum/x/12-name/page2"),
        (
            "ipb3",
            f"http://b.example/index.php?{SESSION}&showtopic=7&st=40",
            3,
            "http://b.example/index.php?showtopic=7&st=40",
        ),
        ("ipb3", "http://b.example/topic/7-name/page-4", 2, "http://b.example/topic/7-name/page-2"),
        ("ipb3", "http://b.example/topic/7-name/page__st__40", 2, "http://b.example/topic/7-name/page__st__20"),
        (
            "invision4",
            "https://b.example/topic/7-name/?do=findComment&comment=9",
            2,
            "https://b.example/topic/7-name/page/2/",
        ),
        (
            "invision4",
            "https://b.example/index.php?/topic/7-name/",
            2,
            "https://b.example/index.php?/topic/7-name/page/2/",
        ),
        ("xenforo1", "http://b.example/threads/name.7/page-3#post-9", 1, "http://b.example/threads/name.7/"),
        ("xenforo2", "https://b.example/threads/name.7/post-99", 2, "https://b.example/threads/name.7/page-2"),
        (
            "xenforo2",
            "https://b.example/index.php?threads/name.7/",
            2,
            "https://b.example/index.php?threads/name.7/page-2",
        ),
        ("xenforo2", "https://b.example/threads/7/", 2, "https://b.example/threads/7/page-2"),
        ("ucoz", "http://b.example/forum/2-15-211-16-1409853619", 3, "http://b.example/forum/2-15-3"),
        ("nodebb", "https://b.example/topic/2/name/41?lang=ru", 3, "https://b.example/topic/2/name?page=3"),
        ("nodebb", "https://b.example/api/topic/2/name", 2, "https://b.example/api/topic/2/name?page=2"),
        ("discourse", "https://b.example/t/name/7/33", 2, "https://b.example/t/name/7?page=2"),
        ("discourse", "https://b.example/t/name/7.json", 2, "https://b.example/t/name/7.json?page=2"),
        ("flaskbb", "https://b.example/topic/2-name-no-1:-x?page=4", 1, "https://b.example/topic/2-name-no-1:-x"),
    ],
)
def test_a_page_is_addressed_as_its_engine_does(engine: str, thread: str, page: int, address: str) -> None:
    assert page_address(engine, thread, page, 20) == address
