/* forest.sum_leaves: the leaves that rows of features fall on, summed. */

/* So many rows are looked at together, always: compilers then do many at once. A leaf's number fits in a byte. */
enum { ROWS = 64, MOST_LEVELS = 8 };

typedef struct {
    Py_ssize_t rows, columns, asked, trees, levels;
    const float *features, *borders, *leaves;
    const int64_t *wanted, *by_level;
    double *sums;
    /* By feature and by question, for the rows that are looked at. */
    float *values;
    unsigned char *passes;
} Trees;

static void
take_rows(const Trees *trees, Py_ssize_t first, Py_ssize_t count)
{
    for (Py_ssize_t column = 0; column < trees->columns; column++)
        memcpy(trees->values + column * ROWS, trees->features + column * trees->rows + first,
               (size_t)count * sizeof(float));
}

static void
answer_questions(const Trees *trees)
{
    for (Py_ssize_t question = 0; question < trees->asked; question++) {
        const float *values = trees->values + trees->wanted[question] * ROWS;
        unsigned char *restrict passes = trees->passes + question * ROWS;
        float border = trees->borders[question];
        /* In two steps, each of which compilers do for many rows at once. */
        int larger[ROWS];
        for (int row = 0; row < ROWS; row++)
            larger[row] = values[row] > border;
        for (int row = 0; row < ROWS; row++)
            passes[row] = (unsigned char)larger[row];
    }
}

static void
add_leaves(const Trees *trees, Py_ssize_t tree, Py_ssize_t first, Py_ssize_t count)
{
    unsigned char found[ROWS] = {0};
    const float *leaves = trees->leaves + (tree << trees->levels);
    for (Py_ssize_t level = 0; level < trees->levels; level++) {
        const unsigned char *restrict passes = trees->passes + trees->by_level[level * trees->trees + tree] * ROWS;
        for (int row = 0; row < ROWS; row++)
            found[row] = (unsigned char)(found[row] + found[row] + passes[row]);
    }
    for (Py_ssize_t row = 0; row < count; row++)
        trees->sums[first + row] += (double)leaves[found[row]];
}

static int
are_within(const int64_t *numbers, Py_ssize_t count, Py_ssize_t most)
{
    for (Py_ssize_t index = 0; index < count; index++)
        if (numbers[index] < 0 || numbers[index] >= most)
            return 0;
    return 1;
}

static int
are_whole(const Trees *trees, const Py_buffer *parts)
{
    Py_ssize_t asked = trees->asked, trees_by_levels = trees->trees * trees->levels;
    return trees->rows > 0 && trees->levels > 0 && trees->levels <= MOST_LEVELS && trees->trees >= 0 &&
           parts[1].len == asked * (Py_ssize_t)sizeof(int64_t) && parts[2].len == asked * (Py_ssize_t)sizeof(float) &&
           parts[3].len == trees_by_levels * (Py_ssize_t)sizeof(int64_t) &&
           parts[4].len == (trees->trees << trees->levels) * (Py_ssize_t)sizeof(float) &&
           are_within(trees->wanted, asked, trees->columns) && are_within(trees->by_level, trees_by_levels, asked);
}

static PyObject *
sum_leaves(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer parts[5];
    Trees trees = {0};
    PyObject *sums = NULL;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*nn", &parts[0], &parts[1], &parts[2], &parts[3], &parts[4], &trees.rows,
                          &trees.levels))
        return NULL;
    trees.features = parts[0].buf;
    trees.wanted = parts[1].buf;
    trees.borders = parts[2].buf;
    trees.by_level = parts[3].buf;
    trees.leaves = parts[4].buf;
    trees.columns = trees.rows > 0 ? parts[0].len / (Py_ssize_t)sizeof(float) / trees.rows : 0;
    trees.asked = parts[1].len / (Py_ssize_t)sizeof(int64_t);
    trees.trees = trees.levels > 0 ? parts[3].len / (Py_ssize_t)sizeof(int64_t) / trees.levels : 0;
    if (!are_whole(&trees, parts)) {
        PyErr_SetString(PyExc_ValueError, "the parts of the forest do not fit each other");
        goto done;
    }
    trees.passes = PyMem_Malloc((size_t)trees.asked * ROWS + 1);
    /* Of rows beyond the last, whatever is answered is not looked at; but it must be a number. */
    trees.values = PyMem_Calloc((size_t)trees.columns * ROWS + 1, sizeof *trees.values);
    sums = PyBytes_FromStringAndSize(NULL, trees.rows * (Py_ssize_t)sizeof(double));
    if (!trees.passes || !trees.values || !sums) {
        Py_CLEAR(sums);
        PyErr_NoMemory();
        goto done;
    }
    trees.sums = (double *)PyBytes_AS_STRING(sums);
    memset(trees.sums, 0, (size_t)trees.rows * sizeof(double));
    for (Py_ssize_t first = 0; first < trees.rows; first += ROWS) {
        Py_ssize_t count = trees.rows - first < ROWS ? trees.rows - first : ROWS;
        take_rows(&trees, first, count);
        answer_questions(&trees);
        for (Py_ssize_t tree = 0; tree < trees.trees; tree++)
            add_leaves(&trees, tree, first, count);
    }
done:
    PyMem_Free(trees.passes);
    PyMem_Free(trees.values);
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
        PyBuffer_Release(&parts[part]);
    return sums;
}
