"""Normalises URLs and finds the site that each belongs to.

A URL is joined to the URL of the page it was found on and brought into the one form in which URLs are stored and
compared; the result is None if it is not the URL of a web page. Sites are found by the Public Suffix List. Nothing is
looked up on the network, and nothing here says whether a URL is safe: that is for ``fetch``.
"""

from __future__ import annotations

import functools
import ipaddress
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from newsloom.text.patterns import pattern
from newsloom.text.wordlists import read_lines

try:
    import cython
except ImportError:
    from newsloom import plaincython as cython  # type: ignore[no-redef]

__all__ = [
    "MAX_CHARACTERS",
    "host_of",
    "normalise_url",
    "origin_of",
    "possible_urls",
    "same_site",
    "site_of",
    "url_forms",
]

MAX_CHARACTERS: Final = 2_048
"""The longest address that is kept: the limit of the sitemap protocol, which all servers accept."""

# A written address may be longer than its normal form, because of tracking parameters and escapes.
_MAX_WRITTEN: Final = 4 * MAX_CHARACTERS
_MAX_HOST: Final = 253  # RFC 1035, in text form
_SCHEMES: Final = frozenset({"http", "https"})
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}

# WHATWG: white space and control characters around an address, and line breaks and tabs within it, are removed.
_CONTROLS: Final = pattern("[\x00-\x1f\x7f-\x9f\u200b\u2028\u2029\ufeff\ud800-\udfff]")
_SCHEME: Final = pattern(r"[a-zA-Z][a-zA-Z\d+.-]*:")
_HOST: Final = pattern(r"[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?")
_BARE_HOST: Final = pattern(
    r"(?:[^\s/:?#@]+\.[^\s/:?#@.]+(?::\d+)?|\[[\da-fA-F:.]+\](?::\d+)?|localhost(?::\d+)?|[\w-]+:\d+)(?=[/?#]|\Z)"
)
# RFC 3986, 2.3: these mean the same escaped or not.
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE: Final = pattern(r"%([\da-fA-F]{2})?")
# Characters allowed unescaped in a path or a query by RFC 3986, 3.3 and 3.4; brackets are common in queries.
_IN_PATH: Final = "!$&'()*+,;=:@/%"
_IN_QUERY: Final = "!$&'()*+,;=:@/?%[]"

# Most addresses on most pages are in normal form already, or are a path in it. These expressions detect that quickly.
_PLAIN_ORIGIN: Final = pattern(r"https?://(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}", re.ASCII)
_PLAIN_QUERY: Final = pattern(r"[\w.~=&-]+", re.ASCII)
# The start of every origin, with one letter of its host.
_MIN_ORIGIN: cython.Py_ssize_t = len("http://a")


def normalise_url(url: str, base: str | None = None) -> str | None:
    """The absolute address in normal form; None unless it is http or https, has a host and is not too long.

    Fragment, credentials, default port, tracking parameters and dot segments are removed; the host is in lower case and
    IDNA, and nothing is escaped needlessly. Normalising twice changes nothing.
    """
    plain = _plain(url, base)
    if plain is not None:
        return plain
    parts = _split(url, base)
    if parts is None or parts.scheme not in _SCHEMES:
        return None
    netloc = _netloc(parts)
    if netloc is None:
        return None
    query = _untracked(_escaped(parts.query, _IN_QUERY))
    path = _without_dots(_escaped(parts.path.replace("\\", "/"), _IN_PATH))
    address = f"{parts.scheme}://{netloc}{path}" + (f"?{query}" if query else "")
    return address if len(address) <= MAX_CHARACTERS else None


def possible_urls(name: str) -> tuple[str, ...]:
    """The addresses that a user may mean: the address itself, or for a bare host ("paper.example/sport") both schemes.

    Empty if it is not an address. A host has a dot or a port, or is "localhost": a single word is taken for a mistake.
    """
    address = normalise_url(name)
    if address is not None:
        return (address,)
    if not _BARE_HOST.match(name.strip()):
        return ()
    found = (normalise_url(f"{scheme}://{name.strip()}") for scheme in ("https", "http"))
    return tuple(one for one in found if one is not None)


def url_forms(url: str) -> tuple[str, ...]:
    """The forms in which an address may be stored: as written, then as ``possible_urls`` returns it."""
    return tuple(dict.fromkeys((url, *possible_urls(url))))


def _plain(url: str, base: str | None) -> str | None:
    """The address in normal form if that can be had quickly; None means that the full procedure is needed."""
    if len(url) > MAX_CHARACTERS:
        return None
    if base and url.startswith("//"):
        url = base.partition("//")[0] + url
    front, query = url, ""
    if "#" in url or "?" in url:
        front, _, query = url.partition("#")[0].partition("?")
        if query and not _PLAIN_QUERY.fullmatch(query):
            return None
    address = _plain_front(front, base)
    if address is None:
        return None
    query = _untracked(query) if query else ""
    address = f"{address}?{query}" if query else address
    return address if len(address) <= MAX_CHARACTERS else None


@cython.cfunc
def _plain_front(front: str, base: str | None) -> str | None:
    """The same for the part before the query."""
    if front.startswith("/"):
        origin = _origin_of_base(base) if base and len(front) > 1 and _is_plain_path(front, 0) else None
        return None if origin is None else origin + front
    slash: cython.Py_ssize_t = front.find("/", _MIN_ORIGIN)
    if slash < 0:
        return f"{front}/" if _is_plain_origin(front) else None
    return front if _is_plain_path(front, slash) and _is_plain_origin(front[:slash]) else None


@cython.cfunc
def _is_plain_path(front: str, start: cython.Py_ssize_t) -> cython.bint:
    """Whether the path from index ``start`` on has no escapes, no empty segments and none that begin with a dot."""
    place: cython.Py_ssize_t
    is_begun: cython.bint = True
    for place in range(start + 1, len(front)):
        character: cython.Py_UCS4 = front[place]
        if "a" <= character <= "z" or "0" <= character <= "9" or "A" <= character <= "Z" or character in "-_~":
            is_begun = False
        elif is_begun or character not in "./":
            return False
        else:
            is_begun = character == "/"
    return True


# The links of a page lead to few hosts. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=256)
def _is_plain_origin(origin: str) -> bool:
    return len(origin) <= _MAX_HOST and _PLAIN_ORIGIN.fullmatch(origin) is not None


def host_of(url: str | None) -> str | None:
    """The host without "www."; None if there is none."""
    if not url:
        return None
    slash: cython.Py_ssize_t = url.find("/", _MIN_ORIGIN)
    origin = url if slash < 0 else url[:slash]
    if _is_plain_origin(origin):
        return origin.partition("//")[2].removeprefix("www.")
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


def same_site(a: str, b: str) -> bool:
    """Whether two addresses belong to one site, as www.paper.example and sport.paper.example do."""
    site = site_of(a)
    return site is not None and site == site_of(b)


def site_of(url: str) -> str | None:
    """The registered domain of the site, such as "paper.co.uk"; None if there is no host.

    For an IP address or a host without a dot, the site includes the port, which alone distinguishes the sites of one
    machine.
    """
    parts = _split(url, None)
    netloc = _netloc(parts) if parts else None
    if netloc is None:
        return None
    host = netloc.partition(":")[0]
    if netloc.startswith("[") or "." not in host or host.rpartition(".")[2].isdecimal():
        return netloc
    return _registered(host)


def origin_of(url: str) -> str | None:
    """Scheme, host and port, such as "https://paper.example"; None if the address is not valid."""
    parts = _split(url, None)
    netloc = _netloc(parts) if parts and parts.scheme in _SCHEMES else None
    return f"{parts.scheme}://{netloc}" if parts and netloc else None


# The links of a page have one base. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=64)
def _origin_of_base(base: str) -> str | None:
    return origin_of(base)


def _split(url: str, base: str | None) -> SplitResult | None:
    if len(url) > _MAX_WRITTEN:
        return None
    plain = url if url.isprintable() else _CONTROLS.sub("", url)
    try:
        # Browsers read a backslash before the query as a slash, which is used to disguise a host.
        front, mark, query = plain.strip().partition("?")
        plain = front.replace("\\", "/") + mark + query
        if base and not _SCHEME.match(plain):
            plain = urljoin(base, plain)
        parts = urlsplit(plain)
        return parts._replace(scheme=parts.scheme.lower())
    except ValueError:
        return None


def _netloc(parts: SplitResult) -> str | None:
    """Host and port in normal form; None if the host is missing or invalid."""
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or port == 0:
        return None
    plain = _host(host)
    if plain is None:
        return None
    return plain if port is None or port == _DEFAULT_PORTS.get(parts.scheme) else f"{plain}:{port}"


def _host(host: str) -> str | None:
    if ":" in host:
        try:
            return f"[{ipaddress.IPv6Address(host.partition('%')[0]).compressed}]"
        except ValueError:
            return None
    if len(host) > _MAX_HOST:
        return None
    plain = host.lower() if host.isascii() else _ascii_host(host)
    plain = plain.removesuffix(".") if plain else None
    return plain if plain and _HOST.fullmatch(plain) and ".." not in plain else None


def _ascii_host(host: str) -> str | None:
    import idna  # noqa: PLC0415  its tables are large, and few addresses need them

    try:
        return idna.encode(host, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return None


def _escaped(text: str, allowed: str) -> str:
    return quote(_ESCAPE.sub(_plainest, text), safe=allowed) if text else text


def _plainest(escape: re.Match[str]) -> str:
    if escape[1] is None:
        return "%25"
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()


def _without_dots(path: str) -> str:
    """The path without dot segments (RFC 3986, 5.2.4)."""
    if "/." not in path:
        return path if path.startswith("/") else f"/{path}"
    kept: list[str] = []
    segments = path.split("/")[1:] if path.startswith("/") else path.split("/")
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)


def _untracked(query: str) -> str:
    if not query:
        return query
    return "&".join(part for part in query.split("&") if part and not _is_tracking(part.partition("=")[0].lower()))


def _is_tracking(name: str) -> bool:
    names, beginnings = _tracking()
    return name in names or name.startswith(beginnings)


@functools.cache
def _tracking() -> tuple[frozenset[str], tuple[str, ...]]:
    lines = read_lines("tracking")
    beginnings = tuple(line[:-1] for line in lines if line.endswith("*"))
    return frozenset(line for line in lines if not line.endswith("*")), beginnings


# The links of a page lead to few hosts. Bounded because the keys come from pages.
@functools.lru_cache(maxsize=256)
def _registered(host: str) -> str:
    site = _by_public_suffix(is_encoded="xn--" in host)(host) or host
    return ".".join(host.split(".")[-3:]) if site in _blog_hosts() else site


@functools.cache
def _by_public_suffix(*, is_encoded: bool) -> Callable[[str], str | None]:
    """A function that returns the registered domain of a host by the Public Suffix List.

    Reading the list takes 12 ms, or 36 ms with the encoded form of non-ASCII names, which few hosts need.
    """
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415  the first extraction does not need it

    def registered(host: str) -> str | None:
        return suffixes.privatesuffix(host)

    suffixes = PublicSuffixList(accept_encoded_idn=is_encoded)
    return registered


@functools.cache
def _blog_hosts() -> frozenset[str]:
    return frozenset(read_lines("blog_hosts"))
