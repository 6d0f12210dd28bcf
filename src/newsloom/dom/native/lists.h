/* Numbers out of lists of Python, and tables of numbers that Python keeps: what is taken here is checked here. */

typedef struct {
    Py_ssize_t *items, count;
} Numbers;

/* The numbers of a list, each at least ``least`` and below ``stop``. */
static int
numbers_of(PyObject *list, Py_ssize_t least, Py_ssize_t stop, Numbers *numbers)
{
    numbers->count = PyList_Check(list) ? PyList_GET_SIZE(list) : 0;
    numbers->items = PyMem_New(Py_ssize_t, numbers->count + 1);
    if (!numbers->items) {
        PyErr_NoMemory();
        return -1;
    }
    if (!PyList_Check(list)) {
        PyErr_SetString(PyExc_TypeError, "numbers are kept in lists");
        return -1;
    }
    for (Py_ssize_t place = 0; place < numbers->count; place++) {
        Py_ssize_t value = PyLong_AsSsize_t(PyList_GET_ITEM(list, place));
        if (value == -1 && PyErr_Occurred())
            return -1;
        if (value < least || value >= stop) {
            PyErr_SetString(PyExc_ValueError, "a number is out of bounds");
            return -1;
        }
        numbers->items[place] = value;
    }
    return 0;
}

static int
take_numbers(PyObject *record, const char *name, Py_ssize_t least, Py_ssize_t stop, Numbers *numbers)
{
    PyObject *list = PyObject_GetAttrString(record, name);
    int failed = list ? numbers_of(list, least, stop, numbers) : -1;
    Py_XDECREF(list);
    return failed;
}

static int
has_count(const Numbers *numbers, Py_ssize_t count)
{
    if (numbers->count == count)
        return 1;
    PyErr_SetString(PyExc_ValueError, "lists that belong together differ in length");
    return 0;
}

static int
is_rising(const Numbers *numbers)
{
    for (Py_ssize_t place = 1; place < numbers->count; place++)
        if (numbers->items[place - 1] >= numbers->items[place]) {
            PyErr_SetString(PyExc_ValueError, "numbers must be in order");
            return 0;
        }
    return 1;
}

/* How many of the numbers, which are in order, come before one. */
static Py_ssize_t
number_before(const Numbers *numbers, Py_ssize_t number)
{
    Py_ssize_t low = 0, high = numbers->count;
    while (low < high) {
        Py_ssize_t middle = low + (high - low) / 2;
        if (numbers->items[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static PyObject *
list_of(const Py_ssize_t *items, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t place = 0; list && place < count; place++) {
        PyObject *number = PyLong_FromSsize_t(items[place]);
        if (!number)
            Py_CLEAR(list);
        else
            PyList_SET_ITEM(list, place, number);
    }
    return list;
}

/* A table of numbers to be written: ``rows`` of ``columns``, one after the other. To be released by the caller. */
static double *
take_table(PyObject *table, Py_buffer *view, Py_ssize_t rows, Py_ssize_t columns)
{
    if (PyObject_GetBuffer(table, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE | PyBUF_FORMAT) < 0)
        return NULL;
    if (view->ndim == 2 && view->shape[0] == rows && view->shape[1] == columns && view->format &&
        !strcmp(view->format, "d"))
        return view->buf;
    PyErr_SetString(PyExc_ValueError, "the table has another form");
    PyBuffer_Release(view);
    return NULL;
}
