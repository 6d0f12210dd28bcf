"""Checks of search: articles are found by their words, in their own language, and no query breaks it."""

from __future__ import annotations

import dataclasses
from typing import Final

from newsloom.records import Article, ArticleQuery, Link, Revision
from newsloom.stores.protocol import Store, Transaction
from newsloom.testing.requirements import require
from newsloom.testing.store_checks.moments import at

__all__ = [
    "chooses_among_the_answers",
    "finds_phrases_and_leaves_out_the_unwanted",
    "finds_words_in_the_article_s_language",
    "ranks_headlines_before_texts",
    "searches_how_articles_read_now",
    "shows_the_words_around_a_match",
    "survives_any_question",
    "survives_any_text",
]

_HOME: Final = "https://lorne.example/"
_FERRY: Final = Article(
    url=_HOME + "ferry",
    title="Ferry runs again",
    text="The ferries between Lorne and the abbey were running on Friday, the harbour master's office said.",
    authors=("Ada Holm",),
    section="Town",
    language="en",
)
_LIGHT: Final = Article(
    url=_HOME + "isik",
    title="IŞIKLAR GECESİ İPTAL",
    text="Limandaki gösteri fırtına yüzünden yapılamadı. Vapurlar da çalışmıyor.",
    section="Kent",
    language="tr",
)
_BOAT: Final = Article(
    url=_HOME + "ferja",
    title="Fergene går igjen",
    text="Fergen til klosteret går fra fredag. Barna på Ærøya gleder seg, sier havnesjefen.",
    section="By",
    language="no",
)
_NOTE: Final = Article(url=_HOME + "note", title="港の新しい船", text="QX-7 123", language="ja")


def finds_words_in_the_article_s_language(store: Store) -> None:
    """A word is found in all its forms, by the rules of the article's language."""
    wanted = {
        "ferry": "ferry",
        "FERRIES running": "ferry",
        "harbour masters": "ferry",
        "harbour master": "ferry",
        "ada holm": "ferry",
        "ışık": "isik",
        "IŞIK": "isik",
        "iptal": "isik",
        "vapur": "isik",
        "limanda": "isik",
        "ferge": "ferja",
        "ærøya": "ferja",
        "barn": "ferja",
        "新しい": "note",
        "qx-7": "note",
        "123": "note",
        "walrus": "",
        "the": "",
        "the ferry": "ferry",
        "ferry walrus": "",
    }
    _fill(store)
    with store.read() as transaction:
        for words, name in wanted.items():
            found = _found(transaction, words)
            require(found == ([name] if name else []), f"{words!r} finds {found}, not {name!r}")
        in_norwegian = _found(transaction, "ferry", ArticleQuery(language="no"))
        require(in_norwegian == [], f"in Norwegian a ferry finds {in_norwegian}")


def finds_phrases_and_leaves_out_the_unwanted(store: Store) -> None:
    """Words in quotes are found side by side; a word with a minus must not occur."""
    wanted = {
        '"harbour master"': "ferry",
        '"master harbour"': "",
        "“running on friday”": "ferry",
        '"friday harbour': "ferry",
        '"runs ferries"': "",
        "ferry -walrus": "ferry",
        "ferry -abbey": "",
        "ferry -abbeys": "",
        'ferry -"harbour master"': "",
        'ferry -"master harbour"': "ferry",
        "-walrus": "",
        "-": "",
        '-""': "",
        '"" ferry': "ferry",
    }
    _fill(store)
    with store.read() as transaction:
        for words, name in wanted.items():
            found = _found(transaction, words)
            require(found == ([name] if name else []), f"{words!r} finds {found}, not {name!r}")


def ranks_headlines_before_texts(store: Store) -> None:
    """An article with the word in its headline ranks before one with it only in the text."""
    filler = "The council met on Monday and spoke of roads, schools and the library for three hours. " * 3
    with store.transaction() as transaction:
        for name, title, text in (
            ("text", "Council meets", filler + "A walrus was seen. " + filler),
            ("title", "Walrus at the library", filler),
            ("neither", "Library opens", filler),
        ):
            article = Article(url=_HOME + name, title=title, text=text, language="en")
            transaction.articles.keep(Revision(article=article, seen_at=at(1)))
    with store.read() as transaction:
        hits = transaction.articles.search("walrus", ArticleQuery())
        require([hit.url for hit in hits] == [_HOME + "title", _HOME + "text"], f"a walrus is found in {hits}")
        require(hits[0].score > hits[1].score > 0, f"the scores do not say so: {hits}")


def searches_how_articles_read_now(store: Store) -> None:
    """Only the latest revision is searched, whatever the order in which revisions arrived."""
    edited = dataclasses.replace(_FERRY, title="Boat runs again", text="A boat.")
    older = dataclasses.replace(_FERRY, title="Walrus", text="A walrus.")
    with store.transaction() as transaction:
        for article, hour in ((_FERRY, 2), (edited, 3), (older, 1)):
            transaction.articles.keep(Revision(article=article, seen_at=at(hour)))
    with store.read() as transaction:
        for words, wanted in (("boat", ["ferry"]), ("ferry", []), ("walrus", [])):
            require(_found(transaction, words) == wanted, f"after an edit {words} finds {_found(transaction, words)}")
    with store.transaction() as transaction:
        transaction.articles.keep(Revision(article=_FERRY, seen_at=at(4)))
        require(_found(transaction, "harbour") == ["ferry"], "what was edited back is not found")
        require(_found(transaction, "boat") == [], "what was edited out is found")


def shows_the_words_around_a_match(store: Store) -> None:
    """A snippet is about thirty words of the text, unchanged."""
    text = (
        "It was a day like others. " * 20
        + "Then a <b>walrus</b> came ashore.\n\n"
        + "Nobody had seen one before. " * 20
    )
    with store.transaction() as transaction:
        transaction.articles.keep(
            Revision(article=Article(url=_HOME, title="Visit", text=text, language="en"), seen_at=at(1))
        )
        transaction.articles.keep(Revision(article=_NOTE, seen_at=at(1)))
    with store.read() as transaction:
        snippet = transaction.articles.search("walrus", ArticleQuery())[0].snippet
        require("Then a <b>walrus</b> came ashore. Nobody" in snippet, f"around the walrus there is {snippet!r}")
        require(20 <= len(snippet.split()) <= 40, f"the snippet has {len(snippet.split())} words")
        beginning = transaction.articles.search("visit", ArticleQuery())[0].snippet
        require(beginning.startswith("It was a day"), f"where only the headline matches there is {beginning!r}")


def chooses_among_the_answers(store: Store) -> None:
    """Results are filtered by source, paper, section, language and time; page by page."""
    with store.transaction() as transaction:
        for number in range(6):
            article = Article(
                url=f"https://{'abbey' if number % 2 else 'lorne'}.example/{number}",
                title="Walrus",
                text=f"Walrus number {number}.",
                section="Sea" if number < 3 else "Town",
                language="en" if number < 5 else "no",
            )
            transaction.articles.keep(Revision(article=article, seen_at=at(number)))
        transaction.links.sight(
            _HOME, (Link(url="https://lorne.example/2"), Link(url="https://abbey.example/5")), at(9)
        )
    queries = {
        ArticleQuery(): "012345",
        ArticleQuery(source_url=_HOME): "25",
        ArticleQuery(source_url="https://nowhere.example/"): "",
        ArticleQuery(site="abbey.example"): "135",
        ArticleQuery(section="Sea"): "012",
        ArticleQuery(language="no"): "5",
        ArticleQuery(since=at(1), until=at(4)): "123",
        ArticleQuery(section="Sea", site="lorne.example", since=at(1)): "2",
        ArticleQuery(changed_after=at(3)): "45",
        ArticleQuery(limit=0): "",
        ArticleQuery(skip=9): "",
    }
    with store.read() as transaction:
        for query, wanted in queries.items():
            found = "".join(sorted(hit.url[-1] for hit in transaction.articles.search("walrus", query)))
            require(found == wanted, f"{query} finds {found!r}, not {wanted!r}")
        everything = transaction.articles.search("walrus", ArticleQuery())
        pages = [transaction.articles.search("walrus", ArticleQuery(skip=skip, limit=2)) for skip in (0, 2, 4)]
        require(sum(pages, ()) == everything, "page by page there are other answers than at once")


def survives_any_question(store: Store) -> None:
    """No query raises: quotes, operators, characters special to a database, very long queries."""
    _fill(store)
    hostile = (
        *("", " ", '"', '""', "-", "*", "ferry*", "ferry OR", "AND", "NOT ferry", "NEAR(ferry harbour)", "title:ferry"),
        *(
            "ferry'; DROP TABLE articles; --",
            "ferry & !(",
            "<->",
            "ferry:*",
            "a:b:c",
            "\\",
            "'",
            "''",
            "%",
            "_",
            "^ferry",
        ),
        *("\x00", "fer\x00ry", "\ud800", "\u202eferry", "🗞️", "🗞️ ferry", "e\u0301" * 400, "{title body} : x", "- - -"),
        *("(" * 5_000, '"' * 9_999, "-a " * 5_000, "ferry " * 5_000, "x" * 10_000_000, "\u0301" * 5_000),
        *(" ".join(f"word{number}" for number in range(3_000)), "l'eau d'arbres qu'on", "language/en", "und"),
    )
    with store.read() as transaction:
        for words in hostile:
            transaction.articles.search(words, ArticleQuery(limit=3))
        require(_found(transaction, "ferry") == ["ferry"], "after hostile queries nothing is found")


def survives_any_text(store: Store) -> None:
    """Any text of any length is stored, and its article can be found by its first words."""
    letters = "абвгдежзик"
    texts = (
        " ".join("".join(letters[int(digit)] for digit in f"{number:040d}") for number in range(5_000)),
        "lantern " + "word " * 400_000,
        "lantern " + "港" * 100_000,
        "lantern " + "x" * 2_000_000,
        "lantern a\x00b \ud83d \u202e \\ ' '' \" _ 🗞 e" + "\u0301" * 5_000,
        "\x1blantern " + "'l' don't o'clock " * 1_000,
    )
    with store.transaction() as transaction:
        for number, text in enumerate(texts):
            article = Article(
                url=f"{_HOME}{number}", title=text[:5_000], text=text, language=(None, "en", "ja")[number % 3]
            )
            transaction.articles.keep(Revision(article=article, seen_at=at(number)))
    with store.read() as transaction:
        found = sorted(_found(transaction, "lantern"))
        require(found == ["1", "2", "3", "4", "5"], f"of five lanterns these are found: {found}")
        first = _found(transaction, texts[0].split()[0])
        require(first == ["0"], f"a word of forty letters finds {first}")


def _fill(store: Store) -> None:
    with store.transaction() as transaction:
        for article in (_FERRY, _LIGHT, _BOAT, _NOTE):
            transaction.articles.keep(Revision(article=article, seen_at=at(1)))


def _found(transaction: Transaction, words: str, query: ArticleQuery | None = None) -> list[str]:
    return [hit.url.removeprefix(_HOME) for hit in transaction.articles.search(words, query or ArticleQuery())]
