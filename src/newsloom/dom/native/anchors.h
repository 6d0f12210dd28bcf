/* weighing.weigh_anchors: rows of numbers for the targets of a page. */

enum { WORDING = 5, STANDING = 4, PATCHES = 4, START_CHARACTERS = 60 };

static Py_ssize_t
patch_around(const Linked *all, Py_ssize_t place)
{
    Py_ssize_t target = only_target(all, place), above = all->parents.items[place];
    while (above > 0 && only_target(all, above) == target) {
        place = above;
        above = all->parents.items[above];
    }
    return place;
}

static void
choose_anchors(Linked *all)
{
    for (Py_ssize_t target = 0; target < all->count; target++)
        all->longest[target] = all->heaviest[target] = all->largest[target] = -1;
    for (Py_ssize_t anchor = 0; anchor < all->anchors; anchor++)
        all->lengths[anchor] = PyUnicode_GET_LENGTH(PyList_GET_ITEM(all->labels, anchor));
    for (Py_ssize_t anchor = 0; anchor < all->anchors; anchor++) {
        Py_ssize_t target = all->links.items[anchor], length = all->lengths[anchor], place = all->places.items[anchor];
        Py_ssize_t best = all->longest[target];
        if (best < 0 || length > all->lengths[best])
            all->longest[target] = anchor;
        best = all->heaviest[target];
        Py_ssize_t headed = all->levels.items[anchor] > 0, was_headed = best >= 0 && all->levels.items[best] > 0;
        if (best < 0 || headed > was_headed || (headed == was_headed && length > all->lengths[best]))
            all->heaviest[target] = anchor;
        Py_ssize_t patch = patch_around(all, place);
        Py_ssize_t size = patch == place ? length
                                         : all->offsets.items[all->lasts.items[patch]] -
                                               all->offsets.items[all->firsts.items[patch]];
        if (all->largest[target] < 0 || size > all->sizes[target]) {
            all->largest[target] = anchor;
            all->patches[target] = patch;
            all->sizes[target] = size;
        }
    }
}

static int
is_mark(Py_UCS4 character)
{
    switch (character) {
    case '.': case '!': case '?': case ':': case '"': case '\'': case 0xAB: case 0xBB:
    case 0x2013: case 0x201C: case 0x201D: case 0x201E:
        return 1;
    }
    return 0;
}

static void
write_wording(const Linked *all, Py_ssize_t target)
{
    double *row = all->table + target;
    PyObject *text = PyList_GET_ITEM(all->labels, all->longest[target]);
    Py_ssize_t length = PyUnicode_GET_LENGTH(text), spaces = 0, digits = 0, marks = 0;
    int kind = (int)PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    for (Py_ssize_t at = 0; at < length; at++) {
        Py_UCS4 character = PyUnicode_READ(kind, data, at);
        spaces += character == ' ';
        marks += is_mark(character);
        digits += at < START_CHARACTERS && Py_UNICODE_ISDECIMAL(character);
    }
    double words = length ? (double)(spaces + 1) : 0.0, characters = (double)length;
    Py_ssize_t start = length < 1 ? 1 : length > START_CHARACTERS ? START_CHARACTERS : length;
    row[0] = words < characters / 12 ? characters / 3 : words;
    row[all->count] = characters;
    row[2 * all->count] = length && Py_UNICODE_ISLOWER(PyUnicode_READ(kind, data, 0));
    row[3 * all->count] = (double)digits / (double)start;
    row[4 * all->count] = marks > 0;
}

static void
write_standing(const Linked *all, double *rows)
{
    double *anchors = rows, *in_heading = rows + all->count, *has_picture = in_heading + all->count;
    double *order = has_picture + all->count;
    for (Py_ssize_t anchor = all->anchors - 1; anchor >= 0; anchor--) {
        Py_ssize_t target = all->links.items[anchor];
        anchors[target] += 1;
        order[target] = (double)anchor / (double)all->anchors;
        if (all->levels.items[anchor] > 0)
            in_heading[target] = 1;
    }
    for (Py_ssize_t picture = 0; picture < all->pictures.count; picture++) {
        Py_ssize_t place = all->pictures.items[picture], anchor = all->before[place] - 1;
        if (anchor >= 0 && all->stops.items[all->places.items[anchor]] > place)
            has_picture[all->links.items[anchor]] = 1;
    }
}

/* Whether one, and whether each, of a target's anchors stands in one of the elements. */
static void
write_place(const Linked *all, const Numbers *around, double *rows)
{
    double *is_in = rows, *is_only_in = rows + all->count;
    Py_ssize_t next = 0, stop = 0;
    for (Py_ssize_t target = 0; target < all->count; target++)
        is_only_in[target] = 1;
    for (Py_ssize_t anchor = 0; anchor < all->anchors; anchor++) {
        Py_ssize_t place = all->places.items[anchor], target = all->links.items[anchor];
        for (; next < around->count && around->items[next] <= place; next++)
            if (all->stops.items[around->items[next]] > stop)
                stop = all->stops.items[around->items[next]];
        if (stop > place)
            is_in[target] = 1;
        else
            is_only_in[target] = 0;
    }
}

static void
write_patches(const Linked *all, double *rows)
{
    const Numbers *seen[] = {&all->headings, &all->pictures, &all->times};
    for (Py_ssize_t target = 0; target < all->count; target++) {
        Py_ssize_t patch = all->patches[target];
        rows[target] = (double)all->sizes[target];
        for (int kind = 0; kind < PATCHES - 1; kind++) {
            Py_ssize_t next = number_before(seen[kind], patch);
            rows[(kind + 1) * all->count + target] =
                next < seen[kind]->count && seen[kind]->items[next] < all->stops.items[patch];
        }
    }
}

static int
weigh(Linked *all, PyObject *tags)
{
    double *rows = all->table + WORDING * all->count;
    count_anchors(all);
    choose_anchors(all);
    for (Py_ssize_t target = 0; target < all->count; target++) {
        if (all->longest[target] < 0) {
            PyErr_SetString(PyExc_ValueError, "a target without an anchor");
            return -1;
        }
        write_wording(all, target);
    }
    write_standing(all, rows);
    rows += STANDING * all->count;
    for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(tags); place++, rows += 2 * all->count) {
        Numbers around = {NULL, 0};
        PyObject *list = PyDict_GetItemWithError(all->numbers, PyTuple_GET_ITEM(tags, place));
        if (!list && !PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "a tag that was not wanted");
        int failed = !list || numbers_of(list, 0, all->elements, &around) < 0 || !is_rising(&around);
        if (!failed)
            write_place(all, &around, rows);
        PyMem_Free(around.items);
        if (failed)
            return -1;
    }
    write_patches(all, rows);
    return 0;
}

static int
has_texts(const Linked *all)
{
    int is_all = PyList_GET_SIZE(all->labels) == all->anchors;
    for (Py_ssize_t anchor = 0; is_all && anchor < all->anchors; anchor++)
        is_all = PyUnicode_Check(PyList_GET_ITEM(all->labels, anchor));
    if (!is_all)
        PyErr_SetString(PyExc_TypeError, "each anchor needs a label");
    return is_all;
}

static PyObject *
choices_of(const Linked *all)
{
    PyObject *longest = list_of(all->longest, all->count);
    PyObject *heaviest = longest ? list_of(all->heaviest, all->count) : NULL;
    PyObject *both = heaviest ? PyTuple_Pack(2, longest, heaviest) : NULL;
    Py_XDECREF(longest);
    Py_XDECREF(heaviest);
    return both;
}

static PyObject *
weigh_anchors(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *page, *tags, *table, *tree = NULL, *found = NULL;
    Py_buffer view = {0};
    Linked all = {0};
    Py_ssize_t *memory = NULL;
    if (!PyArg_ParseTuple(args, "OO!O", &page, &PyTuple_Type, &tags, &table))
        return NULL;
    if ((tree = PyObject_GetAttrString(page, "tree")) && take_page(&all, page, tree) == 0 && has_texts(&all) &&
        (memory = make_arrays(&all))) {
        Py_ssize_t rows = WORDING + STANDING + 2 * PyTuple_GET_SIZE(tags) + PATCHES;
        all.table = take_table(table, &view, rows, all.count);
        if (all.table) {
            memset(all.table, 0, (size_t)view.len);
            found = weigh(&all, tags) < 0 ? NULL : choices_of(&all);
            PyBuffer_Release(&view);
        }
    }
    PyMem_Free(memory);
    leave_page(&all);
    Py_XDECREF(tree);
    return found;
}
