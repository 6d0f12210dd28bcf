/* What boxes are called, and whether they are hidden: for boxes.h. */

/* As in loom/boxes.py. */
enum { MOST_NAME = 200, CODE_BITS = 8, SEEN_NAMES = 256 };

typedef struct {
    const Words *words;
    PyObject *codes, *role_of, *hiding;
    int64_t hidden, dialog, body;
    int role_bit;
    Tag known[KNOWN_TAGS];
    /* Names that were looked through, for pages repeat them; where two fall on one place they take turns. */
    struct {
        Bytes name;
        int64_t roles;
    } seen[SEEN_NAMES];
} Naming;

static int
parts_names(unsigned char byte)
{
    return parts_words(byte) || strchr("-_:/.|", byte) != NULL;
}

/* The roles that a name of ASCII speaks of. */
static int64_t
roles_in(const Words *words, Bytes name, size_t size)
{
    unsigned char word[MOST_NAME + 2];
    int64_t found = 0;
    size_t length = 1;
    word[0] = ' ';
    if (size > MOST_NAME)
        size = MOST_NAME;
    for (size_t index = 0; index <= size; index++) {
        if (index < size && !parts_names(name[index])) {
            word[length++] = small(name[index]);
            continue;
        }
        if (length > 1) {
            word[length++] = ' ';
            found |= bits_in_turn(words, word, length);
        }
        length = 1;
    }
    return found;
}

static int64_t
roles_of(Naming *naming, Bytes name)
{
    uint32_t place = 0;
    for (Bytes at = name; *at; at++)
        place = (place + *at) * 0x9E3779B1u;
    place >>= 24;
    if (!naming->seen[place].name || strcmp((const char *)naming->seen[place].name, (const char *)name)) {
        naming->seen[place].name = name;
        naming->seen[place].roles = roles_in(naming->words, name, strlen((const char *)name));
    }
    return naming->seen[place].roles;
}

static Bytes
without_blanks(Bytes text)
{
    while (parts_words(*text))
        text++;
    return text;
}

static int
begins_small(Bytes text, const char *word)
{
    for (; *word; word++, text++)
        if (small(*text) != (unsigned char)*word)
            return 0;
    return 1;
}

/* Whether a style, which a NUL ends, gives the property the value. */
static int
gives(Bytes style, const char *property, const char *value)
{
    for (; *style; style++)
        if (begins_small(style, property)) {
            Bytes rest = without_blanks(style + strlen(property));
            if (*rest == ':' && begins_small(without_blanks(rest + 1), value))
                return 1;
        }
    return 0;
}

static int64_t
answer_of(PyObject *answer)
{
    int64_t bits = answer ? PyLong_AsLongLong(answer) : -1;
    Py_XDECREF(answer);
    return bits;
}

/* What Python says of a value that is not plain ASCII; negative where that failed. */
static int64_t
asked(PyObject *function, const char *name, xmlNode *node, xmlAttr *attribute)
{
    PyObject *value = attributeValue(node, attribute);
    if (!value)
        return -1;
    PyObject *answer = name ? PyObject_CallFunction(function, "sO", name, value)
                            : PyObject_CallFunctionObjArgs(function, value, NULL);
    Py_DECREF(value);
    return answer_of(answer);
}

/* The attribute's value where it is one text of ASCII, else NULL. */
static Bytes
plain_value(const xmlAttr *attribute)
{
    Bytes value = (Bytes)one_value(attribute);
    for (Bytes at = value; at && *at; at++)
        if (*at >= 0x80)
            return NULL;
    return value;
}

static int64_t
hiding_of(const Naming *naming, const char *name, xmlNode *node, xmlAttr *attribute)
{
    Bytes value = plain_value(attribute);
    if (!value)
        return asked(naming->hiding, name, node, attribute);
    if (!strcmp(name, "style"))
        return gives(value, "display", "none") || gives(value, "visibility", "hidden") ? naming->hidden : 0;
    int is_true = !strcmp((const char *)value, "true");
    if (!strcmp(name, "hidden") || (!strcmp(name, "aria-hidden") && is_true))
        return naming->hidden;
    int is_dialog = !strcmp(name, "role")
                        ? !strcmp((const char *)value, "dialog") || !strcmp((const char *)value, "alertdialog")
                        : !strcmp(name, "aria-modal") && is_true;
    return is_dialog ? naming->dialog : 0;
}

static int
is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (!strcmp(name, *names))
            return 1;
    return 0;
}

/* The roles that the box's names speak of, and whether it is hidden or a dialog. */
static int
read_names(Naming *naming, xmlNode *node, int64_t *roles, int64_t *marks)
{
    static const char *const telling[] = {"class", "id", NULL};
    static const char *const hiding[] = {"hidden", "aria-hidden", "aria-modal", "role", "style", NULL};
    for (xmlAttr *attribute = node->properties; attribute; attribute = attribute->next) {
        const char *name = (const char *)attribute->name;
        int64_t found = 0;
        /* Most attributes are others, and begin with other letters. */
        if (!strchr("achirs", *name) || attribute->type != XML_ATTRIBUTE_NODE || (attribute->ns && attribute->ns->href))
            continue;
        if (is_one_of(name, telling)) {
            Bytes value = plain_value(attribute);
            found = value ? roles_of(naming, value) : asked(naming->role_of, NULL, node, attribute);
            *roles |= found;
        }
        else if (is_one_of(name, hiding)) {
            found = hiding_of(naming, name, node, attribute);
            *marks |= found;
        }
        if (found < 0)
            return -1;
    }
    return 0;
}
