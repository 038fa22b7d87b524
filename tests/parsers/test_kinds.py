"""What sort of page it is where there is no thread on it: notices in Russian and English, as each engine words them.

A notice is a line of `SAID`; how its engine draws it is in `NOTICES`.
"""

import pytest

from parsers import Kind, read_page
from parsers.engines import ENGINES

PHPBB = (
    '<html lang="ru"><head><title>Клуб</title></head><body id="phpbb"><div id="wrap"><div id="page-body">'
    '<form action="./ucp.php?mode=login" class="headerspace"><input name="username"><input name="password"></form>{}'
    "</div></div></body></html>"
)
VB3 = (
    '<html lang="ru"><head><meta name="generator" content="vBulletin 3.8.7" /></head><body><form action="login.php">'
    '<input name="vb_login_username" id="navbar_username" /></form>{}</body></html>'
)
VB4 = (
    '<html lang="ru" id="vbulletin_html"><head></head><body><form action="login.php"><input name="vb_login_username"'
    ' id="navbar_username" /></form>{}</body></html>'
)
VB5 = '<html lang="ru"><head></head><body id="vb-page-body"><div id="content">{}</div></body></html>'
IPB = (
    '<html lang="ru"><head></head><body id="ipboard_body"><div id="ipbwrapper"><div '
    'id="content">{}</div></div></body></html>'
)
IPS = (
    '<html lang="ru"><head></head><body class="ipsApp" data-controller="core.front.core.app" data-pageApp="core"'
    ' data-pageController="{}"><div id="ipsLayout_mainArea">{}</div></body></html>'
)
XF1 = (
    '<html id="XenForo" lang="ru"><head></head><body><form action="login/login" id="login"><input '
    'name="login" /></form>'
    "{}</body></html>"
)
XF2 = '<html id="XF" lang="ru" data-template="{}"><head></head><body><div class="p-body">{}</div></body></html>'
MYBB = (
    '<html lang="ru"><head><script src="/jscripts/general.js"></script></head><body><div id="header"><form><input'
    ' name="quick_username"><input name="quick_password" type="password"></form></div><div '
    'id="content">{}</div></body></html>'
)
SMF = '<html><head><script src="/Themes/default/scripts/script.js"></script>{}</head><body>{}</body></html>'
FLUX = (
    '<html lang="ru"><head></head><body><div id="{}" class="pun"><div class="punwrap"><div '
    'id="brdmain">{}</div></div></div></body></html>'
)
PUN = (
    '<html lang="ru"><head></head><body><div id="brd-wrap" class="brd"><div id="{}" '
    'class="brd-page"><div id="brd-main">{}</div></div></div></body></html>'
)
RUSFF = (
    '<html lang="ru"><head></head><body><div id="pun_wrap"><div id="pun"><div id="{}" class="punbb"><div '
    'id="pun-main">{}</div></div></div></div></body></html>'
)
UCOZ = (
    '<html><head><script src="https://s1.ucoz.net/src/jquery.js"></script></head><body><div '
    'class="forumContent">{}</div>'
    "</body></html>"
)
DISCOURSE = (
    '<html lang="ru"><head><meta name="generator" content="Discourse 3.2"></head><body class="{}">{}</body></html>'
)
NODEBB = '<html><head></head><body class="{}"><script id="ajaxify-data">{{}}</script><div>{}</div></body></html>'
FLASKBB = (
    '<html><head><meta name="author" content="FlaskBB Team"></head><body><div id="flashed-messages"></div>'
    '<div id="page-content">{}</div></body></html>'
)

NOTICES = {
    "phpbb": PHPBB.format(
        '<div class="panel" id="message"><div class="inner"><h2>Информация</h2><p>{}</p></div></div>'
    ),
    "vbulletin3": VB3.format(
        '<table class="tborder"><tr><td class="tcat">vBulletin</td></tr><tr><td class="panelsurround"><div '
        'class="panel"><div>'
        "{}</div></div></td></tr></table>"
    ),
    "vbulletin4": VB4.format('<div class="standard_error"><div class="blockrow restore">{}</div></div>'),
    "vbulletin5": VB5.format('<div class="message-container"><p>{}</p></div>'),
    "ipb3": IPB.format(
        '<h1 class="ipsType_pagetitle">Ошибка</h1><div class="errorwrap"><p id="error_message">{}</p></div>'
    ),
    "invision4": IPS.format("error", '<section id="elError"><p id="elErrorMessage">{}</p></section>'),
    "xenforo1": XF1.format(
        '<div class="errorOverlay"><div class="baseHtml"><label class="OverlayCloser">{}</label></div></div>'
    ),
    "xenforo2": XF2.format("error", '<div class="blockMessage">{}</div>'),
    "mybb": MYBB.format(
        '<table class="tborder"><tr><td class="thead">Клуб</td></tr><tr><td class="trow1">{}</td></tr></table>'
    ),
    "smf": SMF.format("", '<div id="fatal_error"><div class="windowbg"><div class="padding">{}</div></div></div>'),
    "fluxbb": FLUX.format(
        "punviewtopic", '<div id="msg" class="block"><div class="box"><div class="inbox"><p>{}</p></div></div></div>'
    ),
    "punbb": PUN.format("brd-message", '<div class="main-content main-message"><p>{}</p></div>'),
    "rusff": RUSFF.format(
        "pun-message", '<h1><span>Информация</span></h1><div class="info"><div class="container">{}</div></div>'
    ),
    "ucoz": UCOZ.format('<table class="gTable"><tr><td class="gTableError">{}</td></tr></table>'),
    "discourse": DISCOURSE.format("", '<div class="page-not-found"><h1 class="title">{}</h1></div>'),
    "flaskbb": FLASKBB.format('<div class="page error"><h1>{}</h1></div>'),
}

SAID = [
    # engines, what is said, what kind of page it is
    ("phpbb", "Запрошенной темы не существует.", Kind.MISSING),
    ("phpbb", "Выбранный форум не существует.", Kind.MISSING),
    ("phpbb", "Запрошенное сообщение не существует.", Kind.MISSING),
    ("phpbb", "The requested topic does not exist.", Kind.MISSING),
    ("phpbb", "The post you requested does not exist.", Kind.MISSING),
    ("phpbb", "No topic specified.", Kind.MISSING),
    ("phpbb", "Вы не авторизованы для чтения данного форума.", Kind.FORBIDDEN),
    ("phpbb", "У вас нет необходимых прав для чтения тем в этом форуме.", Kind.FORBIDDEN),
    ("phpbb", "You are not authorised to read this forum.", Kind.FORBIDDEN),
    ("phpbb", "You do not have the required permissions to read topics within this forum.", Kind.FORBIDDEN),
    ("phpbb", "Доступ к конференции для вас закрыт навсегда.", Kind.FORBIDDEN),
    ("phpbb", "You have been permanently banned from this board.", Kind.FORBIDDEN),
    ("phpbb", "Вы должны войти, чтобы просматривать сообщения в этом форуме.", Kind.LOGIN),
    ("phpbb", "You need to login in order to read posts within this forum.", Kind.LOGIN),
    ("phpbb", "К сожалению, эта конференция в настоящее время недоступна.", Kind.MAINTENANCE),
    ("phpbb", "Технические работы до 23:00, зайдите позже.", Kind.MAINTENANCE),
    ("phpbb", "Sorry but this board is currently unavailable.", Kind.MAINTENANCE),
    (
        "vbulletin3 vbulletin4",
        "Не указан Тема. Если вы пришли по правильной ссылке, сообщите администратору.",
        Kind.MISSING,
    ),
    ("vbulletin3 vbulletin4", "Вы указали неправильный номер темы. Сообщите администратору.", Kind.MISSING),
    (
        "vbulletin3 vbulletin4",
        "Неверная ссылка. Если вы уверены, что она верна, сообщите администратору.",
        Kind.MISSING,
    ),
    ("vbulletin3 vbulletin4", "Эта тема была удалена.", Kind.MISSING),
    (
        "vbulletin3 vbulletin4",
        "No Thread specified. If you followed a valid link, please notify the administrator",
        Kind.MISSING,
    ),
    (
        "vbulletin3 vbulletin4",
        "Invalid Thread specified. If you followed a valid link, please notify the administrator",
        Kind.MISSING,
    ),
    (
        "vbulletin3 vbulletin4",
        "Invalid Post specified. If you followed a valid link, please notify the administrator",
        Kind.MISSING,
    ),
    (
        "vbulletin3 vbulletin4",
        "Вася, у Вас нет прав для доступа к этой странице. Возможные причины: Ваш аккаунт имеет недостаточно прав.",
        Kind.FORBIDDEN,
    ),
    ("vbulletin3 vbulletin4", "Вася, вам не разрешён просмотр этой страницы.", Kind.FORBIDDEN),
    (
        "vbulletin3 vbulletin4",
        "Вы были заблокированы по следующей причине: мультоводство. Дата снятия блокировки: никогда.",
        Kind.FORBIDDEN,
    ),
    (
        "vbulletin3 vbulletin4",
        "Vasya, you do not have permission to access this page. This could be due to one of several reasons",
        Kind.FORBIDDEN,
    ),
    (
        "vbulletin3 vbulletin4",
        "You have been banned for the following reason: flood. Date the ban will be lifted: Never",
        Kind.FORBIDDEN,
    ),
    ("vbulletin3 vbulletin4", "Форум временно закрыт на профилактику.", Kind.MAINTENANCE),
    (
        "vbulletin3 vbulletin4",
        "Извините, форум сейчас недоступен: мы проверяем новые функции. Скоро вернёмся.",
        Kind.MAINTENANCE,
    ),
    (
        "vbulletin3 vbulletin4",
        "Sorry, the board is unavailable at the moment while we are testing some functionality.",
        Kind.MAINTENANCE,
    ),
    ("vbulletin5", "Неверный адрес страницы. Если она должна быть, сообщите администратору.", Kind.MISSING),
    (
        "vbulletin5",
        "Invalid Page URL. If this is an error and the page should exist, please contact the administrator",
        Kind.MISSING,
    ),
    ("vbulletin5", "У вас нет прав для просмотра этой темы.", Kind.FORBIDDEN),
    ("vbulletin5", "You do not have permission to access this page.", Kind.FORBIDDEN),
    ("vbulletin5", "You are not logged in or you do not have permission to access this page.", Kind.LOGIN),
    (
        "vbulletin5",
        "Sorry, the board is unavailable at the moment while we are testing some functionality.",
        Kind.MAINTENANCE,
    ),
    ("ipb3", "К сожалению, запрашиваемая тема не найдена.", Kind.MISSING),
    ("ipb3", "Извините, мы не смогли найти то, что вы запрашивали!", Kind.MISSING),
    ("ipb3", "[#10170] We could not find the topic you were trying to view.", Kind.MISSING),
    ("ipb3", "Sorry, the link that brought you to this page seems to be out of date or broken.", Kind.MISSING),
    ("ipb3", "[#103139] У вас нет прав на просмотр этой темы.", Kind.FORBIDDEN),
    ("ipb3", "Извините, у вас недостаточно прав для просмотра этого форума.", Kind.FORBIDDEN),
    ("ipb3", "Sorry, you do not have permission for that! [#103139]", Kind.FORBIDDEN),
    ("ipb3", "You are not allowed to visit this community.", Kind.FORBIDDEN),
    ("ipb3", "Вам необходимо авторизоваться, чтобы читать эту тему.", Kind.LOGIN),
    ("ipb3", "You must sign in to view this topic.", Kind.LOGIN),
    ("ipb3", "Форум временно отключён администрацией.", Kind.MAINTENANCE),
    ("ipb3", "This community is currently offline.", Kind.MAINTENANCE),
    ("invision4", "Запрошенная страница не найдена.", Kind.MISSING),
    ("invision4", "Мы не можем найти запрашиваемую вами страницу. Код ошибки: 2F173/1", Kind.MISSING),
    ("invision4", "We could not locate the item you are trying to view. Error code: 2F173/1", Kind.MISSING),
    (
        "invision4",
        "The page you are trying to access is not available: it could not be found. Error code: 2S100/6",
        Kind.MISSING,
    ),
    ("invision4", "У вас нет прав на просмотр этой страницы. Код ошибки: 2F173/H", Kind.FORBIDDEN),
    ("invision4", "Sorry, you do not have permission for that! Error code: 2F173/H", Kind.FORBIDDEN),
    ("invision4", "Вы не имеете доступа к этой теме.", Kind.FORBIDDEN),
    ("invision4", "Сайт временно отключён.", Kind.MAINTENANCE),
    ("invision4", "This site is currently unavailable.", Kind.MAINTENANCE),
    ("xenforo1 xenforo2", "Запрашиваемая тема не найдена.", Kind.MISSING),
    ("xenforo1 xenforo2", "Запрашиваемая страница не найдена.", Kind.MISSING),
    ("xenforo1 xenforo2", "The requested thread could not be found.", Kind.MISSING),
    ("xenforo1 xenforo2", "The requested page could not be found.", Kind.MISSING),
    (
        "xenforo1 xenforo2",
        "У Вас недостаточно прав для просмотра этой страницы или совершения действия.",
        Kind.FORBIDDEN,
    ),
    (
        "xenforo1 xenforo2",
        "Вы были заблокированы по следующей причине: спам. Блокировка будет снята: никогда.",
        Kind.FORBIDDEN,
    ),
    ("xenforo1 xenforo2", "You do not have permission to view this page or perform this action.", Kind.FORBIDDEN),
    (
        "xenforo1 xenforo2",
        "You have been banned for the following reason: spam. Your ban will be lifted on: Never",
        Kind.FORBIDDEN,
    ),
    ("xenforo1 xenforo2", "Вы должны войти, чтобы сделать это.", Kind.LOGIN),
    ("xenforo1 xenforo2", "You must be logged-in to do that.", Kind.LOGIN),
    ("xenforo1 xenforo2", "Извините, в данный момент форум недоступен. Пожалуйста, зайдите позже.", Kind.MAINTENANCE),
    ("xenforo1 xenforo2", "Sorry, we're currently unavailable. Please check back later.", Kind.MAINTENANCE),
    ("mybb", "Указанной темы не существует.", Kind.MISSING),
    ("mybb", "Указанное сообщение не существует.", Kind.MISSING),
    ("mybb", "The specified thread does not exist.", Kind.MISSING),
    ("mybb", "The specified post does not exist.", Kind.MISSING),
    (
        "mybb",
        "У вас нет прав для доступа к этой странице. Это могло произойти по одной из следующих причин",
        Kind.FORBIDDEN,
    ),
    ("mybb", "Извините, но вы заблокированы. Вы не можете писать, читать темы и посещать форум.", Kind.FORBIDDEN),
    (
        "mybb",
        "You do not have permission to access this page. This could be because of one of the following reasons",
        Kind.FORBIDDEN,
    ),
    ("mybb", "I'm sorry, but you are banned. You may not post, read threads, or access the forum.", Kind.FORBIDDEN),
    ("mybb", "Вы не вошли или у вас нет прав для просмотра этой страницы.", Kind.LOGIN),
    ("mybb", "You are either not logged in or do not have permission to view this page.", Kind.LOGIN),
    ("mybb", "В настоящее время форум закрыт. Администратор указал причину закрытия ниже.", Kind.MAINTENANCE),
    (
        "mybb",
        "This bulletin board is currently closed. The Administrator has specified the reason below.",
        Kind.MAINTENANCE,
    ),
    ("smf", "Тема или раздел, которую вы ищете, отсутствует или недоступна для входа.", Kind.MISSING),
    ("smf", "The topic or board you are looking for appears to be either missing or off limits to you.", Kind.MISSING),
    ("smf", "Вам запрещён доступ к этому разделу.", Kind.FORBIDDEN),
    ("smf", "Извините Вася, Вы заблокированы и не можете посещать этот форум!", Kind.FORBIDDEN),
    ("smf", "You are not allowed to access this section", Kind.FORBIDDEN),
    ("smf", "Sorry Guest, you are banned from using this forum!", Kind.FORBIDDEN),
    (
        "fluxbb punbb rusff",
        "Неверный запрос. Ссылка, по которой вы пришли, является неверной или просроченной.",
        Kind.MISSING,
    ),
    ("fluxbb punbb", "Bad request. The link you followed is incorrect or outdated.", Kind.MISSING),
    ("fluxbb punbb rusff", "У вас нет прав доступа к этой странице.", Kind.FORBIDDEN),
    ("fluxbb punbb rusff", "У вас нет прав для просмотра этого форума.", Kind.FORBIDDEN),
    ("fluxbb punbb rusff", "Вы забанены на этом форуме.", Kind.FORBIDDEN),
    ("fluxbb punbb", "You do not have permission to view these forums.", Kind.FORBIDDEN),
    ("fluxbb punbb", "You are banned from this forum.", Kind.FORBIDDEN),
    ("rusff", "Тема не существует или была удалена.", Kind.MISSING),
    ("rusff", "Извините, но данный раздел закрыт для гостей: войдите или зарегистрируйтесь.", Kind.LOGIN),
    ("rusff", "Форум временно закрыт администратором.", Kind.MAINTENANCE),
    ("ucoz", "Тема не найдена", Kind.MISSING),
    ("ucoz", "Запрашиваемая страница не существует", Kind.MISSING),
    ("ucoz", "Page not found", Kind.MISSING),
    ("ucoz", "У Вас нет прав для просмотра этой темы", Kind.FORBIDDEN),
    ("ucoz", "Доступ запрещён", Kind.FORBIDDEN),
    ("ucoz", "Access denied", Kind.FORBIDDEN),
    ("ucoz", "Для просмотра форума необходимо авторизоваться", Kind.LOGIN),
    ("ucoz", "Сайт временно недоступен", Kind.MAINTENANCE),
    ("discourse", "Ой! Эта страница не существует или является закрытой.", Kind.MISSING),
    ("discourse", "Oops! That page doesn’t exist or is private.", Kind.MISSING),
    ("flaskbb", "Упс! Страница не найдена.", Kind.MISSING),
    ("flaskbb", "Oops! Page not found.", Kind.MISSING),
    ("flaskbb", "У вас нет разрешения на просмотр этой темы.", Kind.FORBIDDEN),
    ("flaskbb", "You do not have the permission to access this page.", Kind.FORBIDDEN),
    ("flaskbb", "Ошибка сервера: сайт на обслуживании.", Kind.MAINTENANCE),
]
NOTICED = [(engine, text, kind) for engines, text, kind in SAID for engine in engines.split()]


@pytest.mark.parametrize(("engine", "text", "kind"), NOTICED)
def test_a_notice_tells_the_kind(engine: str, text: str, kind: Kind) -> None:
    page = read_page(NOTICES[engine].replace("{}", text).encode())
    assert (page.engine, page.kind, page.posts) == (engine, kind, ())


LOGINS = {
    "phpbb": PHPBB.format(
        '<form action="./ucp.php?mode=login" method="post" id="login"><div class="panel"><input '
        'name="username" /><input'
        ' name="password" type="password" /><input type="checkbox" name="viewonline" /></div></form>'
    ),
    "vbulletin3": VB3.format(
        '<td class="panelsurround"><div class="panel">Вы не вошли или у вас нет прав.<form '
        'action="login.php?do=login"><input'
        ' name="vb_login_username" /><input name="vb_login_password" /></form></div></td>'
    ),
    "vbulletin4": VB4.format(
        '<div class="standard_error">You are not logged in<form><input name="vb_login_username" /></form></div>'
    ),
    "vbulletin5": VB5.format('<form class="login-form"><input name="username" /></form>'),
    "ipb3": IPB.format(
        '<form id="login" action="index.php?do=process"><input name="ips_username"><input name="ips_password"></form>'
    ),
    "invision4": IPS.format("login", '<form action="/login/"><input name="auth"><input name="password"></form>'),
    "xenforo1": XF1.format('<form action="login/login" id="pageLogin"><input name="login" /></form>'),
    "xenforo2": XF2.format("login", '<form action="/login/login"><input name="login" /></form>'),
    "mybb": MYBB.format(
        '<form action="member.php"><input name="username"><input type="password" name="password"></form>'
    ),
    "smf": SMF.format(
        "", '<form action="index.php?action=login2" id="frmLogin"><input name="user"><input name="passwrd"></form>'
    ),
    "fluxbb": FLUX.format(
        "punlogin", '<form id="login" action="login.php?action=in"><input name="req_password"></form>'
    ),
    "punbb": PUN.format("brd-login", '<form action="login.php"><input name="req_password"></form>'),
    "rusff": RUSFF.format(
        "pun-login", '<form id="login" action="/login.php?action=in"><input name="req_password"></form>'
    ),
    "ucoz": UCOZ.format('<form action="/index/sub/"><input name="user"><input type="password" name="password"></form>'),
    "discourse": DISCOURSE.format("", '<form id="login-form"><input id="login-account-name"></form>'),
    "nodebb": NODEBB.format("page-login template-login", "<form><input name=username></form>"),
    "flaskbb": FLASKBB.format('<form><input name="login"><input name="password"></form>'),
}
LISTS = {
    "phpbb": PHPBB.format(
        '<ul class="topiclist"><li><a href="./viewtopic.php?t=2" class="topictitle">Партия</a></li></ul>'
    ),
    "vbulletin3": VB3.format(
        '<table id="threadslist"><tr><td><a id="thread_title_5" href="showthread.php?t=5">x</a></td></tr></table>'
    ),
    "vbulletin4": VB4.format('<ol id="threads"><li><a id="thread_title_5" href="showthread.php?5-x">x</a></li></ol>'),
    "vbulletin5": VB5.format('<table class="topic-list-container"><tr class="topic-item"><td>x</td></tr></table>'),
    "ipb3": IPB.format(
        '<table id="forum_table"><tr><td><a id="tid-link-5" href="index.php?showtopic=5">x</a></td></tr></table>'
    ),
    "invision4": IPS.format("forums", '<ol><li class="ipsDataItem">x</li></ol>'),
    "xenforo1": XF1.format('<ol class="discussionListItems"><li>x</li></ol>'),
    "xenforo2": XF2.format("forum_view", '<div class="structItem structItem--thread">x</div>'),
    "mybb": MYBB.format(
        '<table><tr><td class="forumdisplay_regular"><a href="showthread.php?tid=5">x</a></td></tr></table>'
    ),
    "smf": SMF.format("", '<div id="messageindex"><a href="index.php?topic=5.0">x</a></div>'),
    "fluxbb": FLUX.format("punviewforum", "<table><tr><td>x</td></tr></table>"),
    "punbb": PUN.format("brd-viewforum", "<div>x</div>"),
    "rusff": RUSFF.format("pun-viewforum", "<table><tr><td>x</td></tr></table>"),
    "ucoz": UCOZ.format('<table><tr><td class="threadNametd"><a href="/forum/2-15">x</a></td></tr></table>'),
    "discourse": DISCOURSE.format("", '<table class="topic-list"><tr><td>x</td></tr></table>'),
    "nodebb": NODEBB.format("page-category", '<ul component="category"><li component="category/topic">x</li></ul>'),
    "flaskbb": FLASKBB.format('<div class="forum-view">x</div>'),
}
CLOSED = {
    "fluxbb": FLUX.format("punmaint", '<div class="inbox"><p>Обновляемся.</p></div>'),
    "punbb": PUN.format("brd-maint", '<div class="main-message"><p>Обновляемся.</p></div>'),
    "rusff": RUSFF.format("pun-maintenance", "<p>Обновляемся.</p>"),
    "smf": SMF.format(
        "", '<div id="maintenance_mode">Okay faithful users...</div><form id="frmLogin"><input name="user"></form>'
    ),
    "nodebb": NODEBB.format("page-status-503", "Обновляемся"),
    "xenforo2": XF2.format(
        "maintenance", '<div class="blockMessage">We\'re currently upgrading: site is down for maintenance.</div>'
    ),
}


@pytest.mark.parametrize(
    ("kind", "engine", "page"),
    [
        (kind, engine, page)
        for kind, pages in ((Kind.LOGIN, LOGINS), (Kind.LIST, LISTS), (Kind.MAINTENANCE, CLOSED))
        for engine, page in pages.items()
    ],
)
def test_a_form_a_list_and_a_closed_board_are_told_by_how_they_are_built(kind: Kind, engine: str, page: str) -> None:
    read = read_page(page.encode())
    assert (read.engine, read.kind, read.posts) == (engine, kind, ())


@pytest.mark.parametrize("engine", [*NOTICES, "nodebb"])
@pytest.mark.parametrize("guard", ["_cf_chl_opt = {}", "x = 'https://check.ddos-guard.net/check.js'"])
def test_a_check_against_robots_goes_before_all(engine: str, guard: str) -> None:
    page = LOGINS[engine].replace("</body>", f"<script>{guard}</script></body>")
    assert read_page(page.encode()).kind is Kind.CHALLENGE


def test_every_engine_has_its_notices_logins_and_lists() -> None:
    assert {*NOTICES, "nodebb"} == set(LOGINS) == set(LISTS) == set(ENGINES)
    for engine in NOTICES:
        kinds = {kind for name, _text, kind in NOTICED if name == engine}
        assert {Kind.MISSING} < kinds or engine == "discourse"


@pytest.mark.parametrize(
    ("head", "rest", "kind"),
    [
        ("", "", Kind.MISSING),
        ('<link rel="index" href="/index.php?board=2.0">', "", Kind.LOGIN),
        ("", '<form><input type="hidden" name="topic" value="3"></form>', Kind.LOGIN),
    ],
)
def test_smf_tells_a_guest_by_the_way_whether_the_thread_is_there(head: str, rest: str, kind: Kind) -> None:
    form = (
        '<form id="frmLogin"><p class="information">Тема или раздел, которую вы ищете, отсутствует или '
        "недоступна для входа."
        '</p><input name="user"></form>'
    )
    assert read_page(SMF.format(head, form + rest).encode()).kind is kind
    member = '<div id="fatal_error">Тема или раздел, которую вы ищете, отсутствует или недоступна для входа.</div>'
    kind_for_member = Kind.MISSING if kind is Kind.MISSING else Kind.FORBIDDEN
    assert read_page(SMF.format(head, member + rest).encode()).kind is kind_for_member


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("page-status-404", Kind.MISSING),
        ("page-status-403", Kind.FORBIDDEN),
        ("page-status-503", Kind.MAINTENANCE),
    ],
)
def test_nodebb_writes_the_status_on_its_pages(status: str, kind: Kind) -> None:
    assert read_page(NODEBB.format(status, "x").encode()).kind is kind
