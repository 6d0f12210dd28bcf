/* cards.place_cards: the elements that are the cards of stories. */

static Py_ssize_t
count_headings(const Linked *all, Py_ssize_t element)
{
    return number_before(&all->headings, all->stops.items[element]) - number_before(&all->headings, element);
}

static Py_ssize_t
size_of(const Linked *all, Py_ssize_t element)
{
    return all->offsets.items[all->lasts.items[element]] - all->offsets.items[all->firsts.items[element]];
}

/* The largest element around a link that is its card; -1 with an error set. */
static Py_ssize_t
card_around(const Linked *all, PyObject *tags, PyObject *regions, Py_ssize_t most, Py_ssize_t place)
{
    Py_ssize_t target = only_target(all, place), size = size_of(all, place), headings = count_headings(all, place);
    for (;;) {
        Py_ssize_t above = all->parents.items[place];
        if (above < 0 || only_target(all, above) != target)
            return place;
        int is_region = PySet_Contains(regions, PyList_GET_ITEM(tags, above));
        if (is_region)
            return is_region < 0 ? -1 : place;
        Py_ssize_t more = count_headings(all, above), larger = size_of(all, above);
        if ((more > headings && headings > 0) || larger - size > most)
            return place;
        place = above;
        size = larger;
        headings = more;
    }
}

/* Leave only the anchors of stories. */
static int
keep_stories(Linked *all, PyObject *is_story)
{
    Py_ssize_t kept = 0;
    for (Py_ssize_t anchor = 0; anchor < all->anchors; anchor++) {
        int is_one = PyObject_IsTrue(PyList_GET_ITEM(is_story, all->links.items[anchor]));
        if (is_one < 0)
            return -1;
        all->places.items[kept] = all->places.items[anchor];
        all->links.items[kept] = all->links.items[anchor];
        kept += is_one;
    }
    all->anchors = all->places.count = all->links.count = kept;
    return 0;
}

static PyObject *
find_places(Linked *all, PyObject *tags, PyObject *regions, Py_ssize_t most)
{
    PyObject *found = PyList_New(0);
    count_anchors(all);
    for (Py_ssize_t anchor = 0; found && anchor < all->anchors; anchor++) {
        Py_ssize_t place = card_around(all, tags, regions, most, all->places.items[anchor]);
        if (place < 0 || append_number(found, place) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static PyObject *
place_cards(PyObject *Py_UNUSED(module), PyObject *args)
{
    static const char *const names[] = {"tags", NULL};
    PyObject *page, *is_story, *regions, *tags = NULL, *tree = NULL, *found = NULL;
    PyObject **lists[] = {&tags};
    Py_ssize_t most, *memory = NULL;
    Linked all = {0};
    if (!PyArg_ParseTuple(args, "OO!O!n", &page, &PyList_Type, &is_story, &PyFrozenSet_Type, &regions, &most))
        return NULL;
    if ((tree = PyObject_GetAttrString(page, "tree")) && take_lists(tree, names, lists) == 0 &&
        take_page(&all, page, tree) == 0) {
        if (PyList_GET_SIZE(is_story) != all.count || PyList_GET_SIZE(tags) != all.elements)
            PyErr_SetString(PyExc_ValueError, "lists that belong together differ in length");
        else if (keep_stories(&all, is_story) == 0 && (memory = make_arrays(&all)))
            found = find_places(&all, tags, regions, most);
    }
    PyMem_Free(memory);
    leave_page(&all);
    Py_XDECREF(tags);
    Py_XDECREF(tree);
    return found;
}
