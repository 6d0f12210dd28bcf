/* cutting.size_within_tags and parse.without_ends: pages of too many tags, and pages that end too early. */

static PyObject *
size_within_tags(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *markup;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "O!n", &PyBytes_Type, &markup, &most))
        return NULL;
    Bytes bytes = (Bytes)PyBytes_AS_STRING(markup), end = bytes + PyBytes_GET_SIZE(markup), at = bytes;
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        if (most-- <= 0)
            return PyLong_FromSsize_t(at - bytes);
        at++;
    }
    return PyLong_FromSsize_t(end - bytes);
}

enum { MAX_IN_END = 99 };

static int
is_word(Bytes at, const char *word)
{
    for (; *word; word++, at++)
        if ((*at | 0x20) != *word)
            return 0;
    return 1;
}

/* Where the end tag of the page that begins here ends, NULL where none does. */
static Bytes
past_end(Bytes tag, Bytes end)
{
    if (end - tag < 7 || tag[1] != '/' || !(is_word(tag + 2, "body") || is_word(tag + 2, "html")))
        return NULL;
    Bytes at = tag + 6;
    while (at < end && at - tag < 6 + MAX_IN_END && !is_bracket(*at))
        at++;
    return at < end && *at == '>' ? at + 1 : NULL;
}

static PyObject *
without_ends(PyObject *Py_UNUSED(module), PyObject *markup)
{
    if (!PyBytes_Check(markup))
        return PyErr_Format(PyExc_TypeError, "markup is bytes, not %.99s", Py_TYPE(markup)->tp_name);
    Bytes at = (Bytes)PyBytes_AS_STRING(markup), end = at + PyBytes_GET_SIZE(markup), kept = at;
    PyObject *found = NULL;
    char *to = NULL;
    for (Bytes past; at < end && (at = memchr(at, '<', (size_t)(end - at))); at = past ? past : at + 1) {
        past = past_end(at, end);
        if (!past)
            continue;
        if (!found) {
            found = PyBytes_FromStringAndSize(NULL, PyBytes_GET_SIZE(markup));
            if (!found)
                return NULL;
            to = PyBytes_AS_STRING(found);
        }
        memcpy(to, kept, (size_t)(at - kept));
        to += at - kept;
        kept = past;
    }
    if (!found)
        return Py_NewRef(markup);
    memcpy(to, kept, (size_t)(end - kept));
    to += end - kept;
    _PyBytes_Resize(&found, to - PyBytes_AS_STRING(found));
    return found;
}
