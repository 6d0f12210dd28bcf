/* parse.cut_attributes: a guard against thousands of attributes. */

/* As in parse.py. */
enum { MAX_ATTRIBUTES = 256, FEW_ATTRIBUTES = 31, FEW_TAGS = 8 };

static int
is_blank(unsigned char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static int
is_gap(unsigned char byte)
{
    return byte == '/' || is_blank(byte);
}

static int
is_bracket(unsigned char byte)
{
    return byte == '<' || byte == '>';
}

static int
is_letter(unsigned char byte)
{
    return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
}

static Bytes
past_blanks(Bytes at, Bytes end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

static Bytes
past_gaps(Bytes at, Bytes end)
{
    while (at < end && is_gap(*at))
        at++;
    return at;
}

/* Where the attribute ends that begins here, NULL where none does. */
static Bytes
past_attribute(Bytes at, Bytes end)
{
    at = past_gaps(at, end);
    if (at == end || is_bracket(*at))
        return NULL;
    at++;
    while (at < end && *at != '=' && !is_gap(*at) && !is_bracket(*at))
        at++;
    Bytes value = past_blanks(at, end);
    if (value == end || *value != '=')
        return at;
    value = past_blanks(value + 1, end);
    if (value < end && (*value == '"' || *value == '\'')) {
        Bytes closing = memchr(value + 1, *value, (size_t)(end - value - 1));
        return closing ? closing + 1 : end;
    }
    while (value < end && !is_blank(*value) && !is_bracket(*value))
        value++;
    return value;
}

/* Where the attributes that begin here end, at most so many; ``*count`` is raised by their number. */
static Bytes
past_attributes(Bytes at, Bytes end, int most, int *count)
{
    for (; most > 0; most--) {
        Bytes next = past_attribute(at, end);
        if (!next)
            break;
        at = next;
        ++*count;
    }
    return at;
}

static int
next_is(Bytes at, Bytes end, unsigned char bracket)
{
    at = past_gaps(at, end);
    return at < end && *at == bracket;
}

/* Where the tag that begins here is to be closed, NULL where that is not needed. */
static Bytes
cut_of(Bytes tag, Bytes end)
{
    int count = 0;
    Bytes at = tag + 1;
    if (at == end || !is_letter(*at))
        return NULL;
    while (at < end && !is_gap(*at) && !is_bracket(*at))
        at++;
    Bytes few = past_attributes(at, end, FEW_ATTRIBUTES, &count);
    if (next_is(few, end, '>'))
        return NULL;
    at = past_attributes(few, end, MAX_ATTRIBUTES - count, &count);
    if (count == MAX_ATTRIBUTES || (count > FEW_ATTRIBUTES && next_is(at, end, '<')))
        return at;
    for (int tags = 1; tags < FEW_TAGS; tags++) {
        if (!next_is(few, end, '<'))
            return NULL;
        few = past_attributes(past_gaps(few, end) + 1, end, FEW_ATTRIBUTES, &count);
    }
    return next_is(few, end, '<') ? few : NULL;
}

static PyObject *
closed_at(Bytes bytes, size_t size, const Stack *cuts)
{
    PyObject *closed = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(size + depth(cuts)));
    if (!closed)
        return NULL;
    char *to = PyBytes_AS_STRING(closed);
    size_t from = 0;
    for (size_t index = 0; index < depth(cuts); index++) {
        size_t cut = (size_t)item(cuts, index);
        memcpy(to, bytes + from, cut - from);
        to += cut - from;
        *to++ = '>';
        from = cut;
    }
    memcpy(to, bytes + from, size - from);
    return closed;
}

static PyObject *
cut_attributes(PyObject *Py_UNUSED(module), PyObject *markup)
{
    PyObject *closed = NULL;
    if (!PyBytes_Check(markup))
        return PyErr_Format(PyExc_TypeError, "markup is bytes, not %.99s", Py_TYPE(markup)->tp_name);
    size_t size = (size_t)PyBytes_GET_SIZE(markup);
    Bytes bytes = (Bytes)PyBytes_AS_STRING(markup), end = bytes + size, at = bytes;
    Stack cuts = {0};
    while (at < end && (at = memchr(at, '<', (size_t)(end - at)))) {
        Bytes cut = cut_of(at, end);
        if (cut && push(&cuts, cut - bytes) < 0)
            goto done;
        at = cut ? cut : at + 1;
    }
    closed = cuts.size ? closed_at(bytes, size, &cuts) : Py_NewRef(markup);
done:
    PyMem_Free(cuts.bytes);
    return closed;
}
