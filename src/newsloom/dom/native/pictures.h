/* pictures.find_picture: the address of an element's picture. */

enum { MOST_IN_SET = 10000, MOST_COMMAS = 256, WIDTH_DIGITS = 5, MOST_PICTURE_HOST = 253, MOST_PICTURE_PATH = 2000 };

/* Begins the rest of the text, in small letters, with ``sign``? */
static int
has_sign(const char *at, const char *sign)
{
    for (; *sign; at++, sign++)
        if ((*at >= 'A' && *at <= 'Z' ? *at + 'a' - 'A' : *at) != *sign)
            return 0;
    return 1;
}

/* Whether one of the signs of a drawing is in the address: those of pictures.py, by their first letters. */
static int
has_signs(const char *link)
{
    for (; *link; link++)
        switch (*link) {
        case '.':
            if (has_sign(link, ".svg") || has_sign(link, ".gif"))
                return 1;
            break;
        case '/':
            if (has_sign(link, "/icon") || has_sign(link, "/themes/"))
                return 1;
            break;
        case '1':
            if (has_sign(link, "1x1"))
                return 1;
            break;
        case 'a': case 'A':
            if (has_sign(link, "avatar"))
                return 1;
            break;
        case 'b': case 'B':
            if (has_sign(link, "blank."))
                return 1;
            break;
        case 'p': case 'P':
            if (has_sign(link, "pixel") || has_sign(link, "placeholder"))
                return 1;
            break;
        case 's': case 'S':
            if (has_sign(link, "spacer") || has_sign(link, "sprite"))
                return 1;
        }
    return 0;
}

/* Whether the link is an address that needs no look: as claims.web_address tells it by its expression. */
static int
is_absolute(const char *link)
{
    if (strncmp(link, "http", 4))
        return 0;
    link += 4 + (link[4] == 's');
    if (strncmp(link, "://", 3))
        return 0;
    const char *host = link + 3, *path = host;
    while (is_in_name(*path) ? *path != '_' : *path == '.' || *path == '-')
        path++;
    if (path == host || path - host > MOST_PICTURE_HOST)
        return 0;
    if (!*path)
        return 1;
    const char *end = path + 1;
    while (*end >= '!' && *end <= '~')
        end++;
    return *path == '/' && !*end && end - path - 1 <= MOST_PICTURE_PATH && end[-1] != '?' && end[-1] != '#';
}

/* Ends of words as Python sees them, among the characters of ASCII. */
static int
is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1C && byte <= 0x1F);
}

/* Whether a set is of ASCII, and none of those that pictures.py cuts. */
static int
is_plain_set(const char *set)
{
    const char *at = set;
    int commas = 0;
    for (; *at && (unsigned char)*at < 0x80; at++)
        commas += *at == ',';
    return !*at && commas <= MOST_COMMAS && at - set <= MOST_IN_SET;
}

/* How wide a picture is said to be by what stands at ``at``, and must stand before a comma or the end; -1 where nothing
 * is said. */
static long
size_at(const char *at)
{
    long size = 0;
    int digits = 0;
    for (; *at >= '0' && *at <= '9' && digits < WIDTH_DIGITS; at++, digits++)
        size = 10 * size + (*at - '0');
    if (digits && *at == '.' && at[1] >= '0' && at[1] <= '9')
        for (at++; *at >= '0' && *at <= '9'; at++)
            ;
    if (!digits || (*at != 'w' && *at != 'x'))
        return -1;
    for (at++; is_space(*at); at++)
        ;
    return !*at || *at == ',' ? size : -1;
}

/* The widest of a set, as the expression of pictures.py finds it; where no widths are given, the first. */
static PyObject *
widest_of(const char *set)
{
    const char *best = NULL, *best_end = NULL, *run_end = set;
    long widest = -1;
    for (const char *at = set; at; at = strchr(at, ',')) {
        at += at > set || *at == ',';
        while (is_space(*at))
            at++;
        if (*at == ',')
            continue;
        const char *start = at;
        /* Parts of a run without white space all end where it does: it is walked once. */
        if (run_end < at)
            run_end = at;
        while (*run_end && !is_space(*run_end))
            run_end++;
        for (at = run_end; is_space(*at); at++)
            ;
        long size = start < run_end && at > run_end ? size_at(at) : -1;
        if (size > widest) {
            widest = size;
            best = start;
            best_end = run_end;
        }
        /* Where nothing is said, a comma within the run may begin another part. */
        if (size < 0)
            at = start;
    }
    if (best)
        return PyUnicode_FromStringAndSize(best, best_end - best);
    const char *end = strchr(set, ',');
    end = end ? end : set + strlen(set);
    while (set < end && is_space(*set))
        set++;
    while (set < end && is_space(end[-1]))
        end--;
    return PyUnicode_FromStringAndSize(set, end - set);
}

/* The address of a link, None where it is that of a drawing or of nothing. */
static PyObject *
picture_at(PyObject *link, PyObject *base, PyObject *address)
{
    if (PyUnicode_IS_ASCII(link)) {
        const char *text = (const char *)PyUnicode_1BYTE_DATA(link);
        if (has_sign(text, "data:"))
            return Py_NewRef(Py_None);
        if (!has_signs(text) && is_absolute(text))
            return Py_NewRef(link);
    }
    return PyObject_CallFunctionObjArgs(address, link, base, NULL);
}

/* The picture that an attribute names; NULL without an error where there is no such attribute, or it is empty. */
static PyObject *
picture_in(xmlNode *node, const char *name, PyObject *sets, PyObject *base, PyObject *address)
{
    xmlAttr *attribute = attribute_of(node, name);
    const char *plain = attribute ? one_value(attribute) : "";
    if (plain && !*plain)
        return NULL;
    PyObject *link;
    if (sets && plain && is_plain_set(plain))
        link = widest_of(plain);
    else {
        link = value_of(node, attribute);
        if (link && sets)
            Py_SETREF(link, PyObject_CallOneArg(sets, link));
    }
    PyObject *found = link && PyUnicode_Check(link) ? picture_at(link, base, address) : NULL;
    if (link && !PyUnicode_Check(link))
        PyErr_SetString(PyExc_TypeError, "a link is a text");
    Py_XDECREF(link);
    return found;
}

/* Whether a width is declared, and is less than ``least``. */
static int
is_narrow(xmlNode *node, Py_ssize_t least)
{
    xmlAttr *attribute = attribute_of(node, "width");
    PyObject *width = attribute ? value_of(node, attribute) : NULL;
    if (!width)
        return attribute ? -1 : 0;
    Py_ssize_t length = PyUnicode_GET_LENGTH(width), value = 0;
    int is_number = length > 0;
    for (Py_ssize_t at = 0; is_number && at < length; at++) {
        Py_UCS4 character = PyUnicode_READ_CHAR(width, at);
        is_number = Py_UNICODE_ISDECIMAL(character);
        if (at < WIDTH_DIGITS)
            value = 10 * value + Py_UNICODE_TODECIMAL(character);
    }
    Py_DECREF(width);
    return is_number && 0 < value && value < least;
}

static PyObject *
find_picture(PyObject *Py_UNUSED(module), PyObject *args)
{
    static const char *const names[] = {"data-src",          "data-original", "data-lazy-src", "data-lazy",
                                        "data-original-src", "data-url",      "src",           NULL};
    static const char *const sets[] = {"srcset", "data-srcset", "data-lazy-srcset", NULL};
    PyObject *element, *base, *widest, *address, *found = NULL;
    Py_ssize_t least;
    if (!PyArg_ParseTuple(args, "OOnOO", &element, &base, &least, &widest, &address))
        return NULL;
    struct LxmlElement *checked = rootNodeOrRaise(element);
    if (!checked)
        return NULL;
    xmlNode *node = checked->_c_node;
    int is_none = node->type != XML_ELEMENT_NODE ? 1 : is_narrow(node, least);
    if (is_none)
        goto done;
    int is_source = !has_namespace(node) && !strcmp((const char *)node->name, "source");
    for (const char *const *name = names; *name && !PyErr_Occurred(); name++) {
        /* A source has none of its own. */
        if (is_source && !name[1])
            break;
        if ((found = picture_in(node, *name, NULL, base, address)) && found != Py_None)
            goto done;
        Py_CLEAR(found);
    }
    for (const char *const *name = sets; *name && !PyErr_Occurred(); name++) {
        if ((found = picture_in(node, *name, widest, base, address)) && found != Py_None)
            goto done;
        Py_CLEAR(found);
    }
done:
    Py_DECREF(checked);
    return found || PyErr_Occurred() ? found : Py_NewRef(Py_None);
}
