/* loom/weighing.weigh_lines: what is printed alike (loom/repetition), and all evidence together. */

/* As loom/arrays.group_of mixes keys: overflow wraps. */
static uint64_t
mixed_with(uint64_t keys, int64_t key)
{
    return keys * 1000003u + (uint64_t)key;
}

static uint64_t
mould_of(const Evidence *on, Py_ssize_t line)
{
    int64_t box = on->box[line];
    uint64_t keys = 0;
    for (int level = 0; level < 3; level++, box = on->parents[box])
        keys = mixed_with(mixed_with(keys, on->tags[box]), on->roles[box]);
    return keys;
}

static uint64_t
sibling_of(const Evidence *on, Py_ssize_t line)
{
    return mixed_with(mixed_with(0, above(on, line)), on->tags[on->box[line]]);
}

typedef struct {
    uint64_t keys;
    double lines, prose, words, linked;
} Group;

static Group *
group_with(Group *groups, size_t room, uint64_t keys)
{
    size_t place = (size_t)mixed(keys) & (room - 1);
    while (groups[place].lines > 0 && groups[place].keys != keys)
        place = (place + 1) & (room - 1);
    return &groups[place];
}

static void
sum_groups(const Evidence *on, uint64_t (*keys_of)(const Evidence *, Py_ssize_t), Group *groups, size_t room)
{
    memset(groups, 0, room * sizeof *groups);
    for (Py_ssize_t line = 0; line < on->lines; line++) {
        uint64_t keys = keys_of(on, line);
        Group *group = group_with(groups, room, keys);
        group->keys = keys;
        group->lines += 1;
        group->prose += fact(on, PROSE)[line];
        group->words += fact(on, WORDS_OF)[line];
        group->linked += on->linked[line];
    }
}

static int
weigh_repetition(Evidence *on)
{
    size_t room = 16;
    while (room < 2 * (size_t)on->lines)
        room *= 2;
    Group *groups = PyMem_Malloc(room * sizeof *groups);
    if (!groups) {
        PyErr_NoMemory();
        return -1;
    }
    Py_ssize_t lines = on->lines;
    copy(on, fact(on, REPEATED));
    sum_groups(on, mould_of, groups, room);
    for (Py_ssize_t line = 0; line < lines; line++) {
        const Group *group = group_with(groups, room, mould_of(on, line));
        on->row[line] = group->lines;
        on->row[lines + line] = group->prose / on->total;
        on->row[2 * lines + line] = group->prose / group->lines;
    }
    sum_groups(on, sibling_of, groups, room);
    for (Py_ssize_t line = 0; line < lines; line++) {
        const Group *group = group_with(groups, room, sibling_of(on, line));
        on->row[3 * lines + line] = group->lines;
        on->row[4 * lines + line] = group->words / group->lines;
        on->row[5 * lines + line] = group->linked / at_least_one(group->words);
    }
    on->row += 6 * lines;
    PyMem_Free(groups);
    return 0;
}

/* How many rows are written; those of neighbours follow, which numpy writes. */
static Py_ssize_t
rows_of(const Evidence *on)
{
    return 9 + on->count_phrases + 6 + on->count_places + 3 * on->count_roles + 1 + 22 + 8 + 6 + 5 + 19 + 7 + 7;
}

static int
weigh_all(Evidence *on)
{
    /* For merits, numbers of eight bytes like the others. */
    on->scratch = PyMem_Malloc((size_t)(4 * on->boxes) * sizeof(double));
    if (!on->scratch) {
        PyErr_NoMemory();
        return -1;
    }
    weigh_text(on);
    weigh_structure(on);
    weigh_surroundings(on);
    weigh_best(on, (double *)(on->scratch + 3 * on->boxes));
    weigh_main(on);
    weigh_articles(on);
    weigh_position(on);
    weigh_likeness(on);
    int failed = weigh_repetition(on);
    PyMem_Free(on->scratch);
    return failed;
}

static int
take_parts(Evidence *on, const Py_buffer *parts)
{
    const Py_ssize_t width = (Py_ssize_t)sizeof(double);
    on->lines = parts[0].len / width / (FACTS + 2);
    on->boxes = parts[1].len / width / 6;
    on->facts = parts[0].buf;
    on->phrases = (const int64_t *)(on->facts + FACTS * on->lines);
    on->box = on->phrases + on->lines;
    on->tags = parts[1].buf;
    on->roles = on->tags + on->boxes;
    on->marks = on->roles + on->boxes;
    on->parents = on->marks + on->boxes;
    on->ends = on->parents + on->boxes;
    on->depths = (const double *)(on->ends + on->boxes);
    on->within = parts[2].buf;
    on->mass = parts[3].buf;
    on->likeness = parts[4].buf;
    on->linked = (const double *)parts[5].buf + HELD_LINKED * on->lines;
    if (on->lines < 1 || on->boxes < 1 || parts[2].len != (HELD_SERVICE + 1) * on->boxes * width ||
        parts[3].len != on->boxes * width || parts[4].len != LIKENESSES * on->lines * width ||
        parts[5].len != (HELD_SERVICE + 1) * on->lines * width ||
        !are_within(on->box, on->lines, on->boxes) || !are_within(on->parents, on->boxes, on->boxes) ||
        !are_within(on->ends, on->boxes, on->boxes + 1) || on->count_places < 0 || on->count_roles < 0 ||
        on->count_phrases < 0 || on->count_places + on->count_roles + 2 > 62 || on->count_phrases > 62) {
        PyErr_SetString(PyExc_ValueError, "lines and boxes do not fit each other");
        return -1;
    }
    for (Py_ssize_t box = 1; box < on->boxes; box++)
        if (on->parents[box] >= box) {
            PyErr_SetString(PyExc_ValueError, "a parent must stand before its children");
            return -1;
        }
    return 0;
}

static PyObject *
weigh_lines(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer parts[6];
    Evidence on = {0};
    Py_ssize_t rows;
    PyObject *columns = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*n(dddddd)(LLLLLLLL)(LLLL)(iii)", &parts[0], &parts[1], &parts[2],
                          &parts[3], &parts[4], &parts[5], &rows, &on.total, &on.long_prose, &on.byline_words, &on.far,
                          &on.far_from_heading, &on.inherited, &on.article, &on.first_heading, &on.last_heading,
                          &on.service, &on.number, &on.byline, &on.signup, &on.rights, &on.own_furniture,
                          &on.near_furniture, &on.footer, &on.signup_role, &on.count_places, &on.count_roles,
                          &on.count_phrases))
        return NULL;
    if (take_parts(&on, parts) == 0) {
        if (rows < rows_of(&on))
            PyErr_SetString(PyExc_ValueError, "too few rows");
        else
            columns = PyByteArray_FromStringAndSize(NULL, rows * on.lines * (Py_ssize_t)sizeof(double));
    }
    if (columns) {
        on.row = (double *)PyByteArray_AS_STRING(columns);
        memset(on.row, 0, (size_t)PyByteArray_GET_SIZE(columns));
        if (weigh_all(&on) < 0)
            Py_CLEAR(columns);
    }
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        PyBuffer_Release(&parts[part]);
    return columns;
}
