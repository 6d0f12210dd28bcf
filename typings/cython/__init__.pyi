# What the cython module is to mypy: the stand-in says what its names mean to plain Python.
from newsloom.plaincython import *
