"""The JSON API under /v1: what the newsroom knows, for programs.

One table of resources makes the routes, checks their arguments, and makes the OpenAPI document. Only reading; nothing
here knows cookies.
"""

from __future__ import annotations

from newsloom.portal.api.routes import api_routes

__all__ = ["api_routes"]
