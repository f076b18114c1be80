package cost

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Row is one record of somebody's own usage.
type Row struct {
	Line          int    // in the file; of JSON the place among its objects
	Model         string // as printed
	ID, RequestID string // of the answer; a row with both of another row is that row again
	Asked         bool   // the file says how many requests they were; else Requests is 1
	tariff.Usage
}

// Log is what a file of usage holds.
type Log struct {
	Rows     []Row    `json:"-"`
	Skipped  int      `json:"skipped"`           // lines without tokens
	Repeated int      `json:"repeated"`          // lines that a later line of the same answer replaces
	Untimed  int      `json:"untimed"`           // rows without a time, priced as of now
	Ignored  []Column `json:"ignored,omitempty"` // columns that seem to count tokens and are not understood, by name
}

// Column is a column of a file.
type Column struct {
	Name string `json:"name"` // as first printed
	Rows int    `json:"rows"` // with a positive number
}

// The bounds of a file of usage, in bytes.
const (
	maxFile   = 1 << 30
	maxHeader = 64 << 10
)

// Read reads rows of usage from CSV with a header, from JSON lines or from a JSON list. Objects in objects count as
// their fields do, those of usage before any other. Records without tokens, such as other lines of a chat log, are skipped
// and counted. now is the time of rows that have none. The error names the line.
func Read(r io.Reader, now time.Time) (Log, error) {
	bounded := &io.LimitedReader{R: r, N: maxFile + 1}
	in := bufio.NewReaderSize(bounded, maxHeader)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	start, err := in.Peek(maxHeader)
	start = bytes.TrimSpace(start)
	l := reading{answers: map[[2]string]int{}, ignored: map[string]*Column{}}
	switch {
	case err != nil && !errors.Is(err, io.EOF): // a directory, say
	case len(start) == 0:
		err = errors.New("the file is empty; it must be CSV with a header, JSON lines or a JSON list")
	case start[0] == '{' || start[0] == '[':
		err = objects(in, start[0] == '[', l.take)
	default:
		err = tables(in, separator(start), l.take)
	}
	if bounded.N == 0 {
		err = fmt.Errorf("the file has more than %d bytes; split it, and price each part", maxFile)
	}
	if err != nil {
		return Log{}, err
	}
	for i := range l.Rows {
		if r := &l.Rows[i]; r.At.IsZero() {
			r.At = now
			l.Untimed++
		}
	}
	l.Ignored = data.Each(slices.Sorted(maps.Keys(l.ignored)), func(key string) Column { return *l.ignored[key] })
	if len(l.Rows) == 0 {
		others := data.Each(l.Ignored, func(c Column) string { return c.Name })
		return Log{}, fmt.Errorf("no tokens were found in %s; not understood: %q; it needs %s", terminal.Several(l.Skipped, "line"), others, understood)
	}
	return l.Log, nil
}

// reading is a log while records are taken.
type reading struct {
	Log
	answers map[[2]string]int // places in Rows, by ID and RequestID
	ignored map[string]*Column
}

func (l *reading) take(c record) error {
	l.notice(c)
	r, err := c.row()
	if err != nil {
		return fmt.Errorf("line %d: %w", c.line, err)
	}
	answer := [2]string{r.ID, r.RequestID}
	place, again := l.answers[answer]
	switch {
	case len(r.Quantities) == 0:
		l.Skipped++
	case again:
		l.Repeated++
		l.Rows[place] = r // the counts of the last line are final
	default:
		if r.ID != "" && r.RequestID != "" {
			l.answers[answer] = len(l.Rows)
		}
		l.Rows = append(l.Rows, r)
	}
	return nil
}

// notice remembers columns that seem to count tokens and are not understood.
func (l *reading) notice(c record) {
	seen := map[string]bool{}
	for _, f := range c.fields {
		perhaps := strings.Contains(f.key, "token") || strings.Contains(f.key, "cache")
		if _, known := columns[f.key]; known || seen[f.key] || !perhaps {
			continue
		}
		if n, err := data.ParseNumber(Ungrouped(f.text)); err != nil || !n.IsPositive() {
			continue
		}
		seen[f.key] = true
		if l.ignored[f.key] == nil {
			l.ignored[f.key] = &Column{Name: f.name}
		}
		l.ignored[f.key].Rows++
	}
}

// row makes a usage of a record, without quantities when it is none. At is zero when the record has no time.
func (c record) row() (Row, error) {
	r := Row{Line: c.line, Usage: tariff.Usage{Requests: 1}}
	counts, err := c.counts()
	if err != nil {
		return r, err
	}
	q, err := quantities(counts)
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Values(q)), func(n int64) bool { return n != 0 }) {
		return r, err
	}
	r.Quantities = q
	if err = c.settle(&r); err == nil && r.Model == "" {
		err = errors.New("there are tokens and no model")
	}
	return r, err
}

// settle takes what a record says besides tokens.
func (c record) settle(r *Row) error {
	for _, s := range settings {
		place := func(f field) int { return slices.Index(s.names, f.key) }
		named := slices.DeleteFunc(slices.Clone(c.fields), func(f field) bool { return place(f) < 0 })
		if len(named) == 0 {
			continue
		}
		best := slices.MinFunc(named, func(a, b field) int {
			return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(place(a), place(b)), cmp.Compare(a.depth, b.depth))
		})
		if err := s.set(r, best.text); err != nil {
			return fmt.Errorf("%s: %w", best.name, err)
		}
	}
	return nil
}

// count is how many tokens of a portion there are.
type count struct {
	field
	n      int64
	within data.BillingClass
}

// counts are the tokens of a record. Fields of one portion are names for the same tokens, and must agree; what is no number, or
// stands in no object of usage, does not count beside what is and does.
func (c record) counts() (map[portion]count, error) {
	all, seen := map[portion]count{}, map[string]int{}
	for _, f := range slices.SortedStableFunc(slices.Values(c.fields), compareFields) {
		m, known := f.means()
		if depth, again := seen[f.key]; !known || again && depth != f.depth {
			continue // the outer of two fields of one name counts
		}
		n, err := Count(f.text)
		switch first, there := all[m.portion]; {
		case there && (m.again || first.usage != f.usage || first.number && !f.number):
		case err != nil && !m.again:
			return nil, fmt.Errorf("%s: %w", f.name, err)
		case there && n != first.n:
			return nil, fmt.Errorf("%s and %s are the same tokens and differ: %s and %s", first.name, f.name, first.text, f.text)
		default:
			seen[f.key] = f.depth
			all[m.portion] = count{f, n, cmp.Or(first.within, m.within)}
		}
	}
	return all, nil
}

// quantities makes disjoint classes of counts. Most count reasoning among the output; xAI counts it besides, and there the total
// tells. A total decides nothing else: programs differ in what they put into it.
func quantities(counts map[portion]count) (map[data.BillingClass]int64, error) {
	q, within := map[data.BillingClass]int64{}, map[data.BillingClass]int64{}
	for p, c := range counts {
		if !p.rest {
			q[p.class] += c.n
			within[c.within] += c.n
		}
	}
	delete(q, "")
	for p, rest := range counts {
		if _, whole := counts[portion{class: p.class}]; p.rest && !whole {
			q[p.class] = rest.n + within[p.class]
		}
	}
	for _, class := range slices.Sorted(maps.Keys(within)) {
		if class == "" || within[class] == 0 {
			continue
		}
		if q[class] -= within[class]; q[class] < 0 {
			return nil, fmt.Errorf("of the %s tokens more are cached than there are", class)
		}
	}
	for p, rest := range counts {
		if p.rest && q[p.class] != rest.n {
			return nil, fmt.Errorf("%d %s tokens are said to be in no cache, and %d are left without the cached ones", rest.n, p.class, q[p.class])
		}
	}
	reasoning, all := counts[reasonings].n, int64(0)
	for _, n := range q {
		all += n
	}
	printed := counts[portion{class: data.ClassInput}].n + q[data.ClassOutput] // some totals leave out caches beside the input
	if rest := counts[totals].n - reasoning; reasoning > 0 && (rest == all || rest == printed) {
		q[data.ClassOutput] += reasoning
	}
	return q, nil
}
