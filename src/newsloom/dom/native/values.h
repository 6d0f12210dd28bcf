/* Attributes and their values, and the elements that are kept by their numbers. */

/* An attribute in no namespace, NULL where there is none. */
static xmlAttr *
attribute_of(const xmlNode *node, const char *name)
{
    for (xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
        if (!attribute->ns && !strcmp((const char *)attribute->name, name))
            return attribute;
    return NULL;
}

/* An attribute's value where it is one text, which it is in what was parsed as HTML; else NULL. */
static const char *
one_value(const xmlAttr *attribute)
{
    const xmlNode *child = attribute->children;
    if (!child)
        return "";
    return child->type == XML_TEXT_NODE && !child->next && child->content ? (const char *)child->content : NULL;
}

static PyObject *
value_of(xmlNode *node, xmlAttr *attribute)
{
    const char *plain = one_value(attribute);
    return plain ? PyUnicode_FromString(plain) : attributeValue(node, attribute);
}

static PyObject *
take_nodes(PyObject *tree)
{
    PyObject *nodes = PyObject_GetAttrString(tree, "nodes");
    if (nodes && !PyDict_Check(nodes)) {
        PyErr_SetString(PyExc_TypeError, "nodes must be a dict");
        Py_CLEAR(nodes);
    }
    return nodes;
}

/* The node of a kept element; NULL with an error where it is none. */
static xmlNode *
kept_node(PyObject *nodes, PyObject *number)
{
    PyObject *element = PyDict_GetItemWithError(nodes, number);
    if (!element) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "an element that was not kept");
        return NULL;
    }
    struct LxmlElement *checked = rootNodeOrRaise(element);
    if (!checked)
        return NULL;
    xmlNode *node = checked->_c_node;
    Py_DECREF(checked);
    if (node->type == XML_ELEMENT_NODE)
        return node;
    PyErr_SetString(PyExc_TypeError, "an anchor is an element");
    return NULL;
}
