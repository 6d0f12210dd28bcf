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

typedef struct {
    PyObject *tags, *regions;
    Py_ssize_t most;
    /* By element the card that it is a part of, 0 where that is not known yet. */
    Py_ssize_t *known;
} Cards;

/* Whether an element's card is that of the element around it; -1 with an error set. */
static int
is_part(const Linked *all, const Cards *cards, Py_ssize_t place)
{
    Py_ssize_t above = all->parents.items[place];
    if (above < 0 || only_target(all, above) != only_target(all, place))
        return 0;
    int is_region = PySet_Contains(cards->regions, PyTuple_GET_ITEM(cards->tags, above));
    if (is_region)
        return is_region < 0 ? -1 : 0;
    Py_ssize_t headings = count_headings(all, place);
    return !(headings > 0 && count_headings(all, above) > headings) &&
           size_of(all, above) - size_of(all, place) <= cards->most;
}

/* The largest element around a link that is its card; -1 with an error set. Many links may have one long way up. */
static Py_ssize_t
card_around(const Linked *all, const Cards *cards, Py_ssize_t place)
{
    Py_ssize_t from = place;
    int is_more = 1;
    while (!cards->known[place] && (is_more = is_part(all, cards, place)) > 0)
        place = all->parents.items[place];
    if (is_more < 0)
        return -1;
    Py_ssize_t found = cards->known[place] ? cards->known[place] - 1 : place;
    cards->known[place] = found + 1;
    for (; from != place; from = all->parents.items[from])
        cards->known[from] = found + 1;
    return found;
}

/* Leave only the anchors of stories. */
static int
keep_stories(Linked *all, PyObject *is_story)
{
    Py_ssize_t kept = 0;
    for (Py_ssize_t anchor = 0; anchor < all->anchors; anchor++) {
        int is_one = PyObject_IsTrue(PyTuple_GET_ITEM(is_story, all->links.items[anchor]));
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
find_places(Linked *all, const Cards *cards)
{
    PyObject *found = PyList_New(0);
    count_anchors(all);
    for (Py_ssize_t anchor = 0; found && anchor < all->anchors; anchor++) {
        Py_ssize_t place = card_around(all, cards, all->places.items[anchor]);
        if (place < 0 || append_number(found, place) < 0)
            Py_CLEAR(found);
    }
    return found;
}

static PyObject *
cards_of(Linked *all, PyObject *is_story, Cards *cards)
{
    PyObject *found = NULL;
    if (PyTuple_GET_SIZE(is_story) != all->count || PyTuple_GET_SIZE(cards->tags) != all->elements) {
        PyErr_SetString(PyExc_ValueError, "lists that belong together differ in length");
        return NULL;
    }
    if (keep_stories(all, is_story) < 0)
        return NULL;
    Py_ssize_t *memory = make_arrays(all);
    cards->known = memory ? PyMem_Calloc((size_t)all->elements + 1, sizeof *cards->known) : NULL;
    if (cards->known)
        found = find_places(all, cards);
    else if (memory)
        PyErr_NoMemory();
    PyMem_Free(cards->known);
    PyMem_Free(memory);
    return found;
}

static PyObject *
place_cards(PyObject *Py_UNUSED(module), PyObject *args)
{
    static const char *const names[] = {"tags", NULL};
    PyObject *page, *given, *is_story = NULL, *tags = NULL, *tree = NULL, *found = NULL;
    PyObject **lists[] = {&tags};
    Linked all = {0};
    Cards cards = {0};
    if (!PyArg_ParseTuple(args, "OO!O!n", &page, &PyList_Type, &given, &PyFrozenSet_Type, &cards.regions, &cards.most))
        return NULL;
    /* Tuples, for what is asked of their items may be to run what they bring along. */
    if ((tree = PyObject_GetAttrString(page, "tree")) && take_lists(tree, names, lists) == 0 &&
        take_page(&all, page, tree) == 0 && (is_story = PyList_AsTuple(given)) && (cards.tags = PyList_AsTuple(tags)))
        found = cards_of(&all, is_story, &cards);
    leave_page(&all);
    PyObject *taken[] = {is_story, cards.tags, tags, tree};
    for (size_t place = 0; place < sizeof taken / sizeof *taken; place++)
        Py_XDECREF(taken[place]);
    return found;
}
