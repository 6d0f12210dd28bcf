/* page.number_moulds: how anchors are set. */

/* Those of page.py. */
enum { MOULD_LEVELS = 3, MOST_CLASS = 1000 };

/* Text, or that there is none: parted by what no text holds. */
static int
add_part(Buffer *key, const char *text, size_t size)
{
    if (!text)
        return add_bytes(key, "\2", 2);
    return add_bytes(key, "\1", 1) < 0 || add_bytes(key, text, size) < 0 ? -1 : add_bytes(key, "", 1);
}

static int
add_name(Buffer *key, const xmlChar *name)
{
    return add_part(key, (const char *)name, name ? strlen((const char *)name) : 0);
}

/* How many bytes the first MOST_CLASS characters have: one long class may stand around every anchor. */
static size_t
class_size(const char *text)
{
    const char *end = memchr(text, 0, MOST_CLASS);
    if (end)
        return (size_t)(end - text);
    size_t size = 0;
    for (int characters = 0; text[size]; size++)
        if (!goes_on((unsigned char)text[size]) && ++characters > MOST_CLASS)
            break;
    return size;
}

static int
add_class(Buffer *key, xmlNode *node)
{
    xmlAttr *attribute = attribute_of(node, "class");
    const char *plain = attribute ? one_value(attribute) : NULL;
    if (!attribute || plain)
        return add_part(key, plain, plain ? class_size(plain) : 0);
    PyObject *value = attributeValue(node, attribute);
    const char *text = value ? PyUnicode_AsUTF8(value) : NULL;
    int failed = !text || add_part(key, text, class_size(text));
    Py_XDECREF(value);
    return failed;
}

/* What an element and those around it are called: for the first, its class; for the others, tag and class. */
static int
write_mould(Buffer *key, xmlNode *node)
{
    key->size = 0;
    if (add_class(key, node))
        return -1;
    for (int level = 0; level < MOULD_LEVELS && (node = node->parent) && node->type == XML_ELEMENT_NODE; level++)
        if (add_name(key, has_namespace(node) ? node->ns->href : NULL) || add_name(key, node->name) ||
            add_class(key, node))
            return -1;
    return 0;
}

static PyObject *
number_moulds(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *tree, *places, *nodes = NULL, *moulds = NULL, *found = NULL;
    Buffer key = {0};
    int failed = -1;
    if (!PyArg_ParseTuple(args, "OO!", &tree, &PyList_Type, &places))
        return NULL;
    if (!(nodes = take_nodes(tree)) || !(moulds = PyDict_New()) || !(found = PyList_New(0)))
        goto done;
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(places); place++) {
        xmlNode *node = kept_node(nodes, PyList_GET_ITEM(places, place));
        if (!node || write_mould(&key, node) < 0)
            goto done;
        PyObject *mould = PyBytes_FromStringAndSize((const char *)key.bytes, (Py_ssize_t)key.size);
        PyObject *new = mould ? PyLong_FromSsize_t(PyDict_GET_SIZE(moulds)) : NULL;
        PyObject *number = new ? PyDict_SetDefault(moulds, mould, new) : NULL;
        int is_lost = !number || PyList_Append(found, number) < 0;
        Py_XDECREF(mould);
        Py_XDECREF(new);
        if (is_lost)
            goto done;
    }
    failed = 0;
done:
    PyMem_Free(key.bytes);
    Py_XDECREF(nodes);
    Py_XDECREF(moulds);
    if (failed < 0)
        Py_CLEAR(found);
    return found;
}
