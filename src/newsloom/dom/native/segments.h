/* The shape of an address: what shapes.py calls the kinds of its segments. */

enum { MOST_SEGMENTS = 12, SLUG_WORDS = 4, LONG_NUMBER = 5, LEAST_IDENTIFIER = 8 };

typedef struct {
    const char *at;
    Py_ssize_t size;
} Part;

typedef struct {
    Py_ssize_t words, number;
    Part extension;
    char kind[3];
} Segment;

/* A character of a segment as it is compared: in small letters, and what parts words is a hyphen. */
static char
folded(char byte)
{
    if (byte >= 'A' && byte <= 'Z')
        return (char)(byte + 'a' - 'A');
    return byte && strchr("_+,.~ ", byte) ? '-' : byte;
}

static int
is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static int
is_hexadecimal(char byte)
{
    return is_digit(byte) || (byte >= 'a' && byte <= 'f');
}

static int
is_small(char byte)
{
    return byte >= 'a' && byte <= 'z';
}

/* Eight digits of sixteen, a hyphen and four more, or twelve in a row. */
static int
has_identifier(Part segment)
{
    Py_ssize_t run = 0, earlier = 0;
    for (Py_ssize_t place = 0; place < segment.size; place++) {
        char byte = folded(segment.at[place]);
        if (is_hexadecimal(byte))
            run++;
        else {
            earlier = byte == '-' ? run : 0;
            run = 0;
        }
        if (run >= 12 || (run >= 4 && earlier >= 8))
            return 1;
    }
    return 0;
}

static Part
extension_of(Part segment)
{
    Py_ssize_t start = segment.size;
    while (start && is_small(segment.at[start - 1]))
        start--;
    Part found = {segment.at + start, segment.size - start};
    if (!start || segment.at[start - 1] != '.' || found.size < 2 || found.size > 5)
        found.size = 0;
    return found;
}

/* The end of the piece that begins at ``at``: at a hyphen, or at the end of the segment. */
static Py_ssize_t
piece_end(Part segment, Py_ssize_t at)
{
    while (at < segment.size && folded(segment.at[at]) != '-')
        at++;
    return at;
}

static int
is_alphabetic(Part segment, Py_ssize_t from, Py_ssize_t to)
{
    for (Py_ssize_t at = from; at < to; at++)
        if (!is_small(folded(segment.at[at])))
            return 0;
    return to > from;
}

static Segment
segment_of(Part segment)
{
    Segment found = {0};
    int has_code = 0;
    char *kind = found.kind;
    for (Py_ssize_t from = 0, to; from <= segment.size; from = to + 1) {
        to = piece_end(segment, from);
        if (is_alphabetic(segment, from, to)) {
            found.words += to - from > 1;
            continue;
        }
        Py_ssize_t run = 0, digits = 0;
        for (Py_ssize_t at = from; at < to; at++) {
            run = is_digit(segment.at[at]) ? run + 1 : 0;
            digits += run > 0;
            found.number = run > found.number ? run : found.number;
        }
        has_code |= to - from >= LEAST_IDENTIFIER && digits < to - from;
    }
    if (found.words)
        *kind++ = found.words >= SLUG_WORDS ? 'S' : found.words > 1 ? 's' : 'w';
    if (found.number)
        *kind = has_code && has_identifier(segment) ? 'x' : found.number >= LONG_NUMBER ? 'N' : 'n';
    found.extension = extension_of(segment);
    return found;
}

typedef struct {
    Buffer key, folder, text, bare;
    PyObject *host;
    Part slug;
    Py_ssize_t words, depth, number, length;
    int is_folder, has_extension;
} Shape;

static int
add_kind(Shape *shape, const Segment *segment)
{
    if (add_bytes(&shape->key, "/", 1) < 0 || add_bytes(&shape->key, segment->kind, strlen(segment->kind)) < 0)
        return -1;
    if (!segment->extension.size)
        return 0;
    return add_bytes(&shape->key, ".", 1) < 0 ||
                   add_bytes(&shape->key, segment->extension.at, (size_t)segment->extension.size) < 0
               ? -1
               : 0;
}

static int
add_segment(Shape *shape, Part part, Segment *segment)
{
    *segment = segment_of(part);
    if (segment->words > shape->words) {
        shape->words = segment->words;
        shape->slug = part;
    }
    shape->number = segment->number > shape->number ? segment->number : shape->number;
    shape->depth += part.size > 0;
    return add_kind(shape, segment);
}

static int
take_host(Shape *shape, Part host)
{
    if (shape->host && PyUnicode_GET_LENGTH(shape->host) == host.size &&
        !memcmp(PyUnicode_1BYTE_DATA(shape->host), host.at, (size_t)host.size))
        return 0;
    PyObject *new = PyUnicode_FromStringAndSize(host.at, host.size);
    if (!new)
        return -1;
    Py_XSETREF(shape->host, new);
    return 0;
}

static Py_ssize_t
find_byte(Part part, char byte)
{
    const char *found = part.size ? memchr(part.at, byte, (size_t)part.size) : NULL;
    return found ? found - part.at : part.size;
}

/* Write the shape of what follows "://": neither escapes nor a query are in it. */
static int
write_shape(Shape *shape, Part front)
{
    Segment last;
    shape->key.size = shape->folder.size = 0;
    shape->words = shape->depth = shape->number = shape->length = 0;
    shape->has_extension = 0;
    shape->is_folder = front.size && front.at[front.size - 1] == '/';
    front.size -= shape->is_folder;
    Py_ssize_t slash = front.size;
    while (slash && front.at[slash - 1] != '/')
        slash--;
    Part above = {front.at, slash ? slash - 1 : 0}, page = {front.at + slash, front.size - slash};
    if (!above.size) {
        above = page;
        page.size = 0;
    }
    Part host = {above.at, find_byte(above, '/')};
    Part path = {above.at + host.size, above.size - host.size};
    if (take_host(shape, host) < 0 || add_bytes(&shape->key, host.at, (size_t)host.size) < 0 ||
        add_bytes(&shape->folder, host.at, (size_t)host.size) < 0)
        return -1;
    /* A slash alone is no path: its one segment would be empty. */
    shape->length = path.size > 1 ? path.size : 0;
    Part latest = {NULL, 0};
    for (int count = 0; path.size > 1 - (count > 0) && count < MOST_SEGMENTS; count++) {
        Part rest = {path.at + 1, path.size - 1};
        Part part = {rest.at, find_byte(rest, '/')};
        if (add_segment(shape, part, &last) < 0)
            return -1;
        if (part.size && latest.size &&
            (add_bytes(&shape->folder, "/", 1) < 0 || add_bytes(&shape->folder, latest.at, (size_t)latest.size) < 0))
            return -1;
        latest = part.size ? part : latest;
        path.at = rest.at + part.size;
        path.size = rest.size - part.size;
    }
    if (!page.size)
        return add_bytes(&shape->key, "/", 1);
    if (latest.size &&
        (add_bytes(&shape->folder, "/", 1) < 0 || add_bytes(&shape->folder, latest.at, (size_t)latest.size) < 0))
        return -1;
    if (add_segment(shape, page, &last) < 0)
        return -1;
    shape->has_extension = last.extension.size && !shape->is_folder;
    shape->length += page.size + shape->is_folder;
    return shape->is_folder ? add_bytes(&shape->key, "/", 1) : 0;
}
