/* decode.is_utf8: whether bytes are UTF-8. */

static int
goes_on(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* How many bytes the character at ``at`` has that is not ASCII, 0 where it is none: as Unicode's table 3-7 has it. */
static size_t
width_of(Bytes at, Bytes end)
{
    size_t left = (size_t)(end - at);
    if (left < 2 || *at < 0xC2 || *at > 0xF4 || !goes_on(at[1]))
        return 0;
    if (*at < 0xE0)
        return 2;
    if (left < 3 || !goes_on(at[2]) || (*at == 0xE0 && at[1] < 0xA0) || (*at == 0xED && at[1] > 0x9F))
        return 0;
    if (*at < 0xF0)
        return 3;
    if (left < 4 || !goes_on(at[3]) || (*at == 0xF0 && at[1] < 0x90) || (*at == 0xF4 && at[1] > 0x8F))
        return 0;
    return 4;
}

static PyObject *
is_utf8(PyObject *Py_UNUSED(module), PyObject *page)
{
    if (!PyBytes_Check(page))
        return PyErr_Format(PyExc_TypeError, "a page is bytes, not %.99s", Py_TYPE(page)->tp_name);
    Bytes at = (Bytes)PyBytes_AS_STRING(page), end = at + PyBytes_GET_SIZE(page);
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & 0x8080808080808080u))) {
            at += 8;
            continue;
        }
        size_t width = *at < 0x80 ? 1 : width_of(at, end);
        if (!width)
            Py_RETURN_FALSE;
        at += width;
    }
    Py_RETURN_TRUE;
}
