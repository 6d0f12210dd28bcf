"""What the client is told once, when it is made; nothing here reads a file or the environment."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ClientSettings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """How to fetch.

    ``user_agent`` is stated as it is, with ``contact`` (an address or URL of whoever runs the client) behind it.
    ``allow_hosts`` names what the guard would refuse: an address, a host name, either with ``:port``.
    ``timeout_seconds`` is for one attempt with all its redirects, waits for politeness not counted;
    ``max_bytes`` holds for a body as sent and as decompressed. ``delay_seconds`` lies between two requests to one
    host, of which at most ``per_host`` are under way. Whoever asks to be left alone for longer than
    ``patience_seconds`` is not waited for: the fetch fails and says when to come back.
    """

    user_agent: str = "Newsloom/0.1"
    contact: str | None = None
    timeout_seconds: float = 30.0
    connect_seconds: float = 10.0
    max_bytes: int = 10_000_000
    max_redirects: int = 5
    max_connections: int = 100
    allow_hosts: tuple[str, ...] = ()
    respect_robots: bool = True
    delay_seconds: float = 1.0
    per_host: int = 2
    patience_seconds: float = 60.0
    attempts: int = 3
    proxy: str | None = None

    @property
    def identity(self) -> str:
        """The User-Agent header."""
        return f"{self.user_agent} (+{self.contact})" if self.contact else self.user_agent

    @property
    def token(self) -> str:
        """The name by which robots.txt speaks of us."""
        return self.user_agent.partition("/")[0].strip().lower()
