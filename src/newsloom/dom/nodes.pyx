# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The compiled form of ``nodes.py``, which documents it: reads libxml2's nodes through lxml's public C interface.

Trees are only read. Pages are hostile: nothing recurses, and every index is below a number counted before. Text is
decoded by Python, which rejects anything that is not UTF-8.
"""

from cpython.array cimport array, clone
from cpython.mem cimport PyMem_Calloc, PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.unicode cimport PyUnicode_AsUTF8, PyUnicode_DecodeUTF8
from libc.limits cimport INT_MAX
from libc.string cimport memcmp, memcpy, memset, strcmp, strlen
from lxml.includes.etreepublic cimport (
    _Document,
    _Element,
    _isElement,
    attributeValue,
    elementFactory,
    import_lxml__etree,
    namespacedName,
    rootNodeOrRaise,
)
from lxml.includes.tree cimport (
    XML_CDATA_SECTION_NODE,
    XML_ELEMENT_NODE,
    XML_TEXT_NODE,
    XML_XINCLUDE_END,
    XML_XINCLUDE_START,
    const_xmlChar,
    xmlAttr,
    xmlNode,
)

__all__ = ["Nodes", "flatten"]

import_lxml__etree()

cdef array NUMBERS = array("i")

# Pages have about forty tags. A document stores every name once, so that its address identifies it. Two names that
# hash to the same place replace each other.
cdef enum:
    KNOWN_TAGS = 256
    KNOWN_NAMES = 256
    MAX_TRIES = 32

cdef struct Tag:
    const_xmlChar* name
    int number
    bint is_unread


cdef class Nodes:
    cdef _Document _document
    cdef xmlNode** _nodes
    cdef int _count
    # Made on the first call of ``values``.
    cdef Attributes _attributes

    def __dealloc__(self):
        PyMem_Free(self._nodes)

    def element(self, Py_ssize_t node):
        return elementFactory(self._document, self._at(node))

    def get(self, Py_ssize_t node, str name):
        cdef bytes encoded = name.encode()
        cdef xmlNode* found = self._at(node)
        cdef xmlAttr* attribute = attribute_of(found, encoded)
        return None if attribute is NULL else value_of(found, attribute)

    def get_all(self, nodes, str name):
        cdef bytes encoded = name.encode()
        cdef list found = []
        cdef xmlNode* at
        cdef xmlAttr* attribute
        cdef Py_ssize_t node
        for node in nodes:
            at = self._at(node)
            attribute = attribute_of(at, encoded)
            found.append(None if attribute is NULL else value_of(at, attribute))
        return found

    def get_each(self, Py_ssize_t node, names):
        cdef xmlNode* at = self._at(node)
        cdef list found = []
        cdef xmlAttr* attribute
        cdef str name
        for name in names:
            attribute = attribute_of(at, PyUnicode_AsUTF8(name))
            found.append(None if attribute is NULL else value_of(at, attribute))
        return found

    def values_at(self, nodes, str name):
        cdef bytes encoded = name.encode()
        cdef array codes = clone(NUMBERS, len(nodes), False)
        cdef Strings strings = Strings(len(nodes))
        cdef xmlNode* at
        cdef xmlAttr* attribute
        cdef Py_ssize_t place = 0, size = len(nodes)
        cdef Py_ssize_t node
        for node in nodes:
            # An iterable may yield more than its ``len``.
            if place == size:
                raise IndexError(f"there are more nodes than the {size} that were said")
            at = self._at(node)
            attribute = attribute_of(at, encoded)
            codes.data.as_ints[place] = -1 if attribute is NULL else strings.code_of(at, attribute)
            place += 1
        return strings.list, codes[:place]

    def values(self, str name):
        cdef array codes = clone(NUMBERS, self._count, False)
        cdef Strings strings
        cdef Attribute* found
        cdef int place
        # -1 has all bits set.
        memset(codes.data.as_ints, 0xFF, self._count * sizeof(int))
        if self._attributes is None:
            self._attributes = Attributes().of(self._nodes, self._count)
        place = self._attributes.first_of(name)
        if place < 0:
            return [], codes
        strings = Strings(self._attributes.count_of(name))
        while place >= 0:
            found = &self._attributes.found[place]
            codes.data.as_ints[found.node] = strings.code_of(self._nodes[found.node], found.attribute)
            place = found.following
        return strings.list, codes

    cdef xmlNode* _at(self, Py_ssize_t node) except NULL:
        if not 0 <= node < self._count:
            raise IndexError(f"there are {self._count} nodes, and none is {node}")
        return self._nodes[node]


def flatten(root, unread):
    cdef _Element top = rootNodeOrRaise(root)
    cdef Flattening flattening = Flattening(unread)
    cdef Nodes nodes = Nodes.__new__(Nodes)
    cdef int number
    flattening.over(top._c_node)
    nodes._document = top._doc
    nodes._nodes = <xmlNode**> PyMem_Malloc(flattening.count * sizeof(xmlNode*))
    if nodes._nodes is NULL:
        raise MemoryError
    nodes._count = flattening.count
    for number in range(flattening.count):
        nodes._nodes[number] = flattening.nodes[number].node
    return nodes, *flattening.found()


# An attribute, its node, and the index of the next attribute of this name, -1 for none.
cdef struct Attribute:
    xmlAttr* attribute
    int node
    int following

# The indexes of the first and the last attribute of a name, and their number.
cdef struct Name:
    int first
    int last
    int count

# A known name by its address: as with tags, a document stores every name once.
cdef struct KnownName:
    const_xmlChar* name
    int number


cdef class Attributes:
    """The attributes without a namespace of all nodes, chained by name. One walk finds those of all names."""

    cdef dict numbers
    cdef Name* names
    cdef Attribute* found
    cdef int name_room, room, count

    def __dealloc__(self):
        PyMem_Free(self.names)
        PyMem_Free(self.found)

    cdef Attributes of(self, xmlNode** nodes, int count):
        cdef KnownName[KNOWN_NAMES] known
        cdef xmlAttr* attribute
        cdef KnownName* name
        cdef size_t address
        cdef int node
        memset(known, 0, sizeof(known))
        self.numbers = {}
        for node in range(count):
            attribute = nodes[node].properties if nodes[node].type == XML_ELEMENT_NODE else NULL
            while attribute is not NULL:
                if attribute.ns is NULL:
                    address = <size_t> attribute.name
                    name = &known[(address >> 3 ^ address >> 11) % KNOWN_NAMES]
                    if name.name is not attribute.name:
                        name.number = self.number_of(attribute.name)
                        name.name = attribute.name
                    self.add(attribute, node, name.number)
                attribute = attribute.next
        return self

    cdef int first_of(self, str name):
        number = self.numbers.get(name.encode())
        return -1 if number is None else self.names[<int> number].first

    cdef int count_of(self, str name):
        return self.names[<int> self.numbers[name.encode()]].count

    cdef int number_of(self, const_xmlChar* name) except -1:
        cdef int size = len(self.numbers)
        cdef int number = self.numbers.setdefault(<bytes> <const char*> name, size)
        if number == size:
            if number == self.name_room:
                self.names = <Name*> grown(self.names, &self.name_room, sizeof(Name))
            self.names[number].first = self.names[number].last = -1
            self.names[number].count = 0
        return number

    cdef int add(self, xmlAttr* attribute, int node, int number) except -1:
        cdef Name* name = &self.names[number]
        # If an element has two attributes of one name, the first counts.
        if name.last >= 0 and self.found[name.last].node == node:
            return 0
        if self.count == self.room:
            self.found = <Attribute*> grown(self.found, &self.room, sizeof(Attribute))
        self.found[self.count].attribute = attribute
        self.found[self.count].node = node
        self.found[self.count].following = -1
        if name.last >= 0:
            self.found[name.last].following = self.count
        else:
            name.first = self.count
        name.last = self.count
        name.count += 1
        self.count += 1
        return 0


# A value as stored by libxml2.
cdef struct Value:
    const char* content
    size_t size
    size_t hash


cdef class Strings:
    """The distinct values of one attribute: a hash table of their indexes with open addressing."""

    cdef list list
    cdef Value* values
    cdef int* table
    cdef size_t mask

    def __cinit__(self, int most):
        cdef size_t room = 16
        while room < 2 * <size_t> most:
            room *= 2
        self.list = []
        self.mask = room - 1
        self.values = <Value*> PyMem_Malloc(most * sizeof(Value))
        self.table = <int*> PyMem_Calloc(room, sizeof(int))
        if self.values is NULL or self.table is NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.values)
        PyMem_Free(self.table)

    cdef int code_of(self, xmlNode* node, xmlAttr* attribute) except -1:
        """The index of a value. Must not be called more often than the number given to the constructor."""
        cdef const char* content = whole_value(attribute)
        cdef Value* value
        cdef size_t hashed, size, place
        cdef int code = len(self.list), tries
        if content is NULL:
            self.list.append(attributeValue(node, attribute))
            self.values[code].hash = self.values[code].size = 0
            self.values[code].content = NULL
            return code
        size = strlen(content)
        hashed = hash_of(content, size)
        place = hashed & self.mask
        # A page can be made so that all values hash to the same place. Some values then get two indexes.
        for tries in range(MAX_TRIES):
            if self.table[place] == 0:
                self.table[place] = code + 1
                break
            value = &self.values[self.table[place] - 1]
            if value.hash == hashed and value.size == size and memcmp(value.content, content, size) == 0:
                return self.table[place] - 1
            place = (place + 1) & self.mask
        self.list.append(PyUnicode_DecodeUTF8(content, <Py_ssize_t> size, NULL))
        self.values[code].content = content
        self.values[code].size = size
        self.values[code].hash = hashed
        return code


cdef inline size_t hash_of(const char* content, size_t size) noexcept:
    cdef unsigned long long piece, hashed = size
    while size > 0:
        piece = 0
        memcpy(&piece, content, min(size, sizeof(piece)))
        hashed = (hashed ^ piece) * 0x9E3779B97F4A7C15ULL
        hashed ^= hashed >> 32
        if size <= sizeof(piece):
            break
        content += sizeof(piece)
        size -= sizeof(piece)
    return <size_t> hashed


# The data of a node, in the order of the arrays.
cdef struct Node:
    xmlNode* node
    int[7] columns

cdef enum:
    TAG
    PARENT
    END
    TEXT_START
    TEXT_END
    TAIL_START
    TAIL_END


cdef class Flattening:
    """One walk over a tree. The number of nodes is only known at its end."""

    cdef dict numbers
    cdef object unread
    cdef Node* nodes
    cdef int count, room
    cdef Text text
    cdef Tag* known

    def __cinit__(self, unread):
        self.known = <Tag*> PyMem_Calloc(KNOWN_TAGS, sizeof(Tag))
        if self.known is NULL:
            raise MemoryError
        self.numbers = {"": 0}
        self.unread = unread
        self.text = Text()

    def __dealloc__(self):
        PyMem_Free(self.known)
        PyMem_Free(self.nodes)

    cdef int over(self, xmlNode* root) except -1:
        cdef xmlNode* node = root
        cdef xmlNode* inner
        cdef int parent = -1, number = 0
        while True:
            number = self.enter(node, parent)
            inner = first_within(node)
            if inner is not NULL:
                node = inner
                parent = number
                continue
            while True:
                self.leave(node, number)
                if node is root:
                    return 0
                inner = element_from(node.next)
                if inner is not NULL:
                    break
                node = node.parent
                number = parent
                parent = self.nodes[number].columns[PARENT]
            node = inner

    cdef int enter(self, xmlNode* node, int parent) except -1:
        cdef Tag tag
        cdef Node* entered
        if self.count == self.room:
            self.nodes = <Node*> grown(self.nodes, &self.room, sizeof(Node))
        entered = &self.nodes[self.count]
        entered.node = node
        entered.columns[TAG] = 0
        entered.columns[PARENT] = parent
        entered.columns[TEXT_START] = self.text.characters
        if node.type == XML_ELEMENT_NODE:
            tag = self.tag_of(node)
            entered.columns[TAG] = tag.number
            if not tag.is_unread:
                add_text(self.text, node.children)
        entered.columns[TEXT_END] = self.text.characters
        self.count += 1
        return self.count - 1

    cdef int leave(self, xmlNode* node, int number) except -1:
        cdef Node* left = &self.nodes[number]
        left.columns[END] = self.count
        left.columns[TAIL_START] = self.text.characters
        add_text(self.text, node.next)
        left.columns[TAIL_END] = self.text.characters
        return 0

    cdef Tag tag_of(self, xmlNode* node) except *:
        cdef size_t address = <size_t> node.name
        cdef Tag* tag = &self.known[(address >> 3 ^ address >> 11) % KNOWN_TAGS]
        cdef bint has_namespace = node.ns is not NULL and node.ns.href is not NULL
        if tag.name is not node.name or has_namespace:
            name = namespacedName(node)
            tag.number = self.numbers.setdefault(name, len(self.numbers))
            tag.is_unread = name in self.unread
            tag.name = NULL if has_namespace else node.name
        return tag[0]

    cdef tuple found(self):
        return (
            list(self.numbers),
            self.column(TAG),
            self.column(PARENT),
            self.column(END),
            self.text.decoded(),
            self.column(TEXT_START),
            self.column(TEXT_END),
            self.column(TAIL_START),
            self.column(TAIL_END),
        )

    cdef array column(self, int column):
        cdef array found = clone(NUMBERS, self.count, False)
        cdef int number
        for number in range(self.count):
            found.data.as_ints[number] = self.nodes[number].columns[column]
        return found


cdef void* grown(void* array, int* room, size_t size) except NULL:
    """The array reallocated to twice its capacity."""
    if room[0] > INT_MAX // 2 - 64:
        raise OverflowError("a page has more than a thousand million nodes or attributes")
    cdef int wanted = 2 * room[0] + 64
    cdef void* found = PyMem_Realloc(array, wanted * size)
    if found is NULL:
        raise MemoryError
    room[0] = wanted
    return found


cdef class Text:
    """A growing buffer of UTF-8, and its number of characters."""

    cdef char* bytes
    cdef size_t size, room
    cdef int characters

    def __dealloc__(self):
        PyMem_Free(self.bytes)

    cdef int add(self, const_xmlChar* more) except -1:
        cdef size_t index, size = strlen(<const char*> more)
        cdef int characters = 0
        # The buffer may still be NULL, which memcpy does not allow even for zero bytes.
        if size == 0:
            return 0
        if size > self.room - self.size:
            self.grow(size)
        memcpy(self.bytes + self.size, more, size)
        for index in range(size):
            characters += (more[index] & 0xC0) != 0x80
        self.size += size
        self.characters += characters
        return 0

    cdef int grow(self, size_t more) except -1:
        if more > INT_MAX // 2 - self.size:
            raise OverflowError("a page has more than a thousand million bytes of text")
        cdef size_t room = 2 * (self.size + more)
        cdef char* grown = <char*> PyMem_Realloc(self.bytes, room)
        if grown is NULL:
            raise MemoryError
        self.bytes = grown
        self.room = room
        return 0

    cdef str decoded(self):
        return PyUnicode_DecodeUTF8(self.bytes, <Py_ssize_t> self.size, NULL) if self.size else ""


cdef inline xmlNode* element_from(xmlNode* node) noexcept:
    """The node or the first after it that lxml treats as an element, which includes comments and instructions."""
    while node is not NULL and not _isElement(node):
        node = node.next
    return node


cdef inline xmlNode* first_within(xmlNode* node) noexcept:
    # The children of an entity are its declaration.
    return element_from(node.children) if node.type == XML_ELEMENT_NODE else NULL


cdef inline xmlNode* text_from(xmlNode* node) noexcept:
    """The node if it is text, else NULL. Nodes that lxml skips are skipped."""
    while node is not NULL and (node.type == XML_XINCLUDE_START or node.type == XML_XINCLUDE_END):
        node = node.next
    if node is not NULL and (node.type == XML_TEXT_NODE or node.type == XML_CDATA_SECTION_NODE):
        return node
    return NULL


cdef int add_text(Text text, xmlNode* node) except -1:
    """Adds the text that begins at a node and may extend over several."""
    node = text_from(node)
    while node is not NULL:
        if node.content is not NULL:
            text.add(node.content)
        node = text_from(node.next)
    return 0


cdef inline xmlAttr* attribute_of(xmlNode* node, const char* name) noexcept:
    """The attribute of this name without a namespace; NULL if there is none."""
    cdef xmlAttr* attribute = node.properties if node.type == XML_ELEMENT_NODE else NULL
    while attribute is not NULL and (attribute.ns is not NULL or strcmp(<const char*> attribute.name, name) != 0):
        attribute = attribute.next
    return attribute


cdef inline const char* whole_value(xmlAttr* attribute) noexcept:
    """The value if it is in one piece, as in all trees parsed from HTML; otherwise NULL."""
    cdef xmlNode* child = attribute.children
    if child is NULL:
        return ""
    return <const char*> child.content if child.type == XML_TEXT_NODE and child.next is NULL else NULL


cdef str value_of(xmlNode* node, xmlAttr* attribute):
    cdef const char* content = whole_value(attribute)
    if content is NULL:
        return attributeValue(node, attribute)
    return PyUnicode_DecodeUTF8(content, <Py_ssize_t> strlen(content), NULL)
