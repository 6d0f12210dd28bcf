"""Strings only: words, casing, stems, stop words, sentences, dates, language and similarity.

Text goes in; words, sentences, days, two letters for a language, or a number for how alike two texts are
come out. Nothing here knows of pages or records. Import from the modules: who needs one of them should not
wait for the tables of all.
"""
