/* loom/likeness.compare_words: which words of a text the lines of a page have, and which runs of words. */

/* As in loom/likeness.py. */
enum { TITLE_SHARE, IS_TITLE, DESCRIPTION_SHARE, DECLARED_SHARE, LIKENESSES };
enum { SHINGLE = 3 };

/* Two others meet once in 2^64. */
typedef uint64_t Mark;

static Mark
mixed(Mark mark)
{
    mark ^= mark >> 32;
    mark *= 0xD6E8FEB86659FD93u;
    return mark ^ mark >> 32;
}

/* A set of marks; 0 is none. */
typedef struct {
    Mark *marks;
    /* By place: the last line that had the mark. */
    Py_ssize_t *lines;
    size_t room, size;
} Set;

static int
open_set(Set *set, size_t most)
{
    set->room = 16;
    while (set->room < 2 * most)
        set->room *= 2;
    set->marks = PyMem_Calloc(set->room, sizeof *set->marks);
    set->lines = PyMem_Malloc(set->room * sizeof *set->lines);
    if (!set->marks || !set->lines) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t place = 0; place < set->room; place++)
        set->lines[place] = -1;
    return 0;
}

static void
close_set(Set *set)
{
    PyMem_Free(set->marks);
    PyMem_Free(set->lines);
}

/* Where the mark stands, or would. */
static size_t
place_in(const Set *set, Mark mark)
{
    size_t place = mark >> 1 & (set->room - 1);
    while (set->marks[place] && set->marks[place] != mark)
        place = (place + 1) & (set->room - 1);
    return place;
}

static void
put_in(Set *set, Mark mark)
{
    size_t place = place_in(set, mark);
    set->size += !set->marks[place];
    set->marks[place] = mark;
}

/* Whether the set has the mark, and the line had it not yet. */
static int
is_new_in(Set *set, Mark mark, Py_ssize_t line)
{
    size_t place = place_in(set, mark);
    int is_new = set->marks[place] && set->lines[place] != line;
    set->lines[place] = line;
    return is_new;
}

/* The mark of the word at or behind ``*place``, which is moved to its end; 0 where there is none. ``seed`` is the
 * process's own, lest a page can be written whose words all meet. */
static Mark
next_word(const Text *text, Py_ssize_t *place, Mark seed)
{
    Mark mark = seed;
    Py_UCS4 sign;
    Py_ssize_t at = *place;
    while (at < text->size && !is_word_sign(letter(text, at)))
        at++;
    if (at == text->size) {
        *place = at;
        return 0;
    }
    for (; at < text->size && is_word_sign(sign = letter(text, at)); at++)
        mark = (mark + (sign < 0x80 ? small((unsigned char)sign) : sign)) * 0x9E3779B97F4A7C15u;
    *place = at;
    return mixed(mark) | 1;
}

static Mark
shingle_of(const Mark *last)
{
    return mixed(mixed(last[0]) + mixed(last[1] + 1) * 3 + last[2]) | 1;
}

/* The marks of a text's words, or of its runs of them. */
static int
open_words(Set *set, PyObject *given, Mark seed, int is_of_runs)
{
    PyObject *small_one = lowered(given);
    if (!small_one)
        return -1;
    Text text = text_of(small_one);
    Py_ssize_t place = 0, count = 0;
    Mark mark, last[SHINGLE] = {0};
    /* A word is one sign or more, and one parts it from the next. */
    int failed = open_set(set, (size_t)text.size / 2 + 1);
    while (!failed && (mark = next_word(&text, &place, seed))) {
        count++;
        last[0] = last[1];
        last[1] = last[2];
        last[2] = mark;
        if (!is_of_runs)
            put_in(set, mark);
        else if (count >= SHINGLE)
            put_in(set, shingle_of(last));
    }
    Py_DECREF(small_one);
    return failed;
}

typedef struct {
    Set title, description, runs;
    Py_ssize_t compared, most_words;
    Parts parts;
    Mark seed;
} Comparison;

static void
compare_line(Comparison *comparison, const Text *text, Py_ssize_t line, double *at, Py_ssize_t lines)
{
    Set *title = &comparison->title, *description = &comparison->description, *runs = &comparison->runs;
    Py_ssize_t place = 0, count = 0;
    size_t in_title = 0, in_description = 0, known = 0;
    int is_title = title->size > 0;
    Mark mark, last[SHINGLE] = {0};
    while ((mark = next_word(text, &place, comparison->seed))) {
        count++;
        if (title->size) {
            in_title += (size_t)is_new_in(title, mark, line);
            is_title &= title->marks[place_in(title, mark)] != 0;
        }
        if (description->size)
            in_description += (size_t)is_new_in(description, mark, line);
        if (runs->size) {
            last[0] = last[1];
            last[1] = last[2];
            last[2] = mark;
            if (count >= SHINGLE)
                known += runs->marks[place_in(runs, shingle_of(last))] != 0;
        }
    }
    is_title &= count > 0 && count < comparison->most_words && in_title == title->size;
    Py_ssize_t within = count < SHINGLE ? 1 : count - SHINGLE + 1;
    at[TITLE_SHARE * lines] = title->size ? (double)in_title / (double)title->size : -1;
    at[IS_TITLE * lines] = is_title;
    at[DESCRIPTION_SHARE * lines] = description->size ? (double)in_description / (double)description->size : -1;
    at[DECLARED_SHARE * lines] = runs->size ? (double)known / (double)within : -1;
}

static int
compare_lines(Comparison *comparison, PyObject *segments, double *facts)
{
    Py_ssize_t lines = PyList_GET_SIZE(segments), unlinked;
    int64_t box;
    for (Py_ssize_t line = 0; line < lines; line++) {
        if (PyList_GET_SIZE(segments) != lines) {
            PyErr_SetString(PyExc_ValueError, "the lines changed");
            return -1;
        }
        PyObject *whole = read_segment(PyList_GET_ITEM(segments, line), &comparison->parts, &unlinked, &box);
        PyObject *given = whole ? PyUnicode_Substring(whole, 0, comparison->compared) : NULL;
        PyObject *small_one = given ? lowered(given) : NULL;
        if (small_one) {
            Text text = text_of(small_one);
            compare_line(comparison, &text, line, facts + line, lines);
        }
        Py_XDECREF(whole);
        Py_XDECREF(given);
        Py_XDECREF(small_one);
        if (!small_one)
            return -1;
    }
    return 0;
}

static PyObject *
compare_words(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *segments, *title, *description, *body, *columns = NULL;
    Comparison comparison = {0};
    if (!PyArg_ParseTuple(args, "O!UUUnn", &PyList_Type, &segments, &title, &description, &body, &comparison.compared,
                          &comparison.most_words))
        return NULL;
    PyObject *any = PyUnicode_FromString("any text");
    if (!any)
        return NULL;
    Mark seed = comparison.seed = (Mark)PyObject_Hash(any);
    Py_DECREF(any);
    if (open_parts(&comparison.parts) < 0 || open_words(&comparison.title, title, seed, 0) < 0 ||
        open_words(&comparison.description, description, seed, 0) < 0 ||
        open_words(&comparison.runs, body, seed, 1) < 0)
        goto done;
    columns = PyBytes_FromStringAndSize(NULL, LIKENESSES * PyList_GET_SIZE(segments) * (Py_ssize_t)sizeof(double));
    if (columns && compare_lines(&comparison, segments, (double *)PyBytes_AS_STRING(columns)) < 0)
        Py_CLEAR(columns);
done:
    close_set(&comparison.title);
    close_set(&comparison.description);
    close_set(&comparison.runs);
    close_parts(&comparison.parts);
    return columns;
}
