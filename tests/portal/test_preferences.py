"""What a reader chose is kept in the browser, and taken from nobody else."""

from __future__ import annotations

import re

from tests.portal.serving import ask


def test_language_and_colours_are_kept_in_the_browser(url):
    form = ask(url + "/preferences")
    token = re.search(r'name="csrf" value="(\w+)"', form.text).group(1)
    cookie = form.headers["Set-Cookie"].partition(";")[0]
    body = f"csrf={token}&language=tr&theme=dark&next=/help"
    kept = ask(url + "/preferences", "POST", body, Cookie=cookie, Content_Type="application/x-www-form-urlencoded")
    assert (kept.status, kept.headers["Location"]) == (303, "/help")
    cookies = "; ".join(one.partition(";")[0] for one in kept.headers.get_all("Set-Cookie"))
    text = ask(url + "/help", Cookie=cookies).text
    assert '<html lang="tr" data-theme="dark"' in text


def test_preferences_without_a_token_are_refused(url):
    answer = ask(url + "/preferences", "POST", "language=tr", Content_Type="application/x-www-form-urlencoded")
    assert answer.status == 403
