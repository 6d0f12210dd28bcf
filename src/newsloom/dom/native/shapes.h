/* shapes.read_shapes: what addresses look like, and how many of their words stand in a text. */

/* MOST_SHARED as in shapes.py. MOST_STEPS is a hundred times what real addresses need. */
enum { SHAPE_ROWS = 9, MOST_ADDRESS = 2048, MOST_SHARED = 64, MOST_STEPS = 20000 };

/* Text in bytes: what is not ASCII is not found by words that are. */
static int
add_ascii(Buffer *buffer, PyObject *text)
{
    int kind = (int)PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t at = 0; at < PyUnicode_GET_LENGTH(text); at++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, at);
        unsigned char byte = character < 0x80 ? (unsigned char)character : 0xFF;
        if (add_bytes(buffer, &byte, 1) < 0)
            return -1;
    }
    return 0;
}

static int
is_tuple(PyObject *both)
{
    if (!PyTuple_Check(both))
        PyErr_SetString(PyExc_TypeError, "what is asked of Python comes in pairs");
    return PyTuple_Check(both);
}

/* A letter as addresses spell it, and as it is without its marks. */
static int
add_letter(Shape *shape, Py_UCS4 character, PyObject *letter)
{
    PyObject *text = PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, &character, 1);
    PyObject *both = text ? PyObject_CallOneArg(letter, text) : NULL, *spelled, *bare;
    int failed = !both || !is_tuple(both) || !PyArg_ParseTuple(both, "UU", &spelled, &bare) ||
                 add_ascii(&shape->text, spelled) < 0 || add_ascii(&shape->bare, bare) < 0;
    Py_XDECREF(text);
    Py_XDECREF(both);
    return failed ? -1 : 0;
}

/* The text as spelling.spelled gives it. */
static int
take_text(Shape *shape, PyObject *text, PyObject *letter)
{
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    int kind = (int)PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    shape->text.size = shape->bare.size = 0;
    for (Py_ssize_t at = 0; at < length; at++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, at);
        if (character >= 0x80) {
            if (add_letter(shape, character, letter) < 0)
                return -1;
            continue;
        }
        unsigned char small = (unsigned char)(character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character);
        if (make_room(&shape->text, 1) < 0 || make_room(&shape->bare, 1) < 0)
            return -1;
        shape->text.bytes[shape->text.size++] = small;
        shape->bare.bytes[shape->bare.size++] = small;
    }
    if (PyUnicode_IS_ASCII(text))
        return 0;
    return add_bytes(&shape->text, " ", 1) < 0 ? -1 : add_bytes(&shape->text, shape->bare.bytes, shape->bare.size);
}

static int
is_shared(const Shape *shape, Part word, Py_ssize_t *steps)
{
    Bytes at = shape->text.bytes, end = at + shape->text.size;
    char first = folded(*word.at);
    while (end - at >= word.size && (at = memchr(at, first, (size_t)(end - at - word.size) + 1))) {
        Py_ssize_t same = 1;
        while (same < word.size && at[same] == (unsigned char)folded(word.at[same]))
            same++;
        if (same == word.size)
            return 1;
        if ((*steps += same) > MOST_STEPS)
            return 0;
        at++;
    }
    return 0;
}

/* How many of the words stand in the text; -1 where that takes long, for pages choose both. */
static Py_ssize_t
count_shared(const Shape *shape)
{
    Py_ssize_t shared = 0, words = 0, steps = 0;
    for (Py_ssize_t from = 0, to; shape->words && from <= shape->slug.size; from = to + 1) {
        to = piece_end(shape->slug, from);
        Part word = {shape->slug.at + from, to - from};
        if (word.size < 2 || !is_alphabetic(shape->slug, from, to))
            continue;
        if (++words > MOST_SHARED)
            break;
        shared += is_shared(shape, word, &steps);
        if (steps > MOST_STEPS)
            return -1;
    }
    return shared;
}

typedef struct {
    PyObject *keys, *folders, *hosts, *shape_and_shared, *letter;
    double *rows;
    Py_ssize_t count;
} Shapes;

static void
write_row(const Shapes *shapes, Py_ssize_t target, const Py_ssize_t facts[SHAPE_ROWS])
{
    double *row = shapes->rows + target;
    for (int fact = 0; fact < SHAPE_ROWS; fact++)
        row[fact * shapes->count] = (double)facts[fact];
    row[2 * shapes->count] = (double)facts[1] / (double)(facts[0] > 1 ? facts[0] : 1);
}

/* As Python says, for the few addresses that are not plain. */
static int
add_shape_of(const Shapes *shapes, Py_ssize_t target, PyObject *url, PyObject *text)
{
    Py_ssize_t facts[SHAPE_ROWS] = {0};
    PyObject *shape, *both = PyObject_CallFunctionObjArgs(shapes->shape_and_shared, url, text, NULL);
    if (!both)
        return -1;
    int failed = -1;
    if (!is_tuple(both) || !PyArg_ParseTuple(both, "O!n", &PyTuple_Type, &shape, &facts[1]))
        goto done;
    if (PyTuple_GET_SIZE(shape) != 10 || !PyTuple_Check(PyTuple_GET_ITEM(shape, 3))) {
        PyErr_SetString(PyExc_TypeError, "a shape has ten fields");
        goto done;
    }
    facts[0] = PyTuple_GET_SIZE(PyTuple_GET_ITEM(shape, 3));
    for (int fact = 3; fact < SHAPE_ROWS; fact++) {
        facts[fact] = PyLong_AsSsize_t(PyTuple_GET_ITEM(shape, fact + 1));
        if (facts[fact] == -1 && PyErr_Occurred())
            goto done;
    }
    write_row(shapes, target, facts);
    failed = PyList_Append(shapes->keys, PyTuple_GET_ITEM(shape, 0)) < 0 ||
             PyList_Append(shapes->folders, PyTuple_GET_ITEM(shape, 1)) < 0 ||
             PyList_Append(shapes->hosts, PyTuple_GET_ITEM(shape, 2)) < 0;
done:
    Py_DECREF(both);
    return failed ? -1 : 0;
}

/* The names in a query, the first three in the order of the alphabet. */
static int
add_query(Buffer *key, Part query)
{
    Part first[3];
    int count = 0;
    for (Py_ssize_t from = 0; from <= query.size;) {
        Part rest = {query.at + from, query.size - from};
        Part pair = {rest.at, find_byte(rest, '&')};
        Part name = {pair.at, find_byte(pair, '=')};
        int place = count < 3 ? count++ : 3;
        for (; place > 0; place--) {
            Part *before = &first[place - 1];
            size_t shorter = (size_t)(before->size < name.size ? before->size : name.size);
            int order = memcmp(before->at, name.at, shorter);
            if (order < 0 || (!order && before->size <= name.size))
                break;
            if (place < 3)
                first[place] = *before;
        }
        if (place < 3)
            first[place] = name;
        from += pair.size + 1;
    }
    for (int place = 0; place < count; place++)
        if (add_bytes(key, place ? "&" : "?", 1) < 0 || add_bytes(key, first[place].at, (size_t)first[place].size) < 0)
            return -1;
    return 0;
}

/* Whether the query may hold the name of a story: shapes.py then takes it apart. */
static int
is_told_by_query(const Shape *shape, Part front, Part query)
{
    int is_named = query.size >= 3 && !memcmp(query.at, "id=", 3) && find_byte(query, '&') == query.size;
    int has_page = find_byte(front, '/') < front.size;
    return query.size && !shape->is_folder && (shape->has_extension || (is_named && has_page));
}

static PyObject *
text_in(const Buffer *buffer)
{
    return PyUnicode_FromStringAndSize((const char *)buffer->bytes, (Py_ssize_t)buffer->size);
}

static int
add_shape(const Shapes *shapes, Shape *shape, Py_ssize_t target, PyObject *url, PyObject *text)
{
    if (!PyUnicode_Check(url) || !PyUnicode_Check(text)) {
        PyErr_SetString(PyExc_TypeError, "addresses and texts are texts");
        return -1;
    }
    if (!PyUnicode_IS_ASCII(url) || PyUnicode_GET_LENGTH(url) > MOST_ADDRESS)
        return add_shape_of(shapes, target, url, text);
    const char *start = (const char *)PyUnicode_1BYTE_DATA(url);
    Part whole = {start, PyUnicode_GET_LENGTH(url)};
    const char *found = strstr(start, "://");
    if (!found || find_byte(whole, '%') < whole.size || find_byte(whole, 0) < whole.size)
        return add_shape_of(shapes, target, url, text);
    Part front = {found + 3, whole.size - (found + 3 - start)};
    Py_ssize_t size = find_byte(front, '?');
    Part query = {front.at + size + 1, front.size > size ? front.size - size - 1 : 0};
    front.size = size;
    if (write_shape(shape, front) < 0)
        return -1;
    if (is_told_by_query(shape, front, query))
        return add_shape_of(shapes, target, url, text);
    if ((query.size && add_query(&shape->key, query) < 0) ||
        (shape->words && take_text(shape, text, shapes->letter) < 0))
        return -1;
    Py_ssize_t shared = count_shared(shape);
    if (shared < 0)
        return add_shape_of(shapes, target, url, text);
    const Py_ssize_t facts[SHAPE_ROWS] = {shape->words,         shared,         0,
                                          shape->depth,         shape->number,  shape->is_folder,
                                          shape->has_extension, query.size > 0, shape->length};
    write_row(shapes, target, facts);
    return append(shapes->keys, text_in(&shape->key)) < 0 || append(shapes->folders, text_in(&shape->folder)) < 0
               ? -1
               : PyList_Append(shapes->hosts, shape->host);
}

static PyObject *
read_shapes(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *urls, *texts, *table, *found = NULL;
    Py_buffer view;
    Shapes shapes = {0};
    Shape shape = {0};
    if (!PyArg_ParseTuple(args, "O!O!OOO", &PyList_Type, &urls, &PyList_Type, &texts, &table,
                          &shapes.shape_and_shared, &shapes.letter))
        return NULL;
    shapes.count = PyList_GET_SIZE(urls);
    if (PyList_GET_SIZE(texts) != shapes.count) {
        PyErr_SetString(PyExc_ValueError, "each address needs a text");
        return NULL;
    }
    if (!(shapes.rows = take_table(table, &view, SHAPE_ROWS, shapes.count)))
        return NULL;
    shapes.keys = PyList_New(0);
    shapes.folders = PyList_New(0);
    shapes.hosts = PyList_New(0);
    int failed = !shapes.keys || !shapes.folders || !shapes.hosts;
    for (Py_ssize_t target = 0; !failed && target < shapes.count; target++) {
        /* Python may be asked, which may change the lists. */
        if (PyList_GET_SIZE(urls) != shapes.count || PyList_GET_SIZE(texts) != shapes.count)
            break;
        PyObject *url = Py_NewRef(PyList_GET_ITEM(urls, target)), *text = Py_NewRef(PyList_GET_ITEM(texts, target));
        failed = add_shape(&shapes, &shape, target, url, text);
        Py_DECREF(url);
        Py_DECREF(text);
    }
    PyBuffer_Release(&view);
    if (!failed)
        found = PyTuple_Pack(3, shapes.keys, shapes.folders, shapes.hosts);
    Py_XDECREF(shapes.keys);
    Py_XDECREF(shapes.folders);
    Py_XDECREF(shapes.hosts);
    Py_XDECREF(shape.host);
    PyMem_Free(shape.key.bytes);
    PyMem_Free(shape.folder.bytes);
    PyMem_Free(shape.text.bytes);
    PyMem_Free(shape.bare.bytes);
    return found;
}
