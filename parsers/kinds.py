"""What sort of page it is where there is no thread on it: by the forum's own notice, in Russian and English."""

import re

from parsers.engine import Engine
from parsers.page import Kind
from parsers.tree import Element

__all__ = ["is_challenge", "kind_of", "kind_of_words"]

_CHALLENGE = re.compile(
    r"_cf_chl_opt|/cdn-cgi/challenge-platform/|check\.ddos-guard\.net|<title>\s*(?:DDoS-Guard|Just a moment|Attention "
    r"Required|Проверка (?:браузера|безопасности)|Checking your browser|Один момент|Подождите)|cf-browser-verification"
    r"|g-recaptcha-response|smartcaptcha",
    re.I,
)
# In the order in which they are tried: a notice of a closed board may speak of rights too.
_MAINTENANCE = (
    r"технически\w+ работ|техобслуж|обслуживани|профилактик|временно (?:не ?доступ|закрыт|отключ|не работает)"
    r"|(?:форум|конференция|сайт)\s+(?:\w+ ){0,3}(?:отключ[её]н|закрыт|не ?доступ|выключен)"
    r"|(?:forums?|board|site)\s+(?:is|are|has been)\s+(?:\w+ ){0,2}(?:disabled|closed|unavailable|offline|down)"
    r"|maintenance|temporarily (?:unavailable|closed|disabled|down)"
)
_MISSING = (
    r"не ?существу|не найден|не обнаружен|отсутству|был[аои]? удал|удалена? или|неверный запрос|или устарела|просроченн"
    r"|неверн\w+ ссылк|не указан|no (?:thread|topic|post|forum|user) specified|invalid \w+ specified"
    r"|указан\w* неверн|(?:does not|doesn.t|do not|no longer|not) exist|not found|no such|was deleted|been deleted"
    r"|been removed|could not be found|could not load|(?:could not|couldn.t) (?:find|locate)"
    r"|не (?:смогли|удалось) найти|invalid (?:thread|topic|post|forum|link)|bad request|missing"
)
_FORBIDDEN = (
    r"не авторизован|недостаточно прав|нет прав|нет доступа|не имеете|нет разрешени|не разрешен|запрещ|заблокирован"
    r"|забанен|закрыт доступ|доступ закрыт|only members|not authori[sz]ed|permission|not allowed|not permitted"
    r"|access denied|forbidden|off limits|banned|privileges?"
)
_LOGIN = r"авториз|должны войти|войдите|требуется вход|log ?in|sign in|logged in|парол|password"
# Said to whoever sends a form without having fetched it: ours would be that of the login.
_STALE_FORM = r"csrf|session timed out while posting|сессия (?:истекла|закончилась)"
_NOTICES = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (Kind.LOGIN, _STALE_FORM),
        (Kind.MAINTENANCE, _MAINTENANCE),
        (Kind.MISSING, _MISSING),
        (Kind.FORBIDDEN, _FORBIDDEN),
        (Kind.LOGIN, _LOGIN),
    )
)


def is_challenge(text: str) -> bool:
    """Whether `text`, a page without a thread, asks whether we are a robot."""
    return _CHALLENGE.search(text[:200_000]) is not None


def kind_of_words(notice: str) -> Kind | None:
    """What a forum's notice says: «Запрошенной темы не существует.» is a missing page."""
    for kind, pattern in _NOTICES:
        if pattern.search(notice):
            return kind
    return None


def kind_of(root: Element, engine: Engine) -> Kind:
    """The kind of a page of `engine` that has no posts."""
    for sign, kind in engine.kinds:
        if sign(root):
            return kind
    notice = engine.message(root) if engine.message else None
    said = kind_of_words(notice) if notice else None
    if engine.login is not None and engine.login(root):
        return Kind.LOGIN
    if said is not None:
        return said
    if engine.listing is not None and engine.listing(root):
        return Kind.LIST
    return Kind.OTHER
