/* outline.outline_boxes: boxes, and the lines of text in them. */

/* As in outline.py. */
enum { INLINE, LINK, BOX, UNSEEN, LEAKY, REMARK };

typedef struct {
    Buffer words;
    int has_gap;
} Line;

/* White space is folded, and what is invisible left out. */
static int
add_words(Line *line, Bytes text, size_t size)
{
    size_t width;
    if (size >= (size_t)PY_SSIZE_T_MAX || make_room(&line->words, size + 1) < 0)
        return -1;
    unsigned char *to = line->words.bytes + line->words.size;
    for (Bytes end = text + size; text < end; text += width) {
        Look look = look_of(text, &width);
        if (look == SPACE)
            line->has_gap = 1;
        if (look != VISIBLE)
            continue;
        if (line->has_gap && to > line->words.bytes)
            *to++ = ' ';
        line->has_gap = 0;
        for (size_t index = 0; index < width; index++)
            *to++ = text[index];
    }
    line->words.size = (size_t)(to - line->words.bytes);
    return 0;
}

static PyObject *
words_of(const Line *line)
{
    return PyUnicode_DecodeUTF8((const char *)line->words.bytes, (Py_ssize_t)line->words.size, NULL);
}

typedef struct {
    struct LxmlDocument *document;
    PyObject *boxes, *parents, *segments, *kinds, *segment;
    Py_ssize_t left, links;
    /* Whether there are any pieces of text, and whether some of them, or a link's place, tell ``unlinked`` from
     * ``line``: only then it is kept. */
    int has_pieces, is_linked;
    Line line, unlinked;
    Buffer scratch;
    Stack around, opened, leaks;
    Tag known[KNOWN_TAGS];
} Outline;

static int
end_line(Outline *outline)
{
    int failed = 0;
    if (outline->line.words.size) {
        PyObject *text = words_of(&outline->line), *unlinked = NULL;
        if (text)
            unlinked = outline->is_linked ? words_of(&outline->unlinked) : Py_NewRef(text);
        PyObject *box = unlinked ? PyLong_FromSsize_t(top(&outline->around)) : NULL;
        failed = box ? append(outline->segments,
                              PyObject_CallFunctionObjArgs(outline->segment, text, unlinked, box, NULL))
                     : -1;
        Py_XDECREF(text);
        Py_XDECREF(unlinked);
        Py_XDECREF(box);
    }
    outline->line.words.size = outline->unlinked.words.size = 0;
    outline->line.has_gap = outline->unlinked.has_gap = 0;
    outline->has_pieces = outline->is_linked = 0;
    return failed;
}

/* From here on a line and what of it is not linked are two. */
static int
part_lines(Outline *outline)
{
    if (outline->is_linked)
        return 0;
    outline->is_linked = 1;
    outline->unlinked.words.size = 0;
    outline->unlinked.has_gap = outline->line.has_gap;
    return add_bytes(&outline->unlinked.words, outline->line.words.bytes, outline->line.words.size);
}

/* How many of the bytes are the first ``most`` characters, of which ``*most`` is lessened. */
static size_t
size_within(Bytes text, size_t size, Py_ssize_t *most)
{
    size_t index = 0;
    for (; index < size; index++)
        if (!goes_on(text[index]) && (*most)-- == 0) {
            *most = 0;
            break;
        }
    return index;
}

static int
add_text(Outline *outline, xmlNode *node)
{
    Bytes text;
    size_t size;
    if (read_text(node, &outline->scratch, &text, &size) < 0)
        return -1;
    if (!size || (!outline->has_pieces && is_all_space(text, size)))
        return 0;
    size = size_within(text, size, &outline->left);
    outline->has_pieces = 1;
    if (outline->links && part_lines(outline) < 0)
        return -1;
    if (add_words(&outline->line, text, size) < 0)
        return -1;
    return outline->is_linked && !outline->links ? add_words(&outline->unlinked, text, size) : 0;
}

static int
kind_of(Outline *outline, xmlNode *node)
{
    int is_new;
    if (node->type != XML_ELEMENT_NODE)
        return REMARK;
    Tag *tag = tag_of(outline->known, node, &is_new);
    if (!tag || !is_new)
        return tag ? tag->kind : -1;
    PyObject *kind = PyDict_GetItemWithError(outline->kinds, tag->tag);
    tag->kind = kind ? (int)PyLong_AsLong(kind) : BOX;
    return PyErr_Occurred() ? -1 : tag->kind;
}

static int
is_named(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && !has_namespace(node) && !strcmp((const char *)node->name, name);
}

/* The first paragraph or block within. */
static xmlNode *
first_part(xmlNode *top)
{
    xmlNode *node = top, *next;
    for (;; node = next) {
        if (is_named(node, "p") || is_named(node, "div"))
            return node;
        next = first_within(node);
        while (!next && node != top && !(next = element_from(node->next)))
            node = node->parent;
        if (!next)
            return NULL;
    }
}

/* outline.Leaks.is_unseen: those left open around a part are on the stack, and are met from its top on. */
static int
is_unseen(Outline *outline, xmlNode *node)
{
    if (outline->leaks.size && top(&outline->leaks) == (Py_ssize_t)node) {
        pop(&outline->leaks);
        return 0;
    }
    xmlNode *part = first_part(node);
    if (!part)
        return 1;
    outline->leaks.size = 0;
    for (xmlNode *around = part->parent; around && around != node; around = around->parent) {
        int kind = kind_of(outline, around);
        if (kind < 0 || (kind == LEAKY && push(&outline->leaks, (Py_ssize_t)around) < 0))
            return -1;
    }
    return 0;
}

static int
open_box(Outline *outline, xmlNode *node)
{
    if (outline->has_pieces && end_line(outline) < 0)
        return -1;
    Py_ssize_t box = PyList_GET_SIZE(outline->boxes);
    if (append_number(outline->parents, top(&outline->around)) < 0 || push(&outline->around, box) < 0)
        return -1;
    return append(outline->boxes, (PyObject *)elementFactory(outline->document, node));
}

/* What the element proves to be, negative where that failed. */
static int
enter_outline(Outline *outline, xmlNode *node)
{
    int kind = kind_of(outline, node);
    if (kind == LINK) {
        if (!attribute_of(node, "href"))
            return INLINE;
        outline->links++;
        if (part_lines(outline) < 0)
            return -1;
        outline->unlinked.has_gap = 1;
        return LINK;
    }
    if (kind == LEAKY) {
        int unseen = is_unseen(outline, node);
        if (unseen)
            return unseen < 0 ? -1 : LEAKY;
        kind = BOX;
    }
    return kind == BOX && open_box(outline, node) < 0 ? -1 : kind;
}

/* The end of an element, and what follows it. */
static int
leave_outline(Outline *outline, xmlNode *node, int kind)
{
    if (kind == BOX) {
        if (outline->has_pieces && end_line(outline) < 0)
            return -1;
        pop(&outline->around);
    }
    if (kind == LINK)
        outline->links--;
    return kind == REMARK ? 0 : add_text(outline, node->next);
}

static int
walk_outline(Outline *outline, xmlNode *root)
{
    xmlNode *node = root, *next;
    for (;; node = next) {
        int kind = enter_outline(outline, node);
        if (kind < 0 || (kind < UNSEEN && add_text(outline, node->children) < 0))
            return -1;
        next = kind < UNSEEN ? first_within(node) : NULL;
        if (next) {
            if (push(&outline->opened, kind) < 0)
                return -1;
            continue;
        }
        if (leave_outline(outline, node, kind) < 0)
            return -1;
        while (node != root && !(next = element_from(node->next))) {
            node = node->parent;
            if (leave_outline(outline, node, (int)pop(&outline->opened)) < 0)
                return -1;
        }
        if (node == root)
            return 0;
    }
}

static PyObject *
outline_boxes(PyObject *Py_UNUSED(module), PyObject *args)
{
    static const char *const names[] = {"boxes", "parents", "segments", NULL};
    PyObject *root, *record;
    struct LxmlElement *element = NULL;
    int failed = -1;
    Outline *outline = PyMem_Calloc(1, sizeof *outline);
    if (!outline)
        return PyErr_NoMemory();
    PyObject **lists[] = {&outline->boxes, &outline->parents, &outline->segments};
    if (!PyArg_ParseTuple(args, "OOO!On", &root, &record, &PyDict_Type, &outline->kinds, &outline->segment,
                          &outline->left))
        goto done;
    if (take_lists(record, names, lists) < 0 || !(element = rootNodeOrRaise(root)) || push(&outline->around, -1) < 0)
        goto done;
    outline->document = element->_doc;
    failed = walk_outline(outline, element->_c_node);
done:
    for (size_t index = 0; index < sizeof lists / sizeof *lists; index++)
        Py_XDECREF(*lists[index]);
    Py_XDECREF(element);
    forget(outline->known);
    PyMem_Free(outline->line.words.bytes);
    PyMem_Free(outline->unlinked.words.bytes);
    PyMem_Free(outline->scratch.bytes);
    PyMem_Free(outline->around.bytes);
    PyMem_Free(outline->opened.bytes);
    PyMem_Free(outline->leaks.bytes);
    PyMem_Free(outline);
    if (failed < 0)
        return NULL;
    Py_RETURN_NONE;
}
