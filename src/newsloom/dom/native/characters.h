/* Characters as Python and outline.py see them. */

typedef enum { VISIBLE, SPACE, INVISIBLE } Look;

/* The look of the character at ``at``, and how many bytes it has: no more than the text, which its NUL ends. */
static Look
look_of(Bytes at, size_t *width)
{
    *width = 1;
    if (*at < 0x80) {
        if (*at > ' ')
            return *at == 0x7F ? INVISIBLE : VISIBLE;
        return is_blank(*at) || *at >= 0x1C ? SPACE : INVISIBLE;
    }
    if (*at == 0xC2 && goes_on(at[1])) {
        *width = 2;
        if (at[1] == 0x85 || at[1] == 0xA0)
            return SPACE;
        return at[1] < 0xA0 || at[1] == 0xAD ? INVISIBLE : VISIBLE;
    }
    if (*at >= 0xE1 && *at <= 0xEF && goes_on(at[1]) && goes_on(at[2])) {
        unsigned code = (*at & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
        *width = 3;
        if (code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
            code == 0x202F || code == 0x205F || code == 0x3000)
            return SPACE;
        return code == 0x200B || code == 0x2060 || code == 0xFEFF ? INVISIBLE : VISIBLE;
    }
    return VISIBLE;
}

static int
is_all_space(Bytes text, size_t size)
{
    size_t width;
    for (Bytes end = text + size; text < end; text += width)
        if (look_of(text, &width) != SPACE)
            return 0;
    return 1;
}
