package registry

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// changedCase is a case of a source in which some texts stand in place of others, and what is then read otherwise. What
// stands in place of no text is appended to the first page.
type changedCase struct {
	Of    string      `json:"of"`
	Name  string      `json:"name"`
	Edits [][2]string `json:"edits"`
	Gives []string    `json:"gives"`
}

// TestChanged reads the cases of testdata/changed.jsonl. A change of a unit or of a name must not pass as a new reading: the
// page is an error, or the row is refused.
func TestChanged(t *testing.T) {
	const golden = "testdata/changed.jsonl"
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var all bytes.Buffer
	encoder := json.NewEncoder(&all)
	encoder.SetEscapeHTML(false)
	for line := range bytes.Lines(text) {
		var c changedCase
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		source, name, _ := strings.Cut(c.Of, "/")
		t.Run(c.Of+"/"+c.Name, func(t *testing.T) {
			s := sourcetest.Named(t, All(), source)
			before := sourcetest.Documents(t, s, name)
			got := otherwise(s, before, c.applied(t, before))
			if diff := cmp.Diff(c.Gives, got); diff != "" && !*update {
				t.Errorf("it gives (-golden +got):\n%s", diff)
			}
			c.Gives = got
		})
		if err := encoder.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.WriteFile(golden, all.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (c changedCase) applied(t *testing.T, docs []web.Payload) []web.Payload {
	t.Helper()
	for _, edit := range c.Edits {
		if edit[0] == "" {
			docs, _ = mutated(docs[:1], func(page string) string { return page + edit[1] })
			continue
		}
		changed, any := mutated(docs, func(page string) string { return strings.ReplaceAll(page, edit[0], edit[1]) })
		if docs = changed; !any {
			t.Fatalf("the case has no %s", edit[0])
		}
	}
	return docs
}

// otherwise tells what is read now, what it stands in place of, and what is refused that was not; or why all is.
func otherwise(s collectors.Source, before, after []web.Payload) []string {
	found, refused, err := collectors.Parse(s, after)
	if err != nil {
		var rows page.Refused
		if _, alone := s.Parse(after, &rows); rows.Lacking(alone) != nil {
			err = rows.Lacking(alone) // without all addresses
		}
		return []string{fmt.Sprintf("error: %.300s", err)}
	}
	was, refusedBefore, _ := collectors.Parse(s, before)
	all := append(missing("+", told(found), told(was)), missing("-", told(was), told(found))...)
	if len(all) > 8 {
		all = append(all[:8], fmt.Sprintf("and %d more", len(all)-8))
	}
	for _, r := range refused {
		if !slices.Contains(refusedBefore, r) {
			all = append(all, "refused: "+r.Subject+": "+r.Why)
		}
	}
	return all
}

func told(found []data.Observation) (all []string) {
	for _, o := range found {
		var q strings.Builder
		encoder := json.NewEncoder(&q)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(o.Qualifiers); err != nil {
			panic(err)
		}
		all = append(all, strings.TrimSuffix(fmt.Sprintf("%s %s %s %s %s", o.Subject, o.Field, o.Value, o.Unit, strings.TrimSpace(q.String())), " {}"))
	}
	slices.Sort(all)
	return all
}

// missing is what stands in the one and not in the other, so many times.
func missing(mark string, in, from []string) (all []string) {
	from = slices.Clone(from)
	for _, line := range in {
		if i := slices.Index(from, line); i >= 0 {
			from = slices.Delete(from, i, i+1)
			continue
		}
		all = append(all, mark+" "+line)
	}
	return all
}
