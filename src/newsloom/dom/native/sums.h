/* loom/sums.sum_boxes: values of lines, summed over the boxes that hold them. */

enum { MOST_ROWS = 100 };

/* Each box's own lines, in the order of the page. */
static void
sum_own(const int64_t *box, Py_ssize_t lines, const double *values, double *own, Py_ssize_t boxes)
{
    memset(own, 0, (size_t)boxes * sizeof *own);
    for (Py_ssize_t line = 0; line < lines; line++)
        own[box[line]] += values[line];
}

/* Differences of running sums: what is in a box stands from its index up to its end. */
static void
sum_within(const double *own, const int64_t *ends, Py_ssize_t boxes, double *running, double *within)
{
    running[0] = 0;
    for (Py_ssize_t box = 0; box < boxes; box++)
        running[box + 1] = running[box] + own[box];
    for (Py_ssize_t box = 0; box < boxes; box++)
        within[box] = running[ends[box]] - running[box];
}

static void
sum_mass(const double *own, const int64_t *parents, Py_ssize_t boxes, double *mass)
{
    memset(mass, 0, (size_t)boxes * sizeof *mass);
    for (Py_ssize_t box = 0; box < boxes; box++)
        mass[parents[box]] += own[box];
    for (Py_ssize_t box = 0; box < boxes; box++)
        mass[box] = own[box] + mass[box];
}

static PyObject *
sum_boxes(PyObject *Py_UNUSED(module), PyObject *args)
{
    Py_buffer of_lines, of_parents, of_ends, of_values;
    PyObject *sums = NULL;
    double *scratch = NULL;
    Py_ssize_t rows;
    if (!PyArg_ParseTuple(args, "y*y*y*y*n", &of_lines, &of_parents, &of_ends, &of_values, &rows))
        return NULL;
    const Py_ssize_t width = (Py_ssize_t)sizeof(double);
    const int64_t *box = of_lines.buf, *parents = of_parents.buf, *ends = of_ends.buf;
    Py_ssize_t lines = of_lines.len / width, boxes = of_ends.len / width;
    if (rows < 1 || rows > MOST_ROWS || rows * of_lines.len != of_values.len || of_parents.len != of_ends.len ||
        !are_within(box, lines, boxes) || !are_within(parents, boxes, boxes) || !are_within(ends, boxes, boxes + 1)) {
        PyErr_SetString(PyExc_ValueError, "lines and boxes do not fit each other");
        goto done;
    }
    scratch = PyMem_Malloc((size_t)(2 * boxes + 1) * sizeof *scratch);
    sums = PyBytes_FromStringAndSize(NULL, (rows + 1) * boxes * width);
    if (!scratch || !sums) {
        Py_CLEAR(sums);
        PyErr_NoMemory();
        goto done;
    }
    double *to = (double *)PyBytes_AS_STRING(sums), *own = scratch + boxes + 1;
    for (Py_ssize_t row = 0; row < rows; row++) {
        sum_own(box, lines, (const double *)of_values.buf + row * lines, own, boxes);
        sum_within(own, ends, boxes, scratch, to + row * boxes);
        if (!row)
            sum_mass(own, parents, boxes, to + rows * boxes);
    }
done:
    PyMem_Free(scratch);
    PyBuffer_Release(&of_lines);
    PyBuffer_Release(&of_parents);
    PyBuffer_Release(&of_ends);
    PyBuffer_Release(&of_values);
    return sums;
}
