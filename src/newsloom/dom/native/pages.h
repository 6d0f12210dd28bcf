/* A LinkedPage of Python in arrays: its anchors, and which elements hold those of one target only. */

typedef struct {
    Numbers places, links, levels, headings, pictures, times, parents, stops, firsts, lasts, offsets;
    PyObject *labels, *targets, *numbers;
    Py_ssize_t elements, anchors, count;
    /* By element how many anchors come before it; by anchor how often those up to it change their target. */
    Py_ssize_t *before, *changes;
    /* By target the anchor of the longest label, of most weight and of the largest patch; that patch and its size. */
    Py_ssize_t *longest, *heaviest, *largest, *patches, *sizes, *lengths;
    double *table;
} Linked;

static int
take_page(Linked *all, PyObject *page, PyObject *tree)
{
    static const char *const names[] = {"labels", "targets", NULL};
    PyObject **lists[] = {&all->labels, &all->targets};
    if (take_lists(page, names, lists) < 0 || !(all->numbers = PyObject_GetAttrString(tree, "numbers")))
        return -1;
    if (!PyDict_Check(all->numbers)) {
        PyErr_SetString(PyExc_TypeError, "numbers must be a dict");
        return -1;
    }
    if (take_numbers(tree, "parents", -1, PY_SSIZE_T_MAX, &all->parents) < 0)
        return -1;
    /* Of offsets differences are made, and differences of those. */
    Py_ssize_t elements = all->elements = all->parents.count, most = PY_SSIZE_T_MAX / 4;
    if (take_numbers(tree, "stops", 1, elements + 1, &all->stops) < 0 ||
        take_numbers(tree, "offsets", 0, most, &all->offsets) < 0 ||
        take_numbers(tree, "firsts", 0, all->offsets.count, &all->firsts) < 0 ||
        take_numbers(tree, "lasts", 0, all->offsets.count, &all->lasts) < 0 ||
        take_numbers(page, "places", 0, elements, &all->places) < 0)
        return -1;
    all->anchors = all->places.count;
    all->count = PyList_GET_SIZE(all->targets);
    if (take_numbers(page, "links", 0, all->count, &all->links) < 0 ||
        take_numbers(page, "levels", 0, most, &all->levels) < 0 ||
        take_numbers(page, "headings", 0, elements, &all->headings) < 0 ||
        take_numbers(page, "pictures", 0, elements, &all->pictures) < 0 ||
        take_numbers(page, "times", 0, elements, &all->times) < 0)
        return -1;
    if (!has_count(&all->stops, elements) || !has_count(&all->firsts, elements) || !has_count(&all->lasts, elements) ||
        !has_count(&all->links, all->anchors) || !has_count(&all->levels, all->anchors) || !is_rising(&all->places) ||
        !is_rising(&all->headings) || !is_rising(&all->pictures) || !is_rising(&all->times))
        return -1;
    for (Py_ssize_t element = 0; element < elements; element++)
        if (all->parents.items[element] >= element || all->stops.items[element] <= element) {
            PyErr_SetString(PyExc_ValueError, "elements must follow the one around them");
            return -1;
        }
    return 0;
}

static void
leave_page(Linked *all)
{
    Numbers *taken[] = {&all->places,  &all->links, &all->levels, &all->headings, &all->pictures, &all->times,
                        &all->parents, &all->stops, &all->firsts, &all->lasts,    &all->offsets};
    for (size_t place = 0; place < sizeof taken / sizeof *taken; place++)
        PyMem_Free(taken[place]->items);
    Py_XDECREF(all->labels);
    Py_XDECREF(all->targets);
    Py_XDECREF(all->numbers);
}

/* Room for what is found out of the anchors, in one piece of memory. */
static Py_ssize_t *
make_arrays(Linked *all)
{
    size_t count = (size_t)all->count, anchors = (size_t)all->anchors;
    Py_ssize_t *memory = PyMem_Calloc((size_t)all->elements + 1 + 2 * anchors + 5 * count, sizeof *memory);
    if (!memory) {
        PyErr_NoMemory();
        return NULL;
    }
    all->before = memory;
    all->changes = all->before + all->elements + 1;
    all->lengths = all->changes + anchors;
    all->longest = all->lengths + anchors;
    all->heaviest = all->longest + count;
    all->largest = all->heaviest + count;
    all->patches = all->largest + count;
    all->sizes = all->patches + count;
    return memory;
}

static Py_ssize_t
only_target(const Linked *all, Py_ssize_t element)
{
    Py_ssize_t first = all->before[element], stop = all->before[all->stops.items[element]];
    if (first == stop)
        return -1;
    return all->changes[first] == all->changes[stop - 1] ? all->links.items[first] : -2;
}

static void
count_anchors(Linked *all)
{
    Py_ssize_t anchor = 0;
    for (Py_ssize_t element = 0; element <= all->elements; element++) {
        all->before[element] = anchor;
        anchor += anchor < all->anchors && all->places.items[anchor] == element;
    }
    for (anchor = 0; anchor < all->anchors; anchor++)
        all->changes[anchor] =
            anchor ? all->changes[anchor - 1] + (all->links.items[anchor] != all->links.items[anchor - 1]) : 0;
}
