/* dom/sifting.sift_elements: the elements of a page that may matter. */

/* What the tags dict says of a tag, one higher: 0 is a tag that is not asked for. */
enum { NOT_ASKED, ASKED, ALWAYS };
enum { MOST_RULES = 8 };

typedef struct {
    const char *attribute;
    const Words *words; /* NULL where any value will do */
} Rule;

typedef struct {
    struct LxmlDocument *document;
    PyObject *tags, *found;
    Rule rules[MOST_RULES];
    Py_ssize_t count, near, longest;
    const Words *told;
    Buffer scratch;
    Tag known[KNOWN_TAGS];
} Sieve;

static int
asked_for(Sieve *sieve, xmlNode *node)
{
    int is_new;
    Tag *tag = tag_of(sieve->known, node, &is_new);
    if (!tag || !is_new)
        return tag ? tag->kind : -1;
    PyObject *kept = PyDict_GetItemWithError(sieve->tags, tag->tag);
    tag->kind = kept ? (PyObject_IsTrue(kept) > 0 ? ALWAYS : ASKED) : NOT_ASKED;
    return PyErr_Occurred() ? -1 : tag->kind;
}

/* Whether one of the words stands in the value, with a space before and behind it; it is kept where it is not ASCII:
 * Python lowers that. */
static int
has_word(Sieve *sieve, const Words *words, Bytes value, size_t size)
{
    sieve->scratch.size = 0;
    if (make_room(&sieve->scratch, size + 2) < 0)
        return -1;
    unsigned char *padded = sieve->scratch.bytes;
    for (size_t index = 0; index < size; index++) {
        if (value[index] >= 0x80)
            return 1;
        padded[index + 1] = small(value[index]);
    }
    padded[0] = padded[size + 1] = ' ';
    return bits_in(words, padded, size + 2) != 0;
}

static int
value_fits(Sieve *sieve, const Rule *rule, xmlNode *node, xmlAttr *attribute)
{
    PyObject *value = NULL;
    const char *bytes = one_value(attribute);
    if (!bytes && (value = attributeValue(node, attribute)))
        bytes = PyUnicode_AsUTF8(value);
    int fits = bytes ? *bytes != 0 : -1;
    if (fits > 0 && rule->words)
        fits = has_word(sieve, rule->words, (Bytes)bytes, strlen(bytes));
    Py_XDECREF(value);
    return fits;
}

static int
attributes_fit(Sieve *sieve, xmlNode *node)
{
    for (xmlAttr *attribute = node->properties; attribute; attribute = attribute->next) {
        if (attribute->type != XML_ATTRIBUTE_NODE || (attribute->ns && attribute->ns->href))
            continue;
        for (Py_ssize_t rule = 0; rule < sieve->count; rule++)
            if (*attribute->name == (xmlChar)*sieve->rules[rule].attribute &&
                !strcmp((const char *)attribute->name, sieve->rules[rule].attribute)) {
                int fits = value_fits(sieve, &sieve->rules[rule], node, attribute);
                if (fits)
                    return fits;
            }
    }
    return 0;
}

/* Whether the text that begins with a node is short, and tells one of the words. */
static int
text_fits(Sieve *sieve, xmlNode *node)
{
    Bytes text;
    size_t size;
    Py_ssize_t left = sieve->longest > 0 ? sieve->longest : 0;
    xmlNode *first = text_from(node);
    if (!first)
        return 0;
    /* A character has no more than four bytes: of a longer text, most are not looked at. */
    if (first->content && strnlen((const char *)first->content, 4 * (size_t)left + 1) > 4 * (size_t)left)
        return 0;
    if (read_text(node, &sieve->scratch, &text, &size) < 0)
        return -1;
    if (!size || size > 4 * (size_t)left || size_within(text, size, &left) < size)
        return 0;
    return bits_in(sieve->told, text, size) != 0;
}

static int
is_kept(Sieve *sieve, xmlNode *node)
{
    int fits = attributes_fit(sieve, node);
    if (!fits && sieve->told)
        fits = text_fits(sieve, node->children);
    if (!fits && sieve->told)
        fits = text_fits(sieve, node->next);
    return fits;
}

static int
keep_element(Sieve *sieve, xmlNode *node, Py_ssize_t number)
{
    PyObject *element = (PyObject *)elementFactory(sieve->document, node);
    if (!element)
        return -1;
    return append(sieve->found, Py_BuildValue("nN", number, element));
}

static int
walk_sieve(Sieve *sieve, xmlNode *root, Py_ssize_t most)
{
    Py_ssize_t number = 0, left = 0;
    xmlNode *node = root, *next;
    for (;; node = next) {
        int kind = node->type == XML_ELEMENT_NODE ? asked_for(sieve, node) : NOT_ASKED;
        if (kind < 0)
            return -1;
        if (kind) {
            if (number == most)
                return 0;
            int kept = kind == ALWAYS || left > 0 ? 1 : is_kept(sieve, node);
            if (kept < 0 || (kept && keep_element(sieve, node, number) < 0))
                return -1;
            left = kind == ALWAYS ? sieve->near : left - 1;
            number++;
        }
        next = first_within(node);
        while (!next && node != root && !(next = element_from(node->next)))
            node = node->parent;
        if (!next)
            return 0;
    }
}

static int
read_rules(Sieve *sieve, PyObject *rules)
{
    sieve->count = PyTuple_GET_SIZE(rules);
    if (sieve->count > MOST_RULES) {
        PyErr_SetString(PyExc_ValueError, "too many rules");
        return -1;
    }
    for (Py_ssize_t rule = 0; rule < sieve->count; rule++) {
        PyObject *words, *given = PyTuple_GET_ITEM(rules, rule);
        if (!PyTuple_Check(given)) {
            PyErr_SetString(PyExc_TypeError, "a rule must be a tuple");
            return -1;
        }
        if (!PyArg_ParseTuple(given, "sO", &sieve->rules[rule].attribute, &words))
            return -1;
        if (words != Py_None && !(sieve->rules[rule].words = PyCapsule_GetPointer(words, WORDS)))
            return -1;
    }
    return 0;
}

static PyObject *
sift_elements(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *root, *rules, *told;
    Py_ssize_t most;
    struct LxmlElement *element = NULL;
    int failed = -1;
    Sieve *sieve = PyMem_Calloc(1, sizeof *sieve);
    if (!sieve)
        return PyErr_NoMemory();
    if (!PyArg_ParseTuple(args, "OO!O!Onnn", &root, &PyDict_Type, &sieve->tags, &PyTuple_Type, &rules, &told,
                          &sieve->longest, &sieve->near, &most))
        goto done;
    if (read_rules(sieve, rules) < 0 || (told != Py_None && !(sieve->told = PyCapsule_GetPointer(told, WORDS))))
        goto done;
    if (!(element = rootNodeOrRaise(root)) || !(sieve->found = PyList_New(0)))
        goto done;
    sieve->document = element->_doc;
    failed = walk_sieve(sieve, element->_c_node, most);
done:
    Py_XDECREF(element);
    forget(sieve->known);
    PyMem_Free(sieve->scratch.bytes);
    PyObject *found = sieve->found;
    PyMem_Free(sieve);
    if (failed < 0)
        Py_CLEAR(found);
    return found;
}
