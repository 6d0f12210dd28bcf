"""Newsloom in other pipelines: datatrove, Scrapy, LangChain, LlamaIndex. Each module needs its own extra.

Newsloom itself imports none of them; use ``import newsloom.integrations.scrapy`` and so on.
"""
