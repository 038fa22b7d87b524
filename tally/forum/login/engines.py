"""How members log in on each engine: the names of the form's fields, and where the form is. Data alone.

What a form holds besides (tokens, the session's id) is taken from the form as the forum shows it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["FORMS", "LoginForm"]


@dataclass(frozen=True, slots=True)
class LoginForm:
    """A login form. `user`, `password`: its fields; `always`: what is sent whatever the form says (“remember me”).

    `link` is in the address of the page with the form, `path` that page's place from the folder of the thread's page,
    for a skin that has no link. `hashes`: fields that take the MD5 of the password in its stead, where the form has
    them.
    """

    user: str
    password: str
    link: re.Pattern[str]
    path: str
    always: Mapping[str, str] = field(default_factory=dict)
    hashes: tuple[str, ...] = ()


_PUNBB = LoginForm("req_username", "req_password", re.compile(r"login\.php(?!\?action=(?:out|forget))|/login/?$"),
                   "login.php", {"save_pass": "1", "form_sent": "1"})  # fmt: skip
_VBULLETIN = LoginForm(
    "vb_login_username", "vb_login_password", re.compile(r"login\.php|usercp\.php"), "usercp.php",
    {"do": "login", "cookieuser": "1"}, ("vb_login_md5password", "vb_login_md5password_utf"),
)  # fmt: skip
_XENFORO = LoginForm("login", "password", re.compile(r"login/?(?:[?#].*)?$"), "login/", {"remember": "1"})

FORMS: Mapping[str, tuple[LoginForm, ...]] = {
    "phpbb": (
        LoginForm("username", "password", re.compile(r"ucp\.php\?.*mode=login|/user/login"), "ucp.php?mode=login",
                  {"autologin": "on"}),
    ),
    "mybb": (
        LoginForm("username", "password", re.compile(r"member\.php\?action=login"), "member.php?action=login",
                  {"action": "do_login", "remember": "yes"}),
    ),
    "smf": (
        LoginForm("user", "passwrd", re.compile(r"action=login(?!2)"), "index.php?action=login",
                  {"cookieneverexp": "on", "cookielength": "-1"}),
    ),
    "fluxbb": (_PUNBB,),
    "punbb": (_PUNBB,),
    "rusff": (_PUNBB,),
    "vbulletin3": (_VBULLETIN,),
    "vbulletin4": (_VBULLETIN,),
    "vbulletin5": (
        LoginForm("username", "password", re.compile(r"auth/login-form|/login"), "auth/login-form",
                  {"rememberme": "1"}),
        _VBULLETIN,
    ),
    "ipb3": (
        LoginForm("ips_username", "ips_password", re.compile(r"section=login(?!.*do=logout)"),
                  "index.php?app=core&module=global&section=login", {"rememberMe": "1"}),
        # IP.Board 2
        LoginForm("UserName", "PassWord", re.compile(r"act=Login&CODE=00", re.I), "index.php?act=Login&CODE=00",
                  {"CookieDate": "1"}),
    ),
    "invision4": (
        LoginForm("auth", "password", re.compile(r"/login/?(?:[?#].*)?$"), "index.php?/login/",
                  {"_processLogin": "usernamepassword", "remember_me": "1"}),
    ),
    "xenforo1": (_XENFORO,),
    "xenforo2": (_XENFORO,),
    "flaskbb": (LoginForm("login", "password", re.compile(r"auth/login"), "/auth/login", {"remember_me": "y"}),),
}  # fmt: skip
"""Engine → its forms, the usual first. An engine that is not here lets members in by their browser's cookies alone."""
