//go:build proof

package figures

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// figure is a number that the reader of a page brings, where the page prints it. Where it is read from is a guess: the
// nearest place behind its name with these digits. A wrong guess makes an edit that no reader sees.
type figure struct {
	span
	of     data.Observation
	name   span // of the model
	record span // the row, or the object, with the name and the number
}

// farthest is how far behind a name its numbers are looked for, in bytes.
const farthest = 6000

// mostFigures is how many numbers of a page are looked for.
const mostFigures = 400

// findFigures finds the numbers of tools, and those of other models where there are none.
func (s *scene) findFigures() {
	for _, ofTools := range []bool{true, false} {
		if len(s.figures) == 0 {
			s.findRead(ofTools)
		}
	}
	slices.SortFunc(s.figures, func(x, y figure) int { return x.from - y.from })
	last := 0
	s.figures = slices.DeleteFunc(s.figures, func(f figure) bool {
		again := f.from < last // two numbers were taken for one
		last = max(last, f.span.to)
		return again
	})
}

// findRead finds the numbers that the reader brings.
func (s *scene) findRead(ofTools bool) {
	lower := strings.ToLower(s.sheet.text)
	places := map[string][]int{}
	for _, o := range s.truth.Observations {
		m := s.resolver.Resolve(s.source.Name, o.Subject, s.at)
		tool := m.Kind == names.Tool && s.tools[m.Tool]
		if o.SHA256 != s.docs[s.place].SHA256 || o.Computed != "" || tool != ofTools || len(s.figures) == mostFigures {
			continue
		}
		if _, known := places[o.Subject]; !known {
			places[o.Subject] = indexes(lower, strings.ToLower(o.Subject))
			if _, short, composed := strings.Cut(o.Subject, "/"); composed && places[o.Subject] == nil {
				places[o.Subject] = indexes(lower, strings.ToLower(short))
			}
		}
		f, ok := s.figure(o, places[o.Subject])
		if !ok && places[o.Subject] == nil {
			f, ok = s.figure(data.Observation{Value: o.Value, Field: o.Field, Qualifiers: o.Qualifiers}, []int{0}) // a page of one model
		}
		if ok {
			s.figures = append(s.figures, f)
		}
	}
}

// figure is an observation's number at the nearest place behind one of its names.
func (s *scene) figure(o data.Observation, at []int) (best figure, ok bool) {
	for _, from := range at {
		behind := s.sheet.text[from+len(o.Subject) : min(len(s.sheet.text), from+len(o.Subject)+farthest)]
		for _, i := range indexes(behind, o.Value) {
			place := from + len(o.Subject) + i
			if s.isWhole(span{place, place + len(o.Value)}) {
				if !ok || place-from < best.from-best.name.from {
					best, ok = figure{span: span{place, place + len(o.Value)}, of: o, name: span{from, from + len(o.Subject)}}, true
				}
				break
			}
		}
	}
	if ok {
		best.record = s.record(best)
	}
	return best, ok
}

// isWhole reports whether digits are a number of their own, and no part of a longer one or of a name.
func (s *scene) isWhole(at span) bool {
	before, after := s.sheet.text[max(0, at.from-1):at.from], s.sheet.text[at.to:min(len(s.sheet.text), at.to+2)]
	parts := ".,"
	if strings.HasSuffix(s.docs[s.place].URL, ".csv") {
		parts = "." // a comma ends a cell
	}
	inside := func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
	}
	switch {
	case before != "" && (inside(before[0]) || strings.Contains(parts+"-", before)):
		return false
	case len(after) > 1 && strings.Contains(parts, after[:1]):
		return after[1] < '0' || after[1] > '9'
	}
	return after == "" || after[0] < '0' || after[0] > '9'
}

// indexes are the places of a text in another one, at most a thousand.
func indexes(text, part string) []int {
	var all []int
	for at := 0; part != "" && len(all) < 1000; {
		i := strings.Index(text[at:], part)
		if i < 0 {
			break
		}
		all = append(all, at+i)
		at += i + len(part)
	}
	return all
}

// record is the row of a table, the object, the item of a list or the line that holds a number, and if possible its name.
func (s *scene) record(f figure) span {
	if t, i, _ := s.sheet.tableOf(f.span); t != nil {
		return t.rows[i].span
	}
	if at, ok := s.object(f); ok {
		return at
	}
	return s.item(f)
}

// object is the smallest one around a number that holds its name too, with its key.
func (s *scene) object(f figure) (span, bool) {
	text, depth := s.sheet.text, 0
	for i := f.from - 1; i >= max(0, f.from-20_000); i-- {
		switch text[i] {
		case '}':
			depth++
		case '{':
			if depth > 0 {
				depth--
				continue
			}
			to := closing(text, i)
			if to < f.to {
				return span{}, false
			}
			at := span{s.key(i), to}
			if at.holds(f.name) {
				return at, true
			}
		}
	}
	return span{}, false
}

// closing is behind the bracket that closes the one at a place, 0 for none.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < min(len(text), open+40_000); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// key is where the key of an object begins, or where the object does.
func (s *scene) key(open int) int {
	before := strings.TrimRight(s.sheet.text[:open], " \t\r\n")
	if !strings.HasSuffix(before, ":") {
		return open
	}
	before = strings.TrimRight(strings.TrimSuffix(before, ":"), " \t\r\n")
	if end := strings.TrimSuffix(before, `"`); end != before {
		return strings.LastIndex(end, `"`)
	}
	return open
}

// item is the item of a YAML list, or the line, that holds a number.
func (s *scene) item(f figure) span {
	text := s.sheet.text
	from := strings.LastIndex(text[:f.from], "\n") + 1
	to := len(text)
	if i := strings.Index(text[f.to:], "\n"); i >= 0 {
		to = f.to + i
	}
	if first := strings.LastIndex(text[:f.from], "\n- "); first >= 0 && first < f.name.from && f.name.from < f.from && !strings.Contains(text[first:f.from], "\n\n") {
		from = first + 1
		if i := strings.Index(text[f.to:], "\n- "); i >= 0 {
			to = f.to + i
		}
	}
	return span{from, to}
}

// inRecord are the figures of a record.
func (s *scene) inRecord(at span) []figure {
	return slices.DeleteFunc(slices.Clone(s.figures), func(f figure) bool { return !at.holds(f.span) })
}

// column is what stands in one column: numbers of one kind under the same terms.
type column struct {
	field data.Field
	terms data.Qualifiers
}

// byColumn files the figures by column, the longest columns first.
func (s *scene) byColumn() [][]figure {
	filed := map[column][]figure{}
	for _, f := range s.figures {
		q := f.of.Qualifiers
		q.Effort, q.Harness, q.Status = "", "", ""
		filed[column{f.of.Field, q}] = append(filed[column{f.of.Field, q}], f)
	}
	var all [][]figure
	for _, c := range filed {
		all = append(all, c)
	}
	slices.SortFunc(all, func(x, y []figure) int { return cmp.Or(len(y)-len(x), x[0].from-y[0].from) })
	return all
}
