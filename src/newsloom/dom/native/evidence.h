/* The columns of evidence that are counted, compared and shared out, for weighing.h; here those of text and structure.
 * Logarithms, windows and neighbours are numpy's. What the columns mean, the families of loom say. */

typedef struct {
    /* Of lines, as lines.h writes them, and as likeness.h does. */
    Py_ssize_t lines;
    const double *facts, *likeness, *linked;
    const int64_t *phrases, *box;
    /* Of boxes, as boxes.h writes them, and as sums.h does. */
    Py_ssize_t boxes;
    const int64_t *tags, *roles, *marks, *parents, *ends;
    const double *depths, *within, *mass;
    /* Numbers of loom's modules. */
    double total, long_prose, byline_words, far, far_from_heading, inherited;
    long long article, first_heading, last_heading, service, number, byline, signup, rights;
    long long own_furniture, near_furniture, footer, signup_role;
    int count_places, count_roles, count_phrases;
    /* The row that is written next, and room for a number of each box. */
    double *row;
    Py_ssize_t *scratch;
} Evidence;

static const double *
fact(const Evidence *on, int column)
{
    return on->facts + column * on->lines;
}

static double *
next_row(Evidence *on)
{
    double *row = on->row;
    on->row += on->lines;
    return row;
}

static void
fill(Evidence *on, double value)
{
    double *row = next_row(on);
    for (Py_ssize_t line = 0; line < on->lines; line++)
        row[line] = value;
}

static void
copy(Evidence *on, const double *column)
{
    memcpy(next_row(on), column, (size_t)on->lines * sizeof *column);
}

static int64_t
above(const Evidence *on, Py_ssize_t line)
{
    return on->parents[on->box[line]];
}

static double
at_least_one(double value)
{
    return value > 1 ? value : 1;
}

/* For each of the bits, which ``bits`` gives for a line, a row; rows of other sets of bits stand between. */
static void
spread_bits(Evidence *on, int64_t (*bits)(const Evidence *, Py_ssize_t), int count, int apart, int first)
{
    for (Py_ssize_t line = 0; line < on->lines; line++) {
        int64_t set = bits(on, line);
        for (int bit = 0; bit < count; bit++)
            on->row[(bit * apart + first) * on->lines + line] = (double)(set >> bit & 1);
    }
}

static int64_t
spoken(const Evidence *on, Py_ssize_t line)
{
    return on->phrases[line];
}

static int64_t
places_of(const Evidence *on, Py_ssize_t line)
{
    return on->marks[on->box[line]];
}

static int64_t
own_roles(const Evidence *on, Py_ssize_t line)
{
    return on->roles[on->box[line]];
}

static int64_t
near_roles(const Evidence *on, Py_ssize_t line)
{
    int64_t box = above(on, line);
    return on->roles[box] | on->roles[on->parents[box]];
}

static int64_t
all_roles(const Evidence *on, Py_ssize_t line)
{
    return places_of(on, line) >> (on->count_places + 2);
}

static void
weigh_text(Evidence *on)
{
    copy(on, fact(on, WORDS_OF));
    fill(on, 0); /* words_to_usual */
    copy(on, fact(on, LINK_SHARE));
    copy(on, fact(on, CLOSED));
    double *length = next_row(on);
    for (Py_ssize_t line = 0; line < on->lines; line++)
        length[line] = fact(on, CHARACTERS)[line] / fact(on, WORDS_OF)[line];
    for (int column = COMMAS; column <= STARTS_SMALL; column++)
        copy(on, fact(on, column));
    spread_bits(on, spoken, on->count_phrases, 1, 0);
    on->row += on->count_phrases * on->lines;
}

static int
bits_set(int64_t bits)
{
    int count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

static double
furniture(const Evidence *on, Py_ssize_t line)
{
    int64_t marks = places_of(on, line), near = near_roles(on, line), phrases = on->phrases[line];
    int count = bits_set(own_roles(on, line) & on->own_furniture) + bits_set(near & on->near_furniture);
    count += (int)(marks >> (on->count_places + 1) & 1) + ((marks & on->footer) != 0);
    return count + ((near & on->signup_role) && (phrases & on->signup)) + ((phrases & on->rights) != 0);
}

static void
weigh_structure(Evidence *on)
{
    Py_ssize_t lines = on->lines;
    double *row = on->row;
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t box = on->box[line], around = on->parents[box], marks = on->marks[box];
        row[line] = (double)on->tags[box];
        row[lines + line] = (double)on->tags[around];
        row[2 * lines + line] = (double)on->tags[on->parents[around]];
        row[3 * lines + line] = on->depths[box];
        row[4 * lines + line] = (double)(marks >> on->count_places & 1);
        row[5 * lines + line] = (double)(marks >> (on->count_places + 1) & 1);
    }
    on->row += 6 * lines;
    spread_bits(on, places_of, on->count_places, 1, 0);
    on->row += on->count_places * lines;
    spread_bits(on, own_roles, on->count_roles, 3, 0);
    spread_bits(on, near_roles, on->count_roles, 3, 1);
    spread_bits(on, all_roles, on->count_roles, 3, 2);
    on->row += 3 * on->count_roles * lines;
    double *signs = next_row(on);
    for (Py_ssize_t line = 0; line < lines; line++)
        signs[line] = furniture(on, line);
}
