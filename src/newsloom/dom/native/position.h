/* loom/position and loom/likeness: where a line stands, and how near the headline is. */

typedef int (*Sign)(const Evidence *, Py_ssize_t);

static int
is_long(const Evidence *on, Py_ssize_t line)
{
    return fact(on, PROSE)[line] >= on->long_prose;
}

static int
is_service(const Evidence *on, Py_ssize_t line)
{
    return (on->phrases[line] & on->service) != 0;
}

static int
is_like_byline(const Evidence *on, Py_ssize_t line)
{
    return fact(on, SHORT)[line] > 0 && fact(on, WORDS_OF)[line] <= on->byline_words;
}

static int
tells_day(const Evidence *on, Py_ssize_t line)
{
    return is_like_byline(on, line) && on->phrases[line] & on->number;
}

static int
tells_name(const Evidence *on, Py_ssize_t line)
{
    return is_like_byline(on, line) && on->phrases[line] & on->byline;
}

static int
has_tag(const Evidence *on, Py_ssize_t line, long long first, long long last)
{
    int64_t own = on->tags[on->box[line]], around = on->tags[above(on, line)];
    return (own >= first && own <= last) || (around >= first && around <= last);
}

static double
no_more(double value, double most)
{
    return value < most ? value : most;
}

/* How many lines ago the last marked one was, counted from the first line or from the last. */
static void
weigh_since(Evidence *on, Sign sign, int is_backwards)
{
    double *row = next_row(on), last = -on->far;
    for (Py_ssize_t step = 0; step < on->lines; step++) {
        Py_ssize_t line = is_backwards ? on->lines - 1 - step : step;
        row[line] = no_more((double)step - last - 1, on->far);
        if (sign(on, line))
            last = (double)step;
    }
}

static void
count_before(Evidence *on, Sign sign)
{
    double *row = next_row(on), count = 0;
    for (Py_ssize_t line = 0; line < on->lines; line++) {
        row[line] = no_more(count, on->far);
        count += sign(on, line) != 0;
    }
}

/* From one heading to the next: the sums are written when the section has ended. */
static void
weigh_sections(Evidence *on)
{
    Py_ssize_t lines = on->lines, heading = -1, start = 0;
    double top = 0;
    for (Py_ssize_t line = 0; line < lines; line++) {
        if (has_tag(on, line, on->first_heading, on->last_heading))
            heading = start = line;
        top += has_tag(on, line, on->first_heading, on->first_heading);
        double *at = on->row + line;
        at[0] = heading < 0 ? -1 : no_more((double)(line - heading), on->far_from_heading);
        at[lines] = heading < 0 ? -1 : fact(on, WORDS_OF)[heading];
        at[5 * lines] = top;
        if (line + 1 < lines && !has_tag(on, line + 1, on->first_heading, on->last_heading))
            continue;
        double prose = 0, words = 0, linked = 0;
        for (Py_ssize_t own = start; own <= line; own++) {
            prose += fact(on, PROSE)[own];
            words += fact(on, WORDS_OF)[own];
            linked += on->linked[own];
        }
        for (Py_ssize_t own = start; own <= line; own++) {
            on->row[2 * lines + own] = prose / on->total;
            on->row[3 * lines + own] = prose / at_least_one(words);
            on->row[4 * lines + own] = linked / at_least_one(words);
        }
    }
    on->row += 6 * lines;
}

static void
weigh_position(Evidence *on)
{
    double *place = next_row(on), *before = next_row(on), prose = 0;
    for (Py_ssize_t line = 0; line < on->lines; line++) {
        prose += fact(on, PROSE)[line];
        place[line] = (double)line / (double)on->lines;
        before[line] = prose / on->total;
    }
    weigh_since(on, is_long, 0);
    weigh_since(on, is_long, 1);
    for (int window = 0; window < 4; window++)
        fill(on, 0);
    weigh_sections(on);
    count_before(on, is_service);
    fill(on, 0); /* service_near */
    weigh_since(on, is_service, 0);
    count_before(on, tells_day);
    count_before(on, tells_name);
}

/* The line that says the headline, else the first within a heading of the first level; -1 where there is none. */
static Py_ssize_t
find_headline_line(const Evidence *on)
{
    const double *is_title = on->likeness + IS_TITLE * on->lines;
    for (Py_ssize_t line = 0; line < on->lines; line++)
        if (is_title[line] > 0)
            return line;
    for (Py_ssize_t line = 0; line < on->lines; line++)
        if (has_tag(on, line, on->first_heading, on->first_heading))
            return line;
    return -1;
}

static void
weigh_likeness(Evidence *on)
{
    Py_ssize_t lines = on->lines, headline = find_headline_line(on);
    for (int column = 0; column < LIKENESSES; column++)
        copy(on, on->likeness + column * lines);
    if (headline < 0) {
        fill(on, Py_NAN); /* the logarithm of which is none either */
        fill(on, -1);
        fill(on, -1);
        return;
    }
    find_meetings(on, (Py_ssize_t)on->box[headline], on->scratch);
    for (Py_ssize_t line = 0; line < lines; line++) {
        int64_t own = on->box[line];
        on->row[line] = (double)(line - headline);
        on->row[lines + line] = on->depths[own] - on->depths[on->scratch[own]];
        on->row[2 * lines + line] = held(on, HELD_PROSE, on->scratch[own]) / prose_on_page(on);
    }
    on->row += 3 * lines;
}
