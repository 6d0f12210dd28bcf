/* flat.lay_flat: a tree laid flat. */

typedef struct {
    struct LxmlDocument *document;
    PyObject *tags, *parents, *stops, *firsts, *lasts, *pieces, *offsets, *numbers, *nodes, *kept, *unread;
    /* How many elements and pieces there are: the number of the next element is where those before it stop, and elements
     * between two pieces have one count of them, so that most numbers are made once. */
    PyObject *number, *count;
    int has_gap;
    Buffer scratch, piece;
    Stack opened;
    Tag known[KNOWN_TAGS];
} Flat;

static int
recount(PyObject **count, Py_ssize_t value)
{
    PyObject *new = PyLong_FromSsize_t(value);
    if (!new)
        return -1;
    Py_XSETREF(*count, new);
    return 0;
}

static int
add_piece(Flat *flat, Bytes text, size_t size)
{
    if (is_all_space(text, size)) {
        flat->has_gap |= size > 0;
        return 0;
    }
    if (flat->has_gap) {
        flat->piece.size = 0;
        if (add_bytes(&flat->piece, " ", 1) < 0 || add_bytes(&flat->piece, text, size) < 0)
            return -1;
        text = flat->piece.bytes;
        size = flat->piece.size;
        flat->has_gap = 0;
    }
    if (append(flat->pieces, PyUnicode_DecodeUTF8((const char *)text, (Py_ssize_t)size, NULL)) < 0)
        return -1;
    return recount(&flat->count, PyList_GET_SIZE(flat->pieces));
}

static int
add_tail(Flat *flat, xmlNode *node)
{
    Bytes text;
    size_t size;
    return read_text(node->next, &flat->scratch, &text, &size) < 0 ? -1 : add_piece(flat, text, size);
}

static Tag *
flat_tag(Flat *flat, xmlNode *node)
{
    int is_new, is_kept, is_unread;
    Tag *tag = tag_of(flat->known, node, &is_new);
    if (!tag || !is_new)
        return tag;
    tag->numbers = PyDict_GetItemWithError(flat->numbers, tag->tag);
    if (tag->numbers ? !PyList_Check(tag->numbers) : PyErr_Occurred() != NULL) {
        if (tag->numbers)
            PyErr_SetString(PyExc_TypeError, "numbers are kept in lists");
        tag->name = NULL;
        return NULL;
    }
    is_kept = PySequence_Contains(flat->kept, tag->tag);
    is_unread = PySequence_Contains(flat->unread, tag->tag);
    tag->is_kept = is_kept > 0;
    tag->is_unread = is_unread > 0;
    return is_kept < 0 || is_unread < 0 ? NULL : tag;
}

static int
keep_node(Flat *flat, xmlNode *node)
{
    PyObject *element = (PyObject *)elementFactory(flat->document, node);
    int failed = element ? PyDict_SetItem(flat->nodes, flat->number, element) : -1;
    Py_XDECREF(element);
    return failed;
}

/* Number an element and read its text; it stays open where there are elements inside. */
static int
enter_flat(Flat *flat, xmlNode *node, xmlNode **inside)
{
    Bytes text = (Bytes) "";
    size_t size = 0;
    *inside = first_within(node);
    if (node->type != XML_ELEMENT_NODE)
        return 0;
    Tag *tag = flat_tag(flat, node);
    if (!tag || (!tag->is_unread && read_text(node->children, &flat->scratch, &text, &size) < 0))
        return -1;
    if (!size && !*inside && !tag->numbers)
        return 0;
    if (PyList_Append(flat->tags, tag->tag) < 0 || append_number(flat->parents, top(&flat->opened)) < 0 ||
        PyList_Append(flat->firsts, flat->count) < 0)
        return -1;
    if (tag->numbers && (PyList_Append(tag->numbers, flat->number) < 0 || (tag->is_kept && keep_node(flat, node) < 0)))
        return -1;
    if (add_piece(flat, text, size) < 0 || PyList_Append(flat->lasts, flat->count) < 0)
        return -1;
    Py_ssize_t number = PyList_GET_SIZE(flat->stops);
    if (*inside && push(&flat->opened, number) < 0)
        return -1;
    return recount(&flat->number, number + 1) < 0 ? -1 : PyList_Append(flat->stops, flat->number);
}

static int
leave_flat(Flat *flat)
{
    Py_ssize_t ended = pop(&flat->opened);
    if (PyList_SetItem(flat->stops, ended, Py_NewRef(flat->number)) < 0)
        return -1;
    return PyList_SetItem(flat->lasts, ended, Py_NewRef(flat->count));
}

static int
walk_flat(Flat *flat, xmlNode *root)
{
    xmlNode *node = root, *next;
    for (;; node = next) {
        if (enter_flat(flat, node, &next) < 0)
            return -1;
        if (next)
            continue;
        if (add_tail(flat, node) < 0)
            return -1;
        while (node != root && !(next = element_from(node->next))) {
            node = node->parent;
            if (leave_flat(flat) < 0 || add_tail(flat, node) < 0)
                return -1;
        }
        if (node == root)
            return 0;
    }
}

/* How many characters come before each piece, and before the end. */
static int
add_offsets(Flat *flat)
{
    Py_ssize_t offset = 0;
    for (Py_ssize_t piece = 0; piece < PyList_GET_SIZE(flat->pieces); piece++) {
        PyObject *text = PyList_GET_ITEM(flat->pieces, piece);
        if (!PyUnicode_Check(text)) {
            PyErr_SetString(PyExc_TypeError, "pieces are texts");
            return -1;
        }
        if (append_number(flat->offsets, offset) < 0)
            return -1;
        offset += PyUnicode_GET_LENGTH(text);
    }
    return append_number(flat->offsets, offset);
}

static PyObject *
lay_flat(PyObject *Py_UNUSED(module), PyObject *args)
{
    static const char *const names[] = {"tags", "parents", "stops", "firsts", "lasts", "pieces", "offsets", NULL};
    PyObject *root, *tree;
    struct LxmlElement *element = NULL;
    int failed = -1;
    Flat *flat = PyMem_Calloc(1, sizeof *flat);
    if (!flat)
        return PyErr_NoMemory();
    PyObject **lists[] = {&flat->tags,  &flat->parents, &flat->stops,  &flat->firsts,
                          &flat->lasts, &flat->pieces,  &flat->offsets};
    if (!PyArg_ParseTuple(args, "OOOO", &root, &tree, &flat->kept, &flat->unread))
        goto done;
    if (take_lists(tree, names, lists) < 0 || !(flat->numbers = PyObject_GetAttrString(tree, "numbers")) ||
        !(flat->nodes = PyObject_GetAttrString(tree, "nodes")))
        goto done;
    if (!PyDict_Check(flat->numbers) || !PyDict_Check(flat->nodes)) {
        PyErr_SetString(PyExc_TypeError, "numbers and nodes must be dicts");
        goto done;
    }
    if (!(element = rootNodeOrRaise(root)) || push(&flat->opened, -1) < 0 ||
        recount(&flat->number, PyList_GET_SIZE(flat->stops)) < 0 ||
        recount(&flat->count, PyList_GET_SIZE(flat->pieces)) < 0)
        goto done;
    flat->document = element->_doc;
    failed = walk_flat(flat, element->_c_node) < 0 ? -1 : add_offsets(flat);
done:
    for (size_t index = 0; index < sizeof lists / sizeof *lists; index++)
        Py_XDECREF(*lists[index]);
    Py_XDECREF(flat->numbers);
    Py_XDECREF(flat->nodes);
    Py_XDECREF(flat->number);
    Py_XDECREF(flat->count);
    Py_XDECREF(element);
    forget(flat->known);
    PyMem_Free(flat->scratch.bytes);
    PyMem_Free(flat->piece.bytes);
    PyMem_Free(flat->opened.bytes);
    PyMem_Free(flat);
    if (failed < 0)
        return NULL;
    Py_RETURN_NONE;
}
