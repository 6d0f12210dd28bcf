"""The JSON API under /v1: what the newsroom knows, for programs.

The routes, the checks of their arguments and the OpenAPI document are all derived from one table of resources. The API
only reads, and ignores cookies.
"""

from __future__ import annotations

from newsloom.portal.api.routes import api_routes

__all__ = ["api_routes"]
