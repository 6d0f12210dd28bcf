"""Functions on strings: words, casing, stems, stop words, sentences, dates, language and similarity.

They take text and return words, sentences, dates, language codes or similarities. Nothing here knows about pages or
records. Import from the modules, so that a caller of one does not wait for the tables of all.
"""
