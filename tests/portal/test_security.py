"""What protects readers: headers, names, forms, sessions, ways back, and everybody's own things."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.portal.browsing import PASSWORD, Browser
from tests.portal.newsstand import NOON, full_newsroom
from tests.portal.serving import ask, served

from newsloom.portal.app import create_app
from newsloom.portal.security import local_path
from newsloom.portal.security.headers import content_policy, picture_sources
from newsloom.portal.security.hosts import host_name, known_hosts
from newsloom.portal.sessions import digest_of
from newsloom.settings import Settings


@pytest.fixture(scope="module")
def url(room):
    # Each look at the clock is a minute later: these tests sign in more often than readers may.
    minutes = count()
    app = create_app(room, room.settings, now=lambda: NOON + timedelta(minutes=next(minutes)), page_seconds=0.0)
    with served(app) as address:
        for name in ("ann", "bob"):
            assert Browser(address).sign_up(name).status == 303
        yield address


@pytest.fixture
def ann(url):
    browser = Browser(url)
    assert browser.sign_in("ann").status == 303
    return browser


@pytest.fixture
def bob(url):
    browser = Browser(url)
    assert browser.sign_in("bob").status == 303
    return browser


@pytest.mark.parametrize("path", ["/", "/nowhere", "/v1/articles", "/latest.rss", "/healthz", "/static/portal.css"])
def test_every_answer_is_guarded(url, path):
    headers = ask(url + path).headers
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"


def test_a_page_may_load_nothing_from_elsewhere():
    policy = content_policy()
    assert not re.search(r"https?:|unsafe|\*", policy)


def test_pictures_are_taken_by_https_and_from_the_hosts_that_are_allowed_by_name():
    assert picture_sources(Settings(portal_pictures=False, allow_hosts=("127.0.0.1",))) == ()
    assert picture_sources(Settings()) == ("https:",)
    odd = Settings(allow_hosts=("127.0.0.1", "a; script-src *", "10.0.0.0/8"))
    assert picture_sources(odd) == ("https:", "http://127.0.0.1:*")
    assert "img-src 'self' data: https:;" in content_policy(picture_sources(Settings()))


def test_the_address_that_a_connection_came_to_is_answered_to_and_no_other():
    with (
        full_newsroom() as room,
        served(create_app(room, room.settings, now=lambda: NOON), host="127.0.0.2") as address,
    ):
        port = address.rpartition(":")[2]
        assert ask(address + "/healthz").status == 200
        for stranger in ("127.0.0.3", "192.0.2.7", "[::ffff:127.0.0.3]", "127.0.0.2.evil.example", "2130706434"):
            assert ask(address + "/healthz", Host=f"{stranger}:{port}").status == 400


def test_search_engines_are_told_to_keep_out_unless_a_setting_lets_them_in():
    with full_newsroom() as room, served(create_app(room, room.settings, now=lambda: NOON)) as address:
        assert ask(address + "/robots.txt").text == "User-agent: *\nDisallow: /\n"
        for path in ("/", "/latest.rss", "/v1/articles", "/nowhere"):
            assert ask(address + path).headers["X-Robots-Tag"] == "noindex, nofollow"
        assert '<meta name="robots" content="noindex, nofollow">' in ask(address + "/").text
    listed = Settings(portal_index=True)
    with full_newsroom(listed) as room, served(create_app(room, listed, now=lambda: NOON)) as address:
        assert "Disallow: /\n" not in ask(address + "/robots.txt").text
        answer = ask(address + "/")
        assert answer.headers["X-Robots-Tag"] is None
        assert 'name="robots"' not in answer.text


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "evil.example:80",
        "x@127.0.0.1",
        "127.0.0.1/latest",
        "127.0.0.1#evil.example",
        "127.0.0.1?evil.example",
        "127.0.0.1\\evil.example",
        "",
        "[bad",
    ],
)
def test_an_unknown_name_is_not_answered_to(url, host):
    answer = ask(url + "/", Host=host)
    assert answer.status == 400
    assert "evil" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "127.0.0.1", "[::1]:80"])
def test_the_machines_own_names_are_known(url, host):
    assert ask(url + "/healthz", Host=host).status == 200


def test_settings_make_names_known():
    settings = Settings(portal_hosts=("News.Example", "10.0.0.5:80"), portal_url="https://public.example/")
    assert known_hosts(settings) >= {"news.example", "10.0.0.5", "public.example", "localhost"}
    assert known_hosts(Settings(portal_hosts=("*",))) >= {"*"}


@given(st.text(max_size=60))
def test_any_host_header_has_a_name_or_none(text):
    name = host_name(text)
    assert name == name.lower()


def test_a_feeds_addresses_are_the_settings_whatever_name_was_asked_for(room):
    settings = replace(room.settings, portal_url="https://news.example/", portal_hosts=("*",))
    with served(create_app(room, settings, now=lambda: NOON)) as address:
        body = ask(address + "/latest.rss", Host="evil.example").text
        assert "https://news.example/latest.rss" in body
        assert "evil" not in body


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/me/follow", {"kind": "event", "subject": "story01"}),
        ("/me/star", {"subject": "https://gazette.example/0/0"}),
        ("/me/mute", {"kind": "mute-word", "subject": "storm"}),
        ("/me/password", {"password": PASSWORD, "new": "another horse entirely"}),
        ("/me/keys", {"name": "stolen"}),
        ("/me/sessions", {}),
        ("/me/delete", {"password": PASSWORD}),
        ("/signout", {}),
        ("/preferences", {"language": "tr"}),
    ],
)
def test_no_form_works_without_its_token(ann, bob, room, path, fields):
    wrong = ["", "0" * 64, bob.token()]
    for token in wrong:
        assert ann.post(path, token=token, **fields).status == 403
    with room.store.read() as transaction:
        account = transaction.accounts.named("ann")
        assert account is not None
        assert account.language == "en"
        assert "story01" not in [one.subject for one in transaction.followings.all(account.id)]
        assert transaction.bookmarks.marks(account.id, "star") == ()
        assert "stolen" not in [one.name for one in transaction.api_keys.all(account.id)]
    assert ann.get("/me").status == 200


def test_a_form_from_another_site_is_refused_even_with_the_token(ann):
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://[bad"}):
        assert ann.send("/me/star", headers, csrf=ann.token(), subject="https://gazette.example/0/0").status == 403


def test_a_form_of_our_own_page_is_taken(ann):
    own = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    for headers in (own, {"Origin": ann.portal}):
        assert ann.send("/me/unstar", headers, csrf=ann.token(), subject="x").status == 303


def test_a_script_of_ours_may_send_the_token_in_a_header(ann):
    assert ann.send("/me/unstar", {"X-CSRF-Token": ann.token()}, subject="x").status == 303


def test_signing_in_needs_a_token_as_well(url):
    stranger = Browser(url)
    assert stranger.send("/signin", name="ann", password=PASSWORD).status == 403
    stranger.get("/signin")
    assert stranger.send("/signin", name="ann", password=PASSWORD, csrf="0" * 64).status == 403
    # Another browser's token is not this one's.
    assert stranger.send("/signin", name="ann", password=PASSWORD, csrf=Browser(url).token("/signin")).status == 403


def test_a_form_that_is_no_form_has_no_token(ann):
    body = '{"csrf": "' + ann.token() + '"}'
    answer = ask(
        ann.portal + "/me/unstar",
        "POST",
        body,
        Content_Type="application/json",
        Cookie=f"newsloom_session={ann.cookies['newsloom_session']}",
    )
    assert answer.status == 403


def test_a_form_too_large_is_not_read(ann):
    assert ann.send("/me/star", csrf=ann.token(), subject="x" * 100_000).status == 413


def test_a_form_of_a_session_that_ended_leads_to_the_door(url):
    assert Browser(url).send("/me/star", subject="x").headers["Location"] == "/signin"


def test_signing_in_gives_a_new_secret_whatever_the_browser_held(url, room):
    planted = "planted-by-a-stranger-planted-by-a-stranger"
    victim = Browser(url)
    victim.get("/signin")
    victim.cookies["newsloom_session"] = planted
    assert victim.sign_in("ann").status == 303
    assert victim.cookies["newsloom_session"] != planted
    with room.store.read() as transaction:
        assert transaction.sessions.get(digest_of(planted), NOON) is None
    stranger = Browser(url)
    stranger.cookies["newsloom_session"] = planted
    assert stranger.get("/me").status == 303


def test_signing_in_again_ends_the_session_before(url):
    twice = Browser(url)
    twice.sign_in("bob")
    first = dict(twice.cookies)
    twice.post("/signin", page="/me", name="bob", password=PASSWORD)
    assert twice.cookies["newsloom_session"] != first["newsloom_session"]
    twice.cookies = first
    assert twice.get("/me").status == 303


def test_the_store_holds_no_secret_of_a_browser(ann, room):
    secret = ann.cookies["newsloom_session"]
    with room.store.read() as transaction:
        account = transaction.accounts.named("ann")
        sessions = transaction.sessions.all(account.id)
    assert digest_of(secret) in [one.digest for one in sessions]
    assert secret not in repr(sessions)


def test_cookies_are_kept_from_scripts_and_other_sites(url):
    browser = Browser(url)
    answer = browser.sign_in("ann")
    (cookie,) = answer.headers.get_all("Set-Cookie")
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert "Path=/" in cookie
    assert "secure" not in cookie.lower()


def test_readers_without_an_account_get_no_cookie(url):
    for path in ("/", "/latest", "/story/story00", "/latest.rss", "/v1/articles", "/help"):
        assert ask(url + path).headers.get("Set-Cookie") is None


def test_behind_https_cookies_are_bound_to_the_host(room):
    app = create_app(room, room.settings, now=lambda: NOON)

    async def behind_proxy(scope, receive, send):
        await app({**scope, "scheme": "https"} if scope["type"] == "http" else scope, receive, send)

    with served(behind_proxy) as address:
        answer = ask(address + "/signin")
        assert answer.headers["Set-Cookie"].startswith("__Host-newsloom_form=")
        assert answer.headers["Set-Cookie"].endswith("Secure")
        assert "max-age" in answer.headers["Strict-Transport-Security"]


EVIL_WAYS = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "javascript:alert(1)",
    " //evil.example",
    "/a\r\nSet-Cookie: x=1",
    "http:/evil.example",
    "/" * 3000,
]


@pytest.mark.parametrize("way", EVIL_WAYS)
def test_nobody_is_sent_elsewhere(ann, url, way):
    assert ann.post("/me/unstar", subject="x", next=way).headers["Location"] == "/me"
    assert Browser(url).sign_in("bob", next=way).headers["Location"] == "/"


@pytest.mark.parametrize("way", ["/", "/latest", "/search?q=a&language=tr", "/section/K%C3%BClt%C3%BCr#top", "/a:b"])
def test_a_path_of_ours_is_a_way_back(way):
    assert local_path(way) == way


@given(st.text(max_size=40))
def test_a_way_back_never_names_a_host(text):
    way = local_path("/" + text)
    assert way.startswith("/")
    assert not re.match(r"/[\s]*[/\\]", way)


def test_what_belongs_to_one_reader_is_not_anothers(ann, bob, room):
    ann.post("/me/follow", kind="event", subject="story02", name="Rovers in the rain")
    ann.post("/me/keys", name="Reader of Ann")
    with room.store.read() as transaction:
        account = transaction.accounts.named("ann")
        following = next(one for one in transaction.followings.all(account.id) if one.subject == "story02")
        key = next(one for one in transaction.api_keys.all(account.id) if one.name == "Reader of Ann")
        sessions = transaction.sessions.all(account.id)
    bob.post("/me/unfollow", id=following.id)
    bob.post("/me/keys/end", id=key.id)
    for session in sessions:
        bob.post("/me/sessions", digest=session.digest)
    with room.store.read() as transaction:
        assert following in transaction.followings.all(account.id)
        assert key in transaction.api_keys.all(account.id)
        assert transaction.sessions.all(account.id) == sessions
    for page in ("/me", "/me/selection", "/me/starred"):
        text = bob.get(page).text
        assert "Rovers in the rain" not in text
        assert "Reader of Ann" not in text


def test_a_private_feed_needs_the_token_of_its_reader(url, ann, bob):
    ann.post("/me/follow", kind="event", subject="story02", name="Rovers")
    secrets = {}
    for name, browser in (("ann", ann), ("bob", bob)):
        secrets[name] = re.search(r">([\w-]{40,})</code>", browser.post("/me/keys", name="feed").text)[1]
    assert ask(f"{url}/me/selection.rss").status == 403
    assert ask(f"{url}/me/selection.rss?token=wrong").status == 403
    assert "Late goal saves Rovers" in ask(f"{url}/me/selection.rss?token={secrets['ann']}").text
    other = ask(f"{url}/me/selection.json?token={secrets['bob']}")
    assert other.status == 200
    assert "Rovers" not in other.text
    assert secrets["bob"] not in other.text
