/* The hot walks over a page, in C: what is done in Python in the modules that ask dom/kernel.py
 * for a twin.
 *
 * Each function has the name, the arguments and the answers of its twin in Python, which says what is done and why; the
 * tests hold the two equal. Trees are only read. Pages are hostile: nothing recurses, every index is bounded by what was
 * allocated for it, and texts are decoded by Python, which refuses what is not UTF-8.
 *
 * Nodes are read where lxml keeps them, so the layout of its structures must be the one compiled against: the module
 * refuses to be imported beside any other lxml or libxml2 (dom/kernel.py then takes the twins in Python).
 */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include <libxml/tree.h>
#include <libxml/xmlversion.h>

#include "etree_api.h"
#include "lxml-version.h"

#include "growing.h"
#include "utf8.h"
#include "attributes.h"
#include "ends.h"
#include "nodes.h"
#include "values.h"
#include "characters.h"
#include "flat.h"
#include "outline.h"
#include "words.h"
#include "sifting.h"
#include "naming.h"
#include "boxes.h"
#include "lines.h"
#include "likeness.h"
#include "trees.h"
#include "sums.h"
#include "evidence.h"
#include "containers.h"
#include "position.h"
#include "weighing.h"
#include "lists.h"
#include "addresses.h"
#include "texts.h"
#include "links.h"
#include "moulds.h"
#include "pictures.h"
#include "segments.h"
#include "shapes.h"
#include "pages.h"
#include "anchors.h"
#include "groups.h"
#include "cards.h"

/* What the functions take and give, agreed on with dom/kernel.py: raise both when that changes. */
#define AGREEMENT 2

/* Structures may differ from one lxml, or libxml2, to the next. */
static int
check_versions(void)
{
    int major, minor, patch, failed = -1;
    PyObject *etree = PyImport_ImportModule("lxml.etree");
    PyObject *version = etree ? PyObject_GetAttrString(etree, "__version__") : NULL;
    PyObject *libxml = version ? PyObject_GetAttrString(etree, "LIBXML_VERSION") : NULL;
    const char *found = libxml ? PyUnicode_AsUTF8(version) : NULL;
    if (found && PyArg_ParseTuple(libxml, "iii", &major, &minor, &patch)) {
        failed = strcmp(found, LXML_VERSION_STRING) || 10000 * major + 100 * minor + patch != LIBXML_VERSION ? -1 : 0;
        if (failed)
            PyErr_Format(PyExc_ImportError, "built for lxml %s with libxml2 %s, found lxml %s with libxml2 %d.%d.%d",
                         LXML_VERSION_STRING, LIBXML_DOTTED_VERSION, found, major, minor, patch);
    }
    Py_XDECREF(etree);
    Py_XDECREF(version);
    Py_XDECREF(libxml);
    return failed;
}

static int
start(PyObject *module)
{
    if (check_versions() < 0 || import_lxml__etree() < 0)
        return -1;
    if (PyModule_AddIntConstant(module, "AGREEMENT", AGREEMENT) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "SOURCE", KERNEL_SOURCE);
}

static PyMethodDef functions[] = {
    {"compare_words", compare_words, METH_VARARGS, "See newsloom.extractors.loom.likeness."},
    {"cut_attributes", cut_attributes, METH_O, "See newsloom.dom.parse."},
    {"find_picture", find_picture, METH_VARARGS, "See newsloom.dom.pictures."},
    {"gather_groups", gather_groups, METH_VARARGS, "See newsloom.readers.loom.evidence."},
    {"is_utf8", is_utf8, METH_O, "See newsloom.dom.decode."},
    {"lay_flat", lay_flat, METH_VARARGS, "See newsloom.readers.loom.flat."},
    {"lines_of", lines_of, METH_VARARGS, "See newsloom.readers.loom.flat."},
    {"mark_boxes", mark_boxes, METH_VARARGS, "See newsloom.extractors.loom.boxes."},
    {"measure_lines", measure_lines, METH_VARARGS, "See newsloom.extractors.loom.lines."},
    {"number_moulds", number_moulds, METH_VARARGS, "See newsloom.readers.loom.page."},
    {"outline_boxes", outline_boxes, METH_VARARGS, "See newsloom.dom.outline."},
    {"place_cards", place_cards, METH_VARARGS, "See newsloom.readers.loom.cards."},
    {"prepare_words", prepare_words, METH_O, "See newsloom.dom.sifting."},
    {"read_links", read_links, METH_VARARGS, "See newsloom.readers.loom.page."},
    {"read_shapes", read_shapes, METH_VARARGS, "See newsloom.readers.loom.shapes."},
    {"sift_elements", sift_elements, METH_VARARGS, "See newsloom.dom.sifting."},
    {"size_within_tags", size_within_tags, METH_VARARGS, "See newsloom.dom.cutting."},
    {"weigh_anchors", weigh_anchors, METH_VARARGS, "See newsloom.readers.loom.weighing."},
    {"weigh_lines", weigh_lines, METH_VARARGS, "See newsloom.extractors.loom.weighing."},
    {"without_ends", without_ends, METH_O, "See newsloom.dom.parse."},
    {"sum_boxes", sum_boxes, METH_VARARGS, "See newsloom.extractors.loom.sums."},
    {"sum_leaves", sum_leaves, METH_VARARGS, "See newsloom.forest."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, start}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "newsloom.dom._kernel",
    .m_doc = "The hot walks over a page, in C.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return PyModuleDef_Init(&definition);
}
