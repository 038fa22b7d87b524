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
    r"|(?:зайдите|загляните|заходите) (?:\w+ )?(?:позже|позднее|попозже)"
    r"|(?:forums?|board|site|community)\s+(?:is|are|has been)\s+(?:\w+ ){0,2}"
    r"(?:disabled|closed|unavailable|offline|down)"
    r"|we(?:.re| are) (?:currently|temporarily) (?:unavailable|closed|down|offline)|check back (?:later|soon)"
    r"|maintenance|temporarily (?:unavailable|closed|disabled|down)"
)
_MISSING = (
    r"не ?существу|не найден|не обнаружен|отсутству|был[аои]? удал|удалена? или|неверный запрос|или устарела|просроченн"
    r"|неверн\w+ (?:ссылк|адрес|номер|id)|неправильн\w+ (?:ссылк|адрес|номер|id|тем|сообщени|раздел|форум)|не указан"
    r"|no (?:thread|topic|post|forum|user) specified|invalid \w+ specified|invalid (?:page )?url"
    r"|указан\w* неверн|(?:does not|doesn.t|do not|no longer|not) exist|not found|no such|was deleted|been deleted"
    r"|been removed|could not be found|could not load|(?:could not|couldn.t) (?:find|locate)|out of date or broken"
    r"|не (?:смогли|можем|удалось) найти|invalid (?:thread|topic|post|forum|link)|bad request|missing"
)
# The engine itself does not tell which, but whoever has logged in is told otherwise.
_GUEST = r"вы не вошли|not logged[ -]in or|(?:раздел|форум|тема) закрыт\w* для гостей"
_FORBIDDEN = (
    r"не авторизован|недостаточно прав|нет (?:\w+ )?прав|нет доступа|не имеете|нет разрешени|не разреш[её]н|запрещ"
    r"|заблокирован|забанен|закрыт доступ|доступ (?:\w+ ){0,4}закрыт|only members|not authori[sz]ed|permission"
    r"|not allowed|not permitted|access denied|forbidden|off limits|banned|privileges?"
)
_LOGIN = (
    r"авториз|должны войти|войдите|вошли в систему|успешно вошли|требуется вход"
    r"|\blog[ -]?in\b|\bsign[ -]?in\b|logged[ -]in"
    r"|парол|password"
)
# Said to whoever sends a form without having fetched it: ours would be that of the login.
_STALE_FORM = r"csrf|session timed out while posting|сессия (?:истекла|закончилась)"
_NOTICES = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (Kind.LOGIN, _STALE_FORM),
        (Kind.MAINTENANCE, _MAINTENANCE),
        (Kind.MISSING, _MISSING),
        (Kind.LOGIN, _GUEST),
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
    if said is not Kind.MAINTENANCE and engine.login is not None and engine.login(root):
        return Kind.LOGIN
    if said is not None:
        return said
    if engine.listing is not None and engine.listing(root):
        return Kind.LIST
    return Kind.OTHER
