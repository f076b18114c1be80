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

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Row is one record of somebody's own usage.
type Row struct {
	Line          int    // in the file
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

// The bounds of a file of usage.
const (
	maxFile   = 1 << 30 // bytes
	maxLine   = 4 << 20 // bytes
	maxHeader = 64 << 10
)

// Read reads rows of usage from CSV with a header, from JSON lines or from a JSON list. Objects in objects count as
// their fields do, those of usage before any other. Records without tokens, such as other lines of a chat log, are skipped
// and counted. now is the time of rows that have none. The error names the line.
func Read(r io.Reader, now time.Time) (Log, error) {
	in := bufio.NewReaderSize(io.LimitReader(r, maxFile), maxLine)
	first, blank, err := begin(in)
	if err != nil {
		return Log{}, err
	}
	each := tables
	switch first {
	case '{':
		each = lines
	case '[':
		each = list
	}
	l := reading{answers: map[[2]string]int{}, ignored: map[string]*Column{}}
	if err := each(in, blank, l.take); err != nil {
		return Log{}, err
	}
	for i := range l.Rows {
		if r := &l.Rows[i]; r.At.IsZero() {
			r.At = now
			l.Untimed++
		}
	}
	for _, key := range slices.Sorted(maps.Keys(l.ignored)) {
		l.Ignored = append(l.Ignored, *l.ignored[key])
	}
	return l.Log, nil
}

// begin passes a byte order mark and blank lines. first is the byte after them.
func begin(in *bufio.Reader) (first byte, blank int, err error) {
	if start, _ := in.Peek(3); bytes.Equal(start, []byte("\ufeff")) {
		_, _ = in.Discard(3)
	}
	for {
		switch first, err = in.ReadByte(); {
		case err != nil:
			return 0, 0, errors.New("the file is empty; it must be CSV with a header, JSON lines or a JSON list")
		case first == '\n':
			blank++
		case first != ' ' && first != '\t' && first != '\r':
			return first, blank, in.UnreadByte()
		}
	}
}

// reading is a log while records are taken.
type reading struct {
	Log
	answers map[[2]string]int // places in Rows, by ID and RequestID
	ignored map[string]*Column
}

func (l *reading) take(c record) error {
	l.notice(c)
	r, ok, err := c.row()
	if err != nil {
		return fmt.Errorf("line %d: %w", c.line, err)
	}
	if !ok {
		l.Skipped++
		return nil
	}
	answer := [2]string{r.ID, r.RequestID}
	if place, again := l.answers[answer]; again {
		l.Repeated++
		l.Rows[place] = r // the counts of the last line are final
		return nil
	}
	if r.ID != "" && r.RequestID != "" {
		l.answers[answer] = len(l.Rows)
	}
	l.Rows = append(l.Rows, r)
	return nil
}

// notice remembers columns that seem to count tokens and are not understood.
func (l *reading) notice(c record) {
	seen := map[string]bool{}
	for _, f := range c.fields {
		perhaps := strings.Contains(f.key, "token") || strings.Contains(f.key, "cache")
		if _, known := columns[f.key]; known || f.list || seen[f.key] || !perhaps {
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

// row makes a usage of a record; false: it is none. At is zero when the record has no time.
func (c record) row() (Row, bool, error) {
	r := Row{Line: c.line, Usage: tariff.Usage{Requests: 1}}
	counts, err := c.counts()
	if err == nil {
		r.Quantities, err = quantities(counts)
	}
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Values(r.Quantities)), func(n int64) bool { return n != 0 }) {
		return Row{}, false, err
	}
	if err = c.settle(&r); err == nil && r.Model == "" {
		err = errors.New("there are tokens and no model")
	}
	return r, err == nil, err
}

// settle takes what a record says besides tokens.
func (c record) settle(r *Row) error {
	for _, s := range settings {
		var named []field
		for _, f := range c.fields {
			if !f.list && f.text != "" && slices.Contains(s.names, f.key) {
				named = append(named, f)
			}
		}
		if len(named) == 0 {
			continue
		}
		place := func(f field) int { return slices.Index(s.names, f.key) }
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
	n      int64
	within data.BillingClass
}

// counts are the tokens of a record.
func (c record) counts() (map[portion]count, error) {
	names := map[portion][]field{}
	for _, f := range c.fields {
		if m, known := f.means(); known && !m.again && (f.text != "" || f.list) {
			names[m.portion] = append(names[m.portion], f)
		}
	}
	all := map[portion]count{}
	for _, p := range slices.SortedFunc(maps.Keys(names), func(a, b portion) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.part, b.part))
	}) {
		var err error
		if all[p], err = agreed(names[p]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// agreed is what fields for the same tokens say. What is no number does not count unless there is nothing else.
func agreed(fields []field) (count, error) {
	numbers := slices.DeleteFunc(slices.Clone(fields), func(f field) bool {
		_, err := data.ParseNumber(Ungrouped(f.text))
		return f.list || err != nil
	})
	if len(numbers) == 0 {
		if f := fields[0]; f.list {
			return count{}, fmt.Errorf("%s is neither a number nor a text", f.name)
		}
		numbers = fields[:1] // its error says what is wrong
	}
	if slices.ContainsFunc(numbers, func(f field) bool { return f.usage }) {
		numbers = slices.DeleteFunc(numbers, func(f field) bool { return !f.usage })
	}
	slices.SortStableFunc(numbers, func(a, b field) int { return cmp.Compare(a.depth, b.depth) })
	var all count
	seen := map[string]bool{}
	for i, f := range numbers {
		if seen[f.key] {
			continue // the outer of two fields of one name counts
		}
		seen[f.key] = true
		n, err := Count(f.text)
		if err != nil {
			return count{}, fmt.Errorf("%s: %w", f.name, err)
		}
		if i > 0 && n != all.n {
			return count{}, fmt.Errorf("%s and %s are the same tokens and differ: %s and %s", numbers[0].name, f.name, numbers[0].text, f.text)
		}
		m, _ := f.means()
		all = count{n, cmp.Or(all.within, m.within)}
	}
	return all, nil
}

// quantities makes disjoint classes of counts.
func quantities(counts map[portion]count) (map[data.BillingClass]int64, error) {
	q, within := map[data.BillingClass]int64{}, map[data.BillingClass]int64{}
	for p, c := range counts {
		if !p.rest {
			q[p.class] += c.n
			within[c.within] += c.n
		}
	}
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
	return q, nil
}
