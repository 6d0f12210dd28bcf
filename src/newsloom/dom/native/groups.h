/* evidence.gather_groups: what is true of the others of a group. */

/* By target the number of its group, in the order in which groups come first; how many groups there are, or -1. */
static Py_ssize_t
number_groups(PyObject *keys, Py_ssize_t targets, Py_ssize_t *groups)
{
    Py_ssize_t failed = -1;
    PyObject *numbers = PyDict_New();
    /* To compare keys may be to run what they bring along. */
    for (Py_ssize_t target = 0; numbers && target < targets && target < PyList_GET_SIZE(keys); target++) {
        PyObject *key = Py_NewRef(PyList_GET_ITEM(keys, target));
        PyObject *new = PyLong_FromSsize_t(PyDict_GET_SIZE(numbers));
        PyObject *number = new ? PyDict_SetDefault(numbers, key, new) : NULL;
        groups[target] = number ? PyLong_AsSsize_t(number) : -1;
        Py_DECREF(key);
        Py_XDECREF(new);
        if (!number)
            goto done;
    }
    failed = numbers ? PyDict_GET_SIZE(numbers) : -1;
done:
    Py_XDECREF(numbers);
    return failed;
}

/* The first row is how large a target's group is; then, fact by fact, the mean of the others and of the page. */
static void
write_groups(const Py_ssize_t *groups, Py_ssize_t count, double *sums, const double *values, const double *means,
             Py_ssize_t facts, Py_ssize_t targets, double *rows)
{
    for (Py_ssize_t target = 0; target < targets; target++)
        sums[groups[target]] += 1;
    for (Py_ssize_t target = 0; target < targets; target++)
        rows[target] = sums[groups[target]];
    for (Py_ssize_t fact = 0; fact < facts; fact++, values += targets) {
        double *row = rows + (fact + 1) * targets;
        memset(sums, 0, (size_t)count * sizeof *sums);
        for (Py_ssize_t target = 0; target < targets; target++)
            sums[groups[target]] += values[target];
        for (Py_ssize_t target = 0; target < targets; target++)
            row[target] = (sums[groups[target]] - values[target] + means[fact]) / rows[target];
    }
}

static PyObject *
gather_groups(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *keys, *given, *averages, *table, *found = NULL;
    Py_buffer facts = {0}, means = {0}, rows = {0};
    Py_ssize_t count, targets;
    if (!PyArg_ParseTuple(args, "O!OOO", &PyList_Type, &keys, &given, &averages, &table))
        return NULL;
    if (PyObject_GetBuffer(given, &facts, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0)
        return NULL;
    targets = PyList_GET_SIZE(keys);
    Py_ssize_t *groups = PyMem_Calloc((size_t)targets + 1, sizeof *groups);
    double *sums = PyMem_Calloc((size_t)targets + 1, sizeof *sums);
    if (!groups || !sums) {
        PyErr_NoMemory();
        goto done;
    }
    if (facts.ndim != 2 || facts.shape[1] != targets || !facts.format || strcmp(facts.format, "d")) {
        PyErr_SetString(PyExc_ValueError, "the facts have another form");
        goto done;
    }
    double *average = take_table(averages, &means, facts.shape[0], 1);
    double *row = average ? take_table(table, &rows, facts.shape[0] + 1, targets) : NULL;
    if (row && (count = number_groups(keys, targets, groups)) >= 0) {
        write_groups(groups, count, sums, facts.buf, average, facts.shape[0], targets, row);
        found = Py_NewRef(Py_None);
    }
    if (row)
        PyBuffer_Release(&rows);
    if (average)
        PyBuffer_Release(&means);
done:
    PyBuffer_Release(&facts);
    PyMem_Free(groups);
    PyMem_Free(sums);
    return found;
}
