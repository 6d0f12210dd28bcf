/* Words that are looked for all at once: dom/sifting.prepare_words. */

typedef struct {
    /* 0 for bytes that stand in no word. */
    unsigned char class_of[256];
    size_t classes;
    /* By node: what the word that ends there says, and where each class of bytes leads; nowhere is 0, the root. */
    int64_t *bits;
    unsigned short *next;
} Words;

static const char WORDS[] = "newsloom.words";
enum { MOST_NODES = 65535 };

static void
free_words(PyObject *capsule)
{
    Words *words = PyCapsule_GetPointer(capsule, WORDS);
    PyMem_Free(words->bits);
    PyMem_Free(words->next);
    PyMem_Free(words);
}

/* The bytes of a word of the dict, and what it says. */
static int
read_word(PyObject *key, PyObject *value, Bytes *text, Py_ssize_t *size, int64_t *bits)
{
    *text = (Bytes)PyUnicode_AsUTF8AndSize(key, size);
    *bits = *text ? PyLong_AsLongLong(value) : 0;
    if (PyErr_Occurred())
        return -1;
    if (!*size || !*bits) {
        PyErr_SetString(PyExc_ValueError, "words must have letters, and say something");
        return -1;
    }
    return 0;
}

static int
give_room(Words *words, PyObject *dict)
{
    PyObject *key, *value;
    Py_ssize_t place = 0, size;
    size_t nodes = 1;
    Bytes text;
    int64_t bits;
    words->classes = 1;
    while (PyDict_Next(dict, &place, &key, &value)) {
        if (read_word(key, value, &text, &size, &bits) < 0)
            return -1;
        nodes += (size_t)size;
        for (; size; size--, text++)
            if (!words->class_of[*text])
                words->class_of[*text] = (unsigned char)words->classes++;
    }
    if (nodes > MOST_NODES) {
        PyErr_SetString(PyExc_ValueError, "too many words");
        return -1;
    }
    words->bits = PyMem_Calloc(nodes, sizeof *words->bits);
    words->next = PyMem_Calloc(nodes * words->classes, sizeof *words->next);
    if (!words->bits || !words->next) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static int
fill_words(Words *words, PyObject *dict)
{
    PyObject *key, *value;
    Py_ssize_t place = 0, size;
    unsigned short nodes = 1;
    Bytes text;
    int64_t bits;
    if (give_room(words, dict) < 0)
        return -1;
    while (PyDict_Next(dict, &place, &key, &value)) {
        size_t node = 0;
        if (read_word(key, value, &text, &size, &bits) < 0)
            return -1;
        for (; size; size--, text++) {
            unsigned short *next = &words->next[node * words->classes + words->class_of[*text]];
            if (!*next)
                *next = nodes++;
            node = *next;
        }
        words->bits[node] |= bits;
    }
    return 0;
}

static PyObject *
prepare_words(PyObject *Py_UNUSED(module), PyObject *dict)
{
    if (!PyDict_Check(dict))
        return PyErr_Format(PyExc_TypeError, "words must be a dict");
    Words *words = PyMem_Calloc(1, sizeof *words);
    if (!words)
        return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(words, WORDS, free_words);
    if (!capsule) {
        PyMem_Free(words);
        return NULL;
    }
    if (fill_words(words, dict) < 0)
        Py_CLEAR(capsule);
    return capsule;
}

static size_t
step(const Words *words, size_t node, unsigned char byte)
{
    return words->next[node * words->classes + words->class_of[byte]];
}

/* What all words say that stand in the text. */
static int64_t
bits_in(const Words *words, Bytes text, size_t size)
{
    int64_t found = 0;
    for (size_t start = 0; start < size; start++) {
        size_t node = 0;
        for (size_t at = start; at < size && (node = step(words, node, text[at])); at++)
            found |= words->bits[node];
    }
    return found;
}

/* What the words say that are found from left to right, of those that begin at one place the longest. */
static int64_t
bits_in_turn(const Words *words, Bytes text, size_t size)
{
    int64_t found = 0;
    for (size_t start = 0; start < size;) {
        size_t node = 0, length = 1;
        int64_t longest = 0;
        for (size_t at = start; at < size && (node = step(words, node, text[at])); at++)
            if (words->bits[node]) {
                longest = words->bits[node];
                length = at - start + 1;
            }
        found |= longest;
        start += length;
    }
    return found;
}

static unsigned char
small(unsigned char byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte;
}

/* White space of ASCII as Python parts words at it. */
static int
parts_words(unsigned char byte)
{
    return byte == ' ' || (byte >= 0x09 && byte <= 0x0D) || (byte >= 0x1C && byte <= 0x1F);
}
