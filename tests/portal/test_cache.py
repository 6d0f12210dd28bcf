from __future__ import annotations

import asyncio

import pytest

from newsloom.portal.cache import AnswerCache, CachedPage, CachedValue, PageCache


class Clock:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def _page(text: str, size: int = 1) -> CachedPage:
    return CachedPage(body=text.encode() * size, etag=text)


def test_an_answer_is_kept_until_it_is_too_old():
    clock, asked = Clock(), []
    kept = CachedValue(lambda: asked.append(1) or len(asked), 5.0, clock)
    assert [kept.get(), kept.get()] == [1, 1]
    clock.seconds = 5.0
    assert kept.get() == 2


def test_while_one_asks_anew_the_others_take_the_old_answer():
    clock, seen = Clock(), []

    def ask() -> int:
        if seen:
            seen.append(kept.get())
        return len(seen)

    kept = CachedValue(ask, 5.0, clock)
    seen.append(kept.get())
    clock.seconds = 5.0
    assert kept.get() == 2
    assert seen == [0, 0]


def test_an_answer_is_at_hand_while_it_is_fresh_or_another_asks_anew():
    clock, seen = Clock(), []
    kept = CachedValue(lambda: seen.append(kept.is_at_hand()), 5.0, clock)
    assert not kept.is_at_hand()
    kept.get()
    assert kept.is_at_hand()
    clock.seconds = 5.0
    assert not kept.is_at_hand()
    kept.get()
    assert kept.is_at_hand()
    # Before the first answer there is nothing to take while another asks; before the second there is.
    assert seen == [False, True]


def test_a_question_that_fails_is_asked_again():
    answers = iter([ZeroDivisionError(), "answer"])

    def ask() -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    kept = CachedValue(ask, 5.0, Clock())
    with pytest.raises(ZeroDivisionError):
        kept.get()
    assert kept.get() == "answer"


def test_a_page_is_printed_once_for_all_who_ask_at_the_same_time():
    printed = []

    async def print_page() -> CachedPage:
        await asyncio.sleep(0)
        printed.append(1)
        return _page("page")

    async def readers() -> list[CachedPage]:
        shelf = PageCache(5.0, 1000, Clock())
        return await asyncio.gather(*(shelf.get("key", print_page) for _ in range(20)))

    assert asyncio.run(readers()) == [_page("page")] * 20
    assert printed == [1]


def test_the_page_asked_for_longest_ago_leaves_when_there_are_too_many_bytes():
    async def work() -> list[str]:
        shelf, printed = PageCache(5.0, 25, Clock()), []

        async def print_as(name: str) -> CachedPage:
            printed.append(name)
            return _page(name, 10)

        for name in ("a", "b", "a", "c", "a", "b"):
            await shelf.get(name, lambda name=name: print_as(name))
        return printed

    assert asyncio.run(work()) == ["a", "b", "c", "b"]


def test_a_page_that_could_not_be_printed_is_tried_again():
    async def broken() -> CachedPage:
        raise ZeroDivisionError

    async def fine() -> CachedPage:
        return _page("page")

    async def work() -> CachedPage:
        shelf = PageCache(5.0, 1000, Clock())
        with pytest.raises(ZeroDivisionError):
            await shelf.get("key", broken)
        return await shelf.get("key", fine)

    assert asyncio.run(work()) == _page("page")


def test_a_reader_who_leaves_takes_the_page_from_nobody():
    async def work() -> CachedPage:
        shelf, gate = PageCache(5.0, 1000, Clock()), asyncio.Event()

        async def print_page() -> CachedPage:
            await gate.wait()
            return _page("page")

        impatient = asyncio.ensure_future(shelf.get("key", print_page))
        patient = asyncio.ensure_future(shelf.get("key", print_page))
        await asyncio.sleep(0)
        impatient.cancel()
        gate.set()
        return await patient

    assert asyncio.run(work()) == _page("page")


def test_the_memory_forgets_what_was_asked_for_longest_ago():
    memory, found = AnswerCache(2), []
    for question in ("a", "b", "a", "c", "a", "b"):
        assert memory.get(question, lambda question=question: found.append(question) or question) == question
    assert found == ["a", "b", "c", "b"]


def test_an_answer_for_some_seconds_is_never_older():
    clock, found = Clock(), []
    memory = AnswerCache(2, seconds=5.0, clock=clock)

    def find() -> int:
        clock.seconds += 3.0
        found.append(1)
        return len(found)

    assert [memory.get("a", find), memory.get("a", find)] == [1, 1]
    # It took three seconds to find, so it was true five seconds after it was asked for, not after it was found.
    clock.seconds = 5.0
    assert memory.get("a", find) == 2


def test_an_answer_for_no_time_is_found_each_time():
    memory, found = AnswerCache(2, seconds=0.0, clock=Clock()), []
    assert [memory.get("a", lambda: found.append(1) or len(found)) for _ in range(3)] == [1, 2, 3]


def test_a_page_printed_at_once_is_kept_like_any_other():
    clock, printed = Clock(), []
    shelf = PageCache(5.0, 100, clock)

    def print_page() -> CachedPage:
        printed.append(1)
        return _page(str(len(printed)))

    async def awaited() -> CachedPage:
        return print_page()

    assert [shelf.get_inline("a", print_page).body for _ in range(2)] == [b"1", b"1"]
    assert asyncio.run(shelf.get("a", awaited)).body == b"1"
    assert shelf.get_inline("b", print_page).body == b"2"
    clock.seconds = 5.0
    assert shelf.get_inline("a", print_page).body == b"3"
    assert asyncio.run(shelf.get("a", awaited)).body == b"3"


def test_a_page_that_cannot_be_printed_at_once_is_not_kept():
    shelf = PageCache(5.0, 100, Clock())

    def fail() -> CachedPage:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        shelf.get_inline("a", fail)
    assert shelf.get_inline("a", lambda: _page("now")).body == b"now"


def test_pages_printed_at_once_leave_when_there_are_too_many_bytes():
    shelf = PageCache(5.0, 10, Clock())
    for name in "abc":
        shelf.get_inline(name, lambda name=name: _page(name, 5))
    printed = [shelf.get_inline(name, lambda: _page("x")).body[:1] for name in "cba"]
    assert printed == [b"c", b"b", b"x"]
