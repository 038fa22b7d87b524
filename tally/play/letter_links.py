"""Where on a forum a private message to somebody is written: the address that each engine has for it.

In: the engine, the address of the game's thread, the account. Out: an address to open in a browser, or None where the
engine has none that is known.
"""

from urllib.parse import quote, urlsplit, urlunsplit

__all__ = ["compose_link"]

# behind the forum's own address; {id} is the number of the account, {nick} its name
_BY_ID = {
    "phpbb": "ucp.php?i=pm&mode=compose&u={id}",
    "mybb": "private.php?action=send&uid={id}",
    "smf": "index.php?action=pm;sa=send;u={id}",
    "fluxbb": "pmsnew.php?mdl=post&uid={id}",
    "punbb": "misc.php?section=pun_pm&pmpage=compose&receiver_id={id}",
    "rusff": "messages.php?action=new&uid={id}",
    "vbulletin3": "private.php?do=newpm&u={id}",
    "vbulletin4": "private.php?do=newpm&u={id}",
    "vbulletin5": "privatemessage/new/{id}",
    "ipb3": "index.php?app=members&module=messaging&section=send&do=form&fromMemberID={id}",
    "invision4": "messenger/compose/?to={id}",
    "ucoz": "index/14-{id}-0-1",
}
_BY_NICK = {
    "xenforo1": "conversations/add?to={nick}",
    "xenforo2": "conversations/add?to={nick}",
    "discourse": "new-message?username={nick}",
    "nodebb": "user/{nick}/chats",
    "flaskbb": "conversations/new?to_user={nick}",
}
# without the number of an account: where a message is begun, and the nick is typed
_BLANK = {
    "phpbb": "ucp.php?i=pm&mode=compose",
    "mybb": "private.php?action=send",
    "smf": "index.php?action=pm;sa=send",
    "fluxbb": "pmsnew.php",
    "punbb": "misc.php?section=pun_pm&pmpage=compose",
    "vbulletin3": "private.php?do=newpm",
    "vbulletin4": "private.php?do=newpm",
    "vbulletin5": "privatemessage/new",
    "ipb3": "index.php?app=members&module=messaging&section=send&do=form",
    "invision4": "messenger/compose/",
}
# what in the path of a thread is the engine's own; before it lies the forum
_OWN_PATHS = ("threads", "t", "topic", "showthread.php", "index.php")
_AT_THE_ROOT = "ucoz"


def compose_link(engine: str | None, thread: str, nick: str, account_id: str | None) -> str | None:
    """The address at which a message to the account is written."""
    base = _base(thread, engine)
    if engine in _BY_NICK:
        return base + _BY_NICK[engine].format(nick=quote(nick, safe=""))
    if engine in _BY_ID and account_id is not None:
        return base + _BY_ID[engine].format(id=quote(account_id, safe=""))
    return base + _BLANK[engine] if engine in _BLANK else None


def _base(thread: str, engine: str | None) -> str:
    """The forum's own address: that of the thread up to what is the engine's."""
    parts = urlsplit(thread)
    kept: list[str] = []
    for piece in parts.path.split("/")[:-1]:
        if piece in _OWN_PATHS or engine == _AT_THE_ROOT:
            break
        kept.append(piece)
    return urlunsplit((parts.scheme, parts.netloc, "/".join(kept).rstrip("/") + "/", "", ""))
