/* Bytes that grow, whole numbers on a stack, and lists of Python that take what is new. */

typedef const unsigned char *Bytes;

typedef struct {
    unsigned char *bytes;
    size_t size, room;
} Buffer;

static int
make_room(Buffer *buffer, size_t more)
{
    if (more <= buffer->room - buffer->size)
        return 0;
    if (more > (size_t)PY_SSIZE_T_MAX / 2 - buffer->size) {
        PyErr_NoMemory();
        return -1;
    }
    size_t room = 2 * (buffer->size + more);
    unsigned char *bytes = PyMem_Realloc(buffer->bytes, room);
    if (!bytes) {
        PyErr_NoMemory();
        return -1;
    }
    buffer->bytes = bytes;
    buffer->room = room;
    return 0;
}

static int
add_bytes(Buffer *buffer, const void *bytes, size_t size)
{
    if (make_room(buffer, size) < 0)
        return -1;
    if (size)
        memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return 0;
}

typedef Buffer Stack;

static int
push(Stack *stack, Py_ssize_t value)
{
    return add_bytes(stack, &value, sizeof value);
}

static size_t
depth(const Stack *stack)
{
    return stack->size / sizeof(Py_ssize_t);
}

static Py_ssize_t
item(const Stack *stack, size_t index)
{
    Py_ssize_t value;
    memcpy(&value, stack->bytes + index * sizeof value, sizeof value);
    return value;
}

static Py_ssize_t
top(const Stack *stack)
{
    return item(stack, depth(stack) - 1);
}

static Py_ssize_t
pop(Stack *stack)
{
    Py_ssize_t value = top(stack);
    stack->size -= sizeof value;
    return value;
}

static int
append(PyObject *list, PyObject *new)
{
    if (!new)
        return -1;
    int failed = PyList_Append(list, new);
    Py_DECREF(new);
    return failed;
}

static int
append_number(PyObject *list, Py_ssize_t number)
{
    return append(list, PyLong_FromSsize_t(number));
}

/* The lists of a record by their names, new references; the last name is NULL. */
static int
take_lists(PyObject *record, const char *const *names, PyObject ***lists)
{
    for (; *names; names++, lists++) {
        **lists = PyObject_GetAttrString(record, *names);
        if (!**lists)
            return -1;
        if (!PyList_Check(**lists)) {
            PyErr_Format(PyExc_TypeError, "%s must be a list", *names);
            return -1;
        }
    }
    return 0;
}
