/* Nodes, their tags and texts, as lxml sees them. */

static xmlNode *
element_from(xmlNode *node)
{
    for (; node; node = node->next)
        if (node->type == XML_ELEMENT_NODE || node->type == XML_COMMENT_NODE || node->type == XML_PI_NODE ||
            node->type == XML_ENTITY_REF_NODE)
            return node;
    return NULL;
}

/* The first element within, NULL where there is none: the children of an entity are its declaration. */
static xmlNode *
first_within(xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE ? element_from(node->children) : NULL;
}

static xmlNode *
text_from(xmlNode *node)
{
    while (node && (node->type == XML_XINCLUDE_START || node->type == XML_XINCLUDE_END))
        node = node->next;
    return node && (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) ? node : NULL;
}

/* The text that begins with a node, in the scratch where it is not in one piece. */
static int
read_text(xmlNode *node, Buffer *scratch, Bytes *text, size_t *size)
{
    node = text_from(node);
    *text = node && node->content ? node->content : (Bytes) "";
    *size = strlen((const char *)*text);
    xmlNode *next = node ? text_from(node->next) : NULL;
    if (!next)
        return 0;
    scratch->size = 0;
    if (add_bytes(scratch, *text, *size) < 0)
        return -1;
    for (; next; next = text_from(next->next))
        if (next->content && add_bytes(scratch, next->content, strlen((const char *)next->content)) < 0)
            return -1;
    *size = scratch->size;
    int failed = add_bytes(scratch, "", 1);
    *text = scratch->bytes;
    return failed;
}

static int
has_namespace(const xmlNode *node)
{
    return node->ns && node->ns->href;
}

/* What is known of a tag. Names are kept once in a document, so that their addresses tell them apart. */
typedef struct {
    const xmlChar *name;
    PyObject *tag;
    PyObject *numbers; /* borrowed from the dict of all numbers, NULL where the tag is not wanted */
    int kind;
    char is_kept, is_unread;
} Tag;

/* Pages have about forty tags; where two fall on one place they take turns. */
enum { KNOWN_TAGS = 256 };

/* What is known of the node's tag; ``*is_new`` where the caller must still find it out. */
static Tag *
tag_of(Tag *known, xmlNode *node, int *is_new)
{
    size_t address = (size_t)(void *)node->name;
    Tag *tag = &known[(address >> 3 ^ address >> 11) % KNOWN_TAGS];
    *is_new = !tag->tag || tag->name != node->name || has_namespace(node);
    if (!*is_new)
        return tag;
    PyObject *name = namespacedName(node);
    if (!name)
        return NULL;
    Py_XSETREF(tag->tag, name);
    tag->name = has_namespace(node) ? NULL : node->name;
    return tag;
}

static void
forget(Tag *known)
{
    for (int place = 0; place < KNOWN_TAGS; place++)
        Py_CLEAR(known[place].tag);
}
