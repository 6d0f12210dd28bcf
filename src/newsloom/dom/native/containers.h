/* loom/containers: how much prose the boxes around a line hold. */

/* Rows of ``within``, as in loom/sums.py. */
enum { HELD_PROSE, HELD_WORDS, HELD_LINKED, HELD_LINES, HELD_PROSAIC, HELD_CLOSED, HELD_SERVICE };

static double
held(const Evidence *on, int row, int64_t box)
{
    return on->within[row * on->boxes + box];
}

static double
prose_on_page(const Evidence *on)
{
    return at_least_one(on->within[0]);
}

static void
weigh_surroundings(Evidence *on)
{
    Py_ssize_t lines = on->lines;
    double total = prose_on_page(on);
    fill(on, total);
    fill(on, (double)lines);
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t box = above(on, line);
        on->row[line] = on->mass[box] / total;
        on->row[lines + line] = on->mass[box];
        double *at = on->row + 2 * lines + line;
        for (int level = 0; level < 3; level++, at += 6 * lines, box = on->parents[box]) {
            double count = held(on, HELD_LINES, box), divided = at_least_one(count);
            at[0] = held(on, HELD_PROSE, box) / total;
            at[lines] = held(on, HELD_LINKED, box) / at_least_one(held(on, HELD_WORDS, box));
            at[2 * lines] = count;
            for (int sign = 0; sign < 3; sign++)
                at[(3 + sign) * lines] = held(on, HELD_PROSAIC + sign, box) / divided;
        }
    }
    on->row += 20 * lines;
}

static Py_ssize_t
largest(const double *values, Py_ssize_t size)
{
    Py_ssize_t best = 0;
    for (Py_ssize_t index = 1; index < size; index++)
        if (values[index] > values[best])
            best = index;
    return best;
}

/* The first and the last of the lines in a box, or of those with prose; all lines where there are none. */
static void
find_lines(const Evidence *on, Py_ssize_t box, int is_prose_only, Py_ssize_t *first, Py_ssize_t *last)
{
    *first = *last = -1;
    for (Py_ssize_t line = 0; line < on->lines; line++)
        if (on->box[line] >= box && on->box[line] < on->ends[box] && (!is_prose_only || fact(on, PROSE)[line] > 0)) {
            if (*first < 0)
                *first = line;
            *last = line;
        }
    if (*first < 0) {
        *first = 0;
        *last = on->lines - 1;
    }
}

static void
weigh_best(Evidence *on, double *merit)
{
    Py_ssize_t lines = on->lines, first, last;
    memset(merit, 0, (size_t)on->boxes * sizeof *merit);
    for (Py_ssize_t box = 0; box < on->boxes; box++)
        merit[on->parents[box]] += on->mass[box];
    for (Py_ssize_t box = 0; box < on->boxes; box++)
        /* A half: the product is exact, so that no compiler can round it in another place. */
        merit[box] = on->mass[box] + on->inherited * merit[box];
    Py_ssize_t best = largest(merit, on->boxes);
    find_lines(on, best, 0, &first, &last);
    double span = at_least_one((double)(last - first)), share = held(on, HELD_PROSE, best) / prose_on_page(on);
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t box = on->box[line], around = on->parents[box];
        double *at = on->row + line;
        at[0] = box >= best && box < on->ends[best];
        at[lines] = around == best || box == best;
        at[2 * lines] = on->parents[around] == best;
        at[3 * lines] = (double)(line - first) / span;
        at[4 * lines] = line > last ? (double)(line - last) : 0;
        at[5 * lines] = first > line ? (double)(first - line) : 0;
        at[6 * lines] = share;
        at[7 * lines] = on->depths[box] - on->depths[best];
    }
    on->row += 8 * lines;
}

/* For every box the innermost that holds both it and the target. */
static void
find_meetings(const Evidence *on, Py_ssize_t target, Py_ssize_t *meeting)
{
    for (Py_ssize_t box = 0; box < on->boxes; box++)
        meeting[box] = box <= target && target < on->ends[box] ? box : box ? meeting[on->parents[box]] : 0;
}

static void
weigh_main(Evidence *on)
{
    Py_ssize_t lines = on->lines, first, last, box = largest(on->mass, on->boxes);
    double total = prose_on_page(on);
    find_meetings(on, box, on->scratch);
    find_lines(on, box, 1, &first, &last);
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t own = on->box[line];
        double *at = on->row + line;
        at[0] = on->depths[own] - on->depths[on->scratch[own]];
        at[lines] = held(on, HELD_PROSE, on->scratch[own]) / total;
        at[2 * lines] = on->mass[box] / total;
        at[3 * lines] = own == box || on->parents[own] == box;
        at[4 * lines] = (double)(line - last);
        at[5 * lines] = (double)(first - line);
    }
    on->row += 6 * lines;
}

static void
weigh_articles(Evidence *on)
{
    Py_ssize_t lines = on->lines, found = 0, outermost = 0;
    Py_ssize_t *inner = on->scratch, *outer = inner + on->boxes, *ordinals = outer + on->boxes;
    double total = prose_on_page(on), most = 1;
    for (Py_ssize_t box = 0; box < on->boxes; box++) {
        Py_ssize_t parent = (Py_ssize_t)on->parents[box];
        int is_article = on->tags[box] == on->article;
        inner[box] = is_article ? box : box ? inner[parent] : -1;
        outer[box] = box ? outer[parent] : -1;
        ordinals[box] = box ? ordinals[parent] : -1;
        if (is_article) {
            found++;
            if (held(on, HELD_PROSE, box) > most)
                most = held(on, HELD_PROSE, box);
            if (outer[box] < 0) {
                outer[box] = box;
                ordinals[box] = outermost++;
            }
        }
    }
    fill(on, (double)found);
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t box = on->box[line];
        double own = inner[box] < 0 ? -1 : held(on, HELD_PROSE, inner[box]);
        double around = outer[box] < 0 ? -1 : held(on, HELD_PROSE, outer[box]);
        double *at = on->row + line;
        at[0] = (double)ordinals[box];
        at[lines] = own / total;
        at[2 * lines] = around / total;
        at[3 * lines] = own / most;
    }
    on->row += 4 * lines;
}
