/* page.read_links: where anchors lead, and what they say. */

typedef struct {
    Numbers firsts, lasts, offsets;
    PyObject *places, *links, *labels, *pieces, *nodes, *targets, *origin, *address, *tree;
    Py_ssize_t most;
    Py_UCS4 *line;
} Links;

/* What an anchor is called for those who cannot see it. */
static PyObject *
spoken_name(const Links *links, xmlNode *node)
{
    static const char *const names[] = {"aria-label", "title"};
    for (size_t name = 0; name < 2; name++) {
        xmlAttr *attribute = attribute_of(node, names[name]);
        PyObject *value = attribute ? value_of(node, attribute) : NULL;
        if (attribute && !value)
            return NULL;
        if (!value || !PyUnicode_GET_LENGTH(value)) {
            Py_XDECREF(value);
            continue;
        }
        PyObject *start = PyUnicode_Substring(value, 0, links->most);
        PyObject *line = start ? one_line(&start, 1, links->line) : NULL;
        Py_DECREF(value);
        Py_XDECREF(start);
        return line;
    }
    return PyUnicode_FromStringAndSize("", 0);
}

static PyObject *
label_of(const Links *links, Py_ssize_t place, PyObject *number, xmlNode *node)
{
    Py_ssize_t first = links->firsts.items[place], last = links->lasts.items[place];
    PyObject *label;
    if (first > last || links->offsets.items[last] - links->offsets.items[first] > links->most) {
        PyObject *most = PyLong_FromSsize_t(links->most), *name = PyUnicode_FromString("text");
        label = most && name ? PyObject_CallMethodObjArgs(links->tree, name, number, most, NULL) : NULL;
        Py_XDECREF(most);
        Py_XDECREF(name);
    }
    else
        label = one_line(PySequence_Fast_ITEMS(links->pieces) + first, last - first, links->line);
    if (!label || !PyUnicode_Check(label) || PyUnicode_GET_LENGTH(label))
        return label;
    Py_DECREF(label);
    return spoken_name(links, node);
}

/* Where an anchor leads; None where it leads nowhere. */
static PyObject *
address_of(const Links *links, xmlNode *node)
{
    xmlAttr *attribute = attribute_of(node, "href");
    const char *plain = attribute ? one_value(attribute) : "#";
    if (plain && (!*plain || *plain == '#'))
        return Py_NewRef(Py_None);
    PyObject *address = plain ? plain_address(plain, links->origin) : NULL;
    if (address || PyErr_Occurred())
        return address;
    PyObject *href = value_of(node, attribute);
    address = href ? PyObject_CallOneArg(links->address, href) : NULL;
    Py_XDECREF(href);
    return address;
}

static int
add_link(const Links *links, Py_ssize_t place, PyObject *number, xmlNode *node)
{
    PyObject *address = address_of(links, node);
    if (!address || address == Py_None) {
        Py_XDECREF(address);
        return address ? 0 : -1;
    }
    PyObject *new = PyLong_FromSsize_t(PyDict_GET_SIZE(links->targets));
    PyObject *target = new ? PyDict_SetDefault(links->targets, address, new) : NULL;
    int failed = !target || PyList_Append(links->links, target) < 0 || PyList_Append(links->places, number) < 0 ||
                 append(links->labels, label_of(links, place, number, node)) < 0;
    Py_DECREF(address);
    Py_XDECREF(new);
    return failed ? -1 : 0;
}

static int
add_links(Links *links, PyObject *page, PyObject *numbers)
{
    static const char *const found[] = {"places", "links", "labels", NULL};
    static const char *const given[] = {"pieces", NULL};
    PyObject **to[] = {&links->places, &links->links, &links->labels};
    PyObject **from[] = {&links->pieces};
    Numbers wanted = {NULL, 0};
    if (take_lists(page, found, to) < 0 || !(links->tree = PyObject_GetAttrString(page, "tree")) ||
        take_lists(links->tree, given, from) < 0 || !(links->nodes = take_nodes(links->tree)))
        return -1;
    /* Python is asked for addresses, and may change the list: what was measured must stay. */
    Py_SETREF(links->pieces, PyList_AsTuple(links->pieces));
    if (!links->pieces)
        return -1;
    Py_ssize_t pieces = PyTuple_GET_SIZE(links->pieces), most = PY_SSIZE_T_MAX;
    for (Py_ssize_t piece = 0; piece < pieces; piece++)
        if (!PyUnicode_Check(PyTuple_GET_ITEM(links->pieces, piece))) {
            PyErr_SetString(PyExc_TypeError, "pieces are texts");
            return -1;
        }
    if (take_numbers(links->tree, "firsts", 0, pieces + 1, &links->firsts) < 0 ||
        take_numbers(links->tree, "lasts", 0, pieces + 1, &links->lasts) < 0 ||
        take_numbers(links->tree, "offsets", 0, most, &links->offsets) < 0 ||
        !has_count(&links->lasts, links->firsts.count) || !has_count(&links->offsets, pieces + 1))
        return -1;
    /* The offsets say how much room a line takes, so they must be true. */
    for (Py_ssize_t piece = 0; piece < pieces; piece++)
        if (links->offsets.items[piece + 1] - links->offsets.items[piece] !=
            PyUnicode_GET_LENGTH(PyTuple_GET_ITEM(links->pieces, piece))) {
            PyErr_SetString(PyExc_ValueError, "offsets are those of the pieces");
            return -1;
        }
    int failed = numbers_of(numbers, 0, links->firsts.count, &wanted);
    for (Py_ssize_t place = 0; !failed && place < wanted.count && place < PyList_GET_SIZE(numbers); place++) {
        PyObject *number = Py_NewRef(PyList_GET_ITEM(numbers, place));
        xmlNode *node = kept_node(links->nodes, number);
        failed = node ? add_link(links, wanted.items[place], number, node) : -1;
        Py_DECREF(number);
    }
    PyMem_Free(wanted.items);
    return failed;
}

static PyObject *
read_links(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *page, *numbers, *found = NULL;
    Links links = {0};
    if (!PyArg_ParseTuple(args, "OO!OOn", &page, &PyList_Type, &numbers, &links.origin, &links.address, &links.most))
        return NULL;
    if (links.most < 0 || (links.origin != Py_None && !PyUnicode_Check(links.origin))) {
        PyErr_SetString(PyExc_TypeError, "the origin is a text or None, and labels have a length");
        return NULL;
    }
    links.origin = links.origin == Py_None ? NULL : links.origin;
    links.line = PyMem_New(Py_UCS4, (size_t)links.most + 1);
    links.targets = links.line ? PyDict_New() : NULL;
    if (!links.line)
        PyErr_NoMemory();
    if (links.targets && add_links(&links, page, numbers) == 0)
        found = PySequence_List(links.targets);
    PyObject *taken[] = {links.places, links.links, links.labels, links.pieces, links.nodes, links.targets, links.tree};
    for (size_t place = 0; place < sizeof taken / sizeof *taken; place++)
        Py_XDECREF(taken[place]);
    PyMem_Free(links.firsts.items);
    PyMem_Free(links.lasts.items);
    PyMem_Free(links.offsets.items);
    PyMem_Free(links.line);
    return found;
}
