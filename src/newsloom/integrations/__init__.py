"""Newsloom in other people's pipelines: datatrove, Scrapy, LangChain, LlamaIndex. Each module needs its own extra.

Nothing here is imported by Newsloom itself; ``import newsloom.integrations.scrapy`` and so on.
"""
