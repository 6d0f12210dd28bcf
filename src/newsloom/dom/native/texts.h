/* flat.lines_of: texts on one line. */

/* The text of pieces on one line, as " ".join("".join(pieces).split()): in ``line`` is room for all their characters. */
static PyObject *
one_line(PyObject **pieces, Py_ssize_t count, Py_UCS4 *line)
{
    Py_UCS4 *to = line;
    int has_gap = 0, is_same = count == 1;
    for (Py_ssize_t piece = 0; piece < count; piece++) {
        int kind = (int)PyUnicode_KIND(pieces[piece]);
        const void *data = PyUnicode_DATA(pieces[piece]);
        Py_ssize_t length = PyUnicode_GET_LENGTH(pieces[piece]);
        for (Py_ssize_t at = 0; at < length; at++) {
            Py_UCS4 character = PyUnicode_READ(kind, data, at);
            if (Py_UNICODE_ISSPACE(character)) {
                is_same &= character == ' ' && !has_gap && to > line;
                has_gap = 1;
                continue;
            }
            if (has_gap && to > line)
                *to++ = ' ';
            has_gap = 0;
            *to++ = character;
        }
    }
    if (is_same && !has_gap)
        return Py_NewRef(pieces[0]);
    return PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, line, to - line);
}

static PyObject *
lines_of(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *pieces, *lines;
    Py_ssize_t first, last, longest = 0;
    if (!PyArg_ParseTuple(args, "O!nn", &PyList_Type, &pieces, &first, &last))
        return NULL;
    if (first < 0 || last > PyList_GET_SIZE(pieces)) {
        PyErr_SetString(PyExc_ValueError, "pieces that are not there");
        return NULL;
    }
    for (Py_ssize_t piece = first; piece < last; piece++) {
        PyObject *text = PyList_GET_ITEM(pieces, piece);
        if (!PyUnicode_Check(text)) {
            PyErr_SetString(PyExc_TypeError, "pieces are texts");
            return NULL;
        }
        longest = PyUnicode_GET_LENGTH(text) > longest ? PyUnicode_GET_LENGTH(text) : longest;
    }
    Py_UCS4 *line = PyMem_New(Py_UCS4, longest + 1);
    if (!line)
        return PyErr_NoMemory();
    lines = PyList_New(0);
    for (Py_ssize_t piece = first; lines && piece < last; piece++)
        if (append(lines, one_line(PySequence_Fast_ITEMS(pieces) + piece, 1, line)) < 0)
            Py_CLEAR(lines);
    PyMem_Free(line);
    return lines;
}
