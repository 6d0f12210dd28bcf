"""A browser without a screen: it keeps cookies, fills in forms with the token that the page shows, follows nothing."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.portal.serving import Answer, ask

__all__ = ["PASSWORD", "Browser"]

PASSWORD = "correct horse battery"  # noqa: S105 - nobody's
_TOKEN = re.compile(r'name="csrf" value="([0-9a-f]+)"')


class Browser:
    """One reader's browser at one portal."""

    def __init__(self, portal: str) -> None:
        self.portal = portal
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, *, page: str = "/me", token: str | None = None, **fields: str) -> Answer:
        """Fill in a form that stands on a page; with a token of its own where one is given."""
        shown = self.token(page) if token is None else token
        return self.send(path, csrf=shown, **fields)

    def send(self, path: str, headers: dict[str, str] | None = None, **fields: str) -> Answer:
        """A form as it is, without looking for its page."""
        named = {"Content-Type": "application/x-www-form-urlencoded", **(headers or {})}
        return self._ask("POST", path, urlencode(fields), named)

    def token(self, page: str = "/me") -> str:
        found = _TOKEN.search(self.get(page).text)
        return found[1] if found else ""

    def sign_up(self, name: str, password: str = PASSWORD, **fields: str) -> Answer:
        return self.post("/signup", page="/signup", name=name, password=password, **fields)

    def sign_in(self, name: str, password: str = PASSWORD, **fields: str) -> Answer:
        return self.post("/signin", page="/signin", name=name, password=password, **fields)

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        cookie = (
            {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        )
        answer = ask(self.portal + path, method, body, **cookie, **headers)
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value
        return answer
