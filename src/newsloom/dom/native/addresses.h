/* Addresses that are in their one form already, or are a plain path: what page.py asks addresses.py for. */

enum { MOST_PLAIN = 2048, MOST_PLAIN_HOST = 253 };

static int
is_small_or_digit(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

static int
is_in_name(char byte)
{
    return is_small_or_digit(byte) || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* Where a path ends that is in its one form: segments that begin with neither a dot nor another slash. */
static const char *
path_end(const char *at)
{
    while (*at == '/' && (is_in_name(at[1]) || at[1] == '~' || at[1] == '-'))
        for (at++; is_in_name(*at) || *at == '~' || *at == '-' || *at == '.'; at++)
            ;
    return *at == '/' ? at + 1 : at;
}

/* Where a host ends that is in its one form, and is no number; NULL where it is not. */
static const char *
host_end(const char *at)
{
    const char *label = at;
    for (; is_small_or_digit(*at) || *at == '-' || *at == '.'; at++)
        if (*at == '.') {
            if (at == label || at[-1] == '-' || *label == '-')
                return NULL;
            label = at + 1;
        }
    if (at - label < 2)
        return NULL;
    const char *last = label;
    while (last < at && *last >= 'a' && *last <= 'z')
        last++;
    return last == at && label[-1] == '.' ? at : NULL;
}

/* The address in its one form where that is plain to see, as addresses.normalised gives it. NULL says nothing of it,
 * and is an error only where one is set. ``origin`` is that of the page, or NULL. */
static PyObject *
plain_address(const char *href, PyObject *origin)
{
    if (*href == '/') {
        const char *end = path_end(href);
        if (!origin || href[1] == '/' || href[1] == 0 || (*end && *end != '#') || end - href == 1)
            return NULL;
        Py_ssize_t before = PyUnicode_GET_LENGTH(origin), size = end - href;
        if (!PyUnicode_IS_ASCII(origin) || before + size > MOST_PLAIN || strlen(href) > MOST_PLAIN)
            return NULL;
        PyObject *address = PyUnicode_New(before + size, 127);
        if (address) {
            memcpy(PyUnicode_1BYTE_DATA(address), PyUnicode_1BYTE_DATA(origin), (size_t)before);
            memcpy(PyUnicode_1BYTE_DATA(address) + before, href, (size_t)size);
        }
        return address;
    }
    if (strncmp(href, "http", 4))
        return NULL;
    const char *host = href + 4 + (href[4] == 's');
    if (strncmp(host, "://", 3))
        return NULL;
    /* A host begins with a letter or a digit, whatever its labels. */
    const char *path = is_small_or_digit(host[3]) ? host_end(host + 3) : NULL;
    if (!path || path - href > MOST_PLAIN_HOST)
        return NULL;
    const char *end = path_end(path);
    if ((*end && *end != '#') || strlen(href) > MOST_PLAIN)
        return NULL;
    PyObject *address = PyUnicode_New(end - href + (end == path), 127);
    if (address) {
        memcpy(PyUnicode_1BYTE_DATA(address), href, (size_t)(end - href));
        if (end == path)
            PyUnicode_1BYTE_DATA(address)[end - href] = '/';
    }
    return address;
}
