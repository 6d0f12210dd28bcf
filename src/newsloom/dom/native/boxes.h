/* loom/boxes.mark_boxes: what boxes are, what they are called, and which others they hold. */

/* The code of the box's tag, and above it the place that it is; negative where that failed. */
static int
code_of(Naming *naming, xmlNode *node)
{
    int is_new;
    Tag *tag = tag_of(naming->known, node, &is_new);
    if (!tag || !is_new)
        return tag ? tag->kind : -1;
    PyObject *code = PyDict_GetItemWithError(naming->codes, tag->tag);
    tag->kind = code ? (int)PyLong_AsLong(code) : 0;
    return PyErr_Occurred() ? -1 : tag->kind;
}

typedef struct {
    int64_t *tags, *roles, *marks, *parents, *ends;
    double *depths;
    char *holds_text;
} BoxColumns;

static int
mark_box(Naming *naming, PyObject *element, Py_ssize_t box, Py_ssize_t parent, BoxColumns *columns)
{
    struct LxmlElement *checked = rootNodeOrRaise(element);
    if (!checked)
        return -1;
    xmlNode *node = checked->_c_node;
    int code = node->type == XML_ELEMENT_NODE ? code_of(naming, node) : 0;
    int64_t roles = 0, marks = code >> CODE_BITS;
    int failed = code < 0 || (columns->holds_text[box] && read_names(naming, node, &roles, &marks) < 0);
    Py_DECREF(checked);
    if (failed)
        return -1;
    columns->tags[box] = code & ((1 << CODE_BITS) - 1);
    columns->roles[box] = roles;
    columns->parents[box] = parent < 0 ? 0 : parent;
    columns->depths[box] = parent < 0 ? 0 : columns->depths[parent] + 1;
    if (parent >= 0 && columns->holds_text[box]) {
        marks |= columns->marks[parent];
        if (columns->tags[box] != naming->body)
            marks |= roles << naming->role_bit;
    }
    columns->marks[box] = columns->holds_text[box] ? marks : 0;
    return 0;
}

/* A parent stands before its children; the first box has none. */
static int
read_parents(PyObject *parents, Py_ssize_t *numbers, Py_ssize_t size)
{
    for (Py_ssize_t box = 0; box < size; box++) {
        numbers[box] = PyLong_AsSsize_t(PyList_GET_ITEM(parents, box));
        if (numbers[box] == -1 && PyErr_Occurred())
            return -1;
        if (numbers[box] >= box || numbers[box] < -1) {
            PyErr_SetString(PyExc_ValueError, "a parent must stand before its children");
            return -1;
        }
    }
    return 0;
}

static int
mark_holders(const Py_buffer *held, const Py_ssize_t *parents, Py_ssize_t size, char *holds_text)
{
    const int64_t *boxes = held->buf;
    for (Py_ssize_t line = 0; line < held->len / (Py_ssize_t)sizeof *boxes; line++) {
        if (boxes[line] < 0 || boxes[line] >= size) {
            PyErr_SetString(PyExc_ValueError, "a line must stand in a box");
            return -1;
        }
        for (Py_ssize_t box = (Py_ssize_t)boxes[line]; box >= 0 && !holds_text[box]; box = parents[box])
            holds_text[box] = 1;
    }
    return 0;
}

static void
find_ends(const Py_ssize_t *parents, Py_ssize_t size, int64_t *ends)
{
    for (Py_ssize_t box = 0; box < size; box++)
        ends[box] = box + 1;
    for (Py_ssize_t box = size - 1; box > 0; box--)
        if (parents[box] >= 0 && ends[box] > ends[parents[box]])
            ends[parents[box]] = ends[box];
}

static int
fill_boxes(Naming *naming, PyObject *boxes, PyObject *parents, const Py_buffer *held, BoxColumns *columns)
{
    Py_ssize_t size = PyList_GET_SIZE(boxes);
    Py_ssize_t *numbers = PyMem_Calloc((size_t)size + 1, sizeof *numbers);
    columns->holds_text = PyMem_Calloc((size_t)size + 1, 1);
    int failed = -1;
    if (!numbers || !columns->holds_text) {
        PyErr_NoMemory();
        goto done;
    }
    if (read_parents(parents, numbers, size) < 0 || mark_holders(held, numbers, size, columns->holds_text) < 0)
        goto done;
    for (Py_ssize_t box = 0; box < size; box++)
        if (mark_box(naming, PyList_GET_ITEM(boxes, box), box, numbers[box], columns) < 0)
            goto done;
    find_ends(numbers, size, columns->ends);
    failed = 0;
done:
    PyMem_Free(numbers);
    PyMem_Free(columns->holds_text);
    return failed;
}

static PyObject *
mark_boxes(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *boxes, *parents, *words, *columns = NULL;
    Py_buffer held;
    long long hidden, dialog, body;
    Naming *naming = PyMem_Calloc(1, sizeof *naming);
    if (!naming)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "O!O!y*OO!OOLLLi", &PyList_Type, &boxes, &PyList_Type, &parents, &held, &words,
                          &PyDict_Type, &naming->codes, &naming->role_of, &naming->hiding, &hidden, &dialog, &body,
                          &naming->role_bit)) {
        PyMem_Free(naming);
        return NULL;
    }
    naming->hidden = hidden;
    naming->dialog = dialog;
    naming->body = body;
    naming->words = PyCapsule_GetPointer(words, WORDS);
    Py_ssize_t size = PyList_GET_SIZE(boxes);
    if (!naming->words)
        goto done;
    if (PyList_GET_SIZE(parents) != size || naming->role_bit < 0 || naming->role_bit > 40) {
        PyErr_SetString(PyExc_ValueError, "each box must have a parent");
        goto done;
    }
    columns = PyBytes_FromStringAndSize(NULL, 6 * size * (Py_ssize_t)sizeof(int64_t));
    if (columns) {
        int64_t *start = (int64_t *)PyBytes_AS_STRING(columns);
        BoxColumns of_boxes = {start,
                               start + size,
                               start + 2 * size,
                               start + 3 * size,
                               start + 4 * size,
                               (double *)(start + 5 * size),
                               NULL};
        if (fill_boxes(naming, boxes, parents, &held, &of_boxes) < 0)
            Py_CLEAR(columns);
    }
done:
    PyBuffer_Release(&held);
    forget(naming->known);
    PyMem_Free(naming);
    return columns;
}
