/* loom/lines.measure_lines: what lines of text are like. */

/* The columns of numbers, as in loom/lines.py. */
enum {
    WORDS_OF,
    CHARACTERS,
    LINK_SHARE,
    CLOSED,
    PROSE,
    SHORT,
    COMMAS,
    CAPITALS,
    DIGITS,
    STARTS_SMALL,
    REPEATED,
    FACTS
};

typedef struct {
    PyObject *full_stops;
    double short_line, menu_share, prose_words, prose_share, unpunctuated;
    Py_ssize_t shown;
    int64_t number;
    const Words *phrases;
    Buffer scratch;
} Measuring;

typedef struct {
    PyObject *text;
    int kind;
    const void *data;
    Py_ssize_t size;
} Text;

/* The names of a segment's parts, made once for all lines. */
typedef struct {
    PyObject *text, *unlinked, *box;
} Parts;

static int
open_parts(Parts *parts)
{
    parts->text = PyUnicode_InternFromString("text");
    parts->unlinked = PyUnicode_InternFromString("unlinked");
    parts->box = PyUnicode_InternFromString("box");
    return parts->text && parts->unlinked && parts->box ? 0 : -1;
}

static void
close_parts(Parts *parts)
{
    Py_XDECREF(parts->text);
    Py_XDECREF(parts->unlinked);
    Py_XDECREF(parts->box);
}

static Text
text_of(PyObject *text)
{
    return (Text){text, PyUnicode_KIND(text), PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text)};
}

static Py_UCS4
letter(const Text *text, Py_ssize_t place)
{
    return PyUnicode_READ(text->kind, text->data, place);
}

static int
is_word_sign(Py_UCS4 code)
{
    return code < 0x80 ? (code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                             code == '_'
                       : Py_UNICODE_ISALNUM(code);
}

static int
ends_word(const Text *text, Py_ssize_t place)
{
    return place >= text->size || !is_word_sign(letter(text, place));
}

/* The text as Python lowers it, but for letters of ASCII: as it is, where it has no other capitals. */
static PyObject *
lowered(PyObject *given)
{
    Text text = text_of(given);
    Py_UCS4 sign;
    if (!PyUnicode_IS_ASCII(given))
        for (Py_ssize_t place = 0; place < text.size; place++)
            if ((sign = letter(&text, place)) >= 0x80 && Py_UNICODE_TOLOWER(sign) != sign)
                return PyObject_CallMethod(given, "lower", NULL);
    return Py_NewRef(given);
}

/* ``\b(?:19|20)\d\d\b`` */
static int
is_year(const Text *text, Py_ssize_t place)
{
    if (place + 4 > text->size || (place && !ends_word(text, place - 1)))
        return 0;
    Py_UCS4 first = letter(text, place), second = letter(text, place + 1);
    return ((first == '1' && second == '9') || (first == '2' && second == '0')) &&
           Py_UNICODE_ISDECIMAL(letter(text, place + 2)) && Py_UNICODE_ISDECIMAL(letter(text, place + 3)) &&
           ends_word(text, place + 4);
}

/* ``\d[:.]\d\d\b``, at its sign */
static int
is_hour(const Text *text, Py_ssize_t place)
{
    return place && place + 3 <= text->size && Py_UNICODE_ISDECIMAL(letter(text, place - 1)) &&
           Py_UNICODE_ISDECIMAL(letter(text, place + 1)) && Py_UNICODE_ISDECIMAL(letter(text, place + 2)) &&
           ends_word(text, place + 3);
}

static int
names_number(const Text *text)
{
    const unsigned char *bytes = text->data;
    for (Py_ssize_t place = 0; place < text->size; place++) {
        Py_UCS4 sign = text->kind == PyUnicode_1BYTE_KIND ? bytes[place] : letter(text, place);
        if (((sign == '1' || sign == '2') && is_year(text, place)) ||
            ((sign == ':' || sign == '.') && is_hour(text, place)))
            return 1;
    }
    return 0;
}

/* The phrases of a line in small letters, with a space before and behind it; negative where that failed. */
static int64_t
phrases_in(Measuring *measuring, PyObject *line)
{
    Py_ssize_t size;
    PyObject *plain = lowered(line);
    const char *bytes = plain ? PyUnicode_AsUTF8AndSize(plain, &size) : NULL;
    int64_t found = -1;
    measuring->scratch.size = 0;
    if (bytes && add_bytes(&measuring->scratch, " ", 1) == 0 &&
        add_bytes(&measuring->scratch, bytes, (size_t)size) == 0 && add_bytes(&measuring->scratch, " ", 1) == 0) {
        unsigned char *text = measuring->scratch.bytes;
        for (Py_ssize_t index = 0; index < size; index++)
            text[index + 1] = small(text[index + 1]);
        found = bits_in(measuring->phrases, text, measuring->scratch.size);
    }
    Py_XDECREF(plain);
    return found;
}

static void
count_signs(const Text *text, double *spaces, double *commas)
{
    Py_ssize_t gaps = 0, signs = 0;
    const unsigned char *bytes = text->data;
    if (text->kind == PyUnicode_1BYTE_KIND)
        for (Py_ssize_t place = 0; place < text->size; place++) {
            gaps += bytes[place] == ' ';
            signs += bytes[place] == ',';
        }
    else
        for (Py_ssize_t place = 0; place < text->size; place++) {
            Py_UCS4 sign = letter(text, place);
            gaps += sign == ' ';
            signs += sign == ',' || sign == 0x3001;
        }
    *spaces = (double)gaps;
    *commas = (double)signs;
}

/* The shares of capitals and of digits in the beginning; beyond the scripts with any of their own there are none. */
static void
find_shares(const Text *text, Py_ssize_t shown, double *capitals, double *digits)
{
    enum { LAST_SCRIPT = 0x2000 };
    Py_ssize_t size = text->size < shown ? text->size : shown, large = 0, counted = 0;
    for (Py_ssize_t place = 0; place < size; place++) {
        Py_UCS4 sign = letter(text, place);
        if (sign < 0x80) {
            large += sign >= 'A' && sign <= 'Z';
            counted += sign >= '0' && sign <= '9';
        }
        else if (sign < LAST_SCRIPT) {
            large += Py_UNICODE_ISUPPER(sign) != 0;
            counted += Py_UNICODE_ISDIGIT(sign) != 0;
        }
    }
    *capitals = (double)large / (double)(size ? size : 1);
    *digits = (double)counted / (double)(size ? size : 1);
}

static int
is_closed(const Measuring *measuring, const Text *text)
{
    Py_UCS4 last = letter(text, text->size - 1);
    return PyUnicode_FindChar(measuring->full_stops, last, 0, PyUnicode_GET_LENGTH(measuring->full_stops), 1) >= 0;
}

/* All of a line with the text and the length of what is not linked; its column is ``at``, they are ``lines`` apart. */
static int
measure_text(Measuring *measuring, PyObject *line, Py_ssize_t unlinked, double *at, Py_ssize_t lines, int64_t *phrases)
{
    Text text = text_of(line);
    double spaces, commas, characters = (double)text.size, capitals = 0, digits = 0;
    count_signs(&text, &spaces, &commas);
    double words = spaces + 1;
    if (words < characters / 12)
        words = characters / 3;
    double share = 1 - (double)unlinked / (characters > 1 ? characters : 1);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    double closed = is_closed(measuring, &text);
    double prose = words >= measuring->prose_words && share < measuring->prose_share ? words : 0;
    int is_short = characters <= measuring->short_line && share < measuring->menu_share;
    *phrases = 0;
    if (is_short) {
        find_shares(&text, measuring->shown, &capitals, &digits);
        *phrases = phrases_in(measuring, line);
        if (*phrases < 0)
            return -1;
        if (names_number(&text))
            *phrases |= measuring->number;
    }
    at[WORDS_OF * lines] = words;
    at[CHARACTERS * lines] = characters;
    at[LINK_SHARE * lines] = share;
    at[CLOSED * lines] = closed;
    at[PROSE * lines] = closed > 0 ? prose : prose * measuring->unpunctuated;
    at[SHORT * lines] = is_short;
    at[COMMAS * lines] = commas / words;
    at[CAPITALS * lines] = capitals;
    at[DIGITS * lines] = digits;
    at[STARTS_SMALL * lines] = Py_UNICODE_ISLOWER(letter(&text, 0)) != 0;
    return 0;
}

/* The text of a segment, the length of what is not linked, and its box. */
static PyObject *
read_segment(PyObject *segment, const Parts *parts, Py_ssize_t *unlinked, int64_t *box)
{
    PyObject *text = PyObject_GetAttr(segment, parts->text);
    PyObject *rest = text ? PyObject_GetAttr(segment, parts->unlinked) : NULL;
    PyObject *number = rest ? PyObject_GetAttr(segment, parts->box) : NULL;
    int failed = !number;
    if (number) {
        *box = PyLong_AsLongLong(number);
        failed = *box == -1 && PyErr_Occurred() != NULL;
        if (!failed && (!PyUnicode_Check(text) || !PyUnicode_Check(rest) || !PyUnicode_GET_LENGTH(text))) {
            PyErr_SetString(PyExc_TypeError, "a line must have text");
            failed = 1;
        }
    }
    if (!failed)
        *unlinked = PyUnicode_GET_LENGTH(rest);
    else
        Py_CLEAR(text);
    Py_XDECREF(rest);
    Py_XDECREF(number);
    return text;
}

static int
fill_lines(Measuring *measuring, PyObject *segments, double *facts, int64_t *phrases, int64_t *boxes)
{
    Py_ssize_t lines = PyList_GET_SIZE(segments), unlinked;
    Parts parts = {0};
    PyObject *seen = PySet_New(NULL);
    int failed = open_parts(&parts) < 0 || !seen;
    for (Py_ssize_t line = 0; line < lines && !failed; line++) {
        PyObject *text = read_segment(PyList_GET_ITEM(segments, line), &parts, &unlinked, &boxes[line]);
        if (!text || PyList_GET_SIZE(segments) != lines ||
            measure_text(measuring, text, unlinked, facts + line, lines, &phrases[line]) < 0) {
            if (text && !PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "the lines changed");
            failed = 1;
        }
        else {
            Py_ssize_t before = PySet_GET_SIZE(seen);
            failed = PySet_Add(seen, text) < 0;
            facts[REPEATED * lines + line] = PySet_GET_SIZE(seen) == before;
        }
        Py_XDECREF(text);
    }
    Py_XDECREF(seen);
    close_parts(&parts);
    return failed ? -1 : 0;
}

static PyObject *
measure_lines(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *segments, *phrases, *columns;
    long long number;
    Measuring measuring = {0};
    if (!PyArg_ParseTuple(args, "O!OUdddddnL", &PyList_Type, &segments, &phrases, &measuring.full_stops,
                          &measuring.short_line, &measuring.menu_share, &measuring.prose_words, &measuring.prose_share,
                          &measuring.unpunctuated, &measuring.shown, &number))
        return NULL;
    measuring.number = number;
    measuring.phrases = PyCapsule_GetPointer(phrases, WORDS);
    if (!measuring.phrases)
        return NULL;
    Py_ssize_t lines = PyList_GET_SIZE(segments);
    columns = PyBytes_FromStringAndSize(NULL, (FACTS + 2) * lines * (Py_ssize_t)sizeof(double));
    if (columns) {
        double *facts = (double *)PyBytes_AS_STRING(columns);
        int64_t *spoken = (int64_t *)(facts + FACTS * lines);
        if (fill_lines(&measuring, segments, facts, spoken, spoken + lines) < 0)
            Py_CLEAR(columns);
    }
    PyMem_Free(measuring.scratch.bytes);
    return columns;
}
