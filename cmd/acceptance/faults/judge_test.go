//go:build proof

package faults

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

func (y *year) command(args ...string) *exec.Cmd {
	c := exec.Command("pricepoint", args...)
	c.Env = y.web.Env
	return c
}

// fromPage tells a value that was read on a page from those that people, feeds or rules say.
func fromPage(e data.Evidence) bool { return e.Method == data.Collected || e.Method == data.Carried }

// judge holds what a refresh has published against the truth, and against what was sent.
func (y *year) judge(fates map[string]mishap, s data.Snapshot) {
	t := y.t
	t.Helper()
	y.checkSources(fates, s)
	findings := y.checkFindings(s)
	values := y.values(s)
	if diff := cmp.Diff(y.tools(y.before), y.tools(s)); diff != "" {
		t.Errorf("week %d: other tools are listed (-before +now):\n%s", y.week, diff)
	}
	for of, first := range y.first {
		e, there := values[of]
		if !there {
			t.Errorf("week %d: %s of %s has vanished; it was %s by %s", y.week, of.Field, of.Tool, first.Value, first.Source)
			continue
		}
		y.told.values++
		y.checkValue(of, e, findings)
		if last := y.shown[of]; !last[len(last)-1].value.Equal(e.Value) {
			y.shown[of] = append(last, showing{e.Value, s.Manifest.GeneratedAt})
			if fromPage(e) {
				y.told.seen++
			}
		}
	}
	y.checkChanges(s, values)
	y.checkTariffs(s, values)
	y.checkSolved(s, values)
	y.checkServed(s)
	y.before, y.published = s, values
}

// checkSources compares the state of every source with how it fared.
func (y *year) checkSources(fates map[string]mishap, s data.Snapshot) {
	t := y.t
	t.Helper()
	before := map[string]data.SourceStatus{}
	for _, source := range documentOf[data.FreshnessDocument](t, y.before, data.FreshnessPath).Sources {
		before[source.ID] = source
	}
	for _, source := range documentOf[data.FreshnessDocument](t, s, data.FreshnessPath).Sources {
		fate, struck := fates[source.ID]
		failed := source.State == data.Failing || source.State == data.Disallowed
		now := source.LastConfirmed.After(before[source.ID].LastConfirmed.Time)
		switch {
		case failed && !struck:
			t.Errorf("week %d: %s fails although it answers: %s", y.week, source.ID, source.Cause)
		case !failed && struck && !fate.mild:
			t.Errorf("week %d: %s is %s although it cannot be read: %s", y.week, source.ID, source.State, fate.name)
		case failed && (source.Cause == "" || source.Class == ""):
			t.Errorf("week %d: nothing says why %s fails: %s", y.week, source.ID, fate.name)
		case failed == now:
			t.Errorf("week %d: %s is %s (%s), and was last confirmed on %s", y.week, source.ID, source.State, fate.name, source.LastConfirmed)
		case failed && (source.Rows != before[source.ID].Rows || source.LastChanged != before[source.ID].LastChanged):
			t.Errorf("week %d: %s fails, and has other rows than before: %d, %d", y.week, source.ID, source.Rows, before[source.ID].Rows)
		}
		if failed {
			y.told.failed++
			y.told.fates[fate.name+" ("+string(source.Class)+")"]++
		} else {
			y.told.read++
			y.lastRead[source.ID] = y.week
			if struck {
				y.told.fates[fate.name+" (read)"]++
			}
		}
	}
}

// checkFindings returns the held values by tool and field. A hold must end when its page was read again.
func (y *year) checkFindings(s data.Snapshot) map[data.ToolField]data.Finding {
	all := map[data.ToolField]data.Finding{}
	now := map[string]bool{}
	for _, f := range documentOf[data.FindingsDocument](y.t, s, data.FindingsPath).Findings {
		if f.Kind != data.Held {
			continue
		}
		now[f.ID], all[data.ToolField{Tool: f.Tool, Field: f.Field}] = true, f
		h := y.held[f.ID]
		switch {
		case h == nil:
			y.held[f.ID] = &hold{finding: f}
			y.told.held++
			y.t.Logf("week %d: held: %s", y.week, f.Why)
		case y.lastRead[f.Source] == y.week && endsAlone(f):
			if h.read++; h.read > readsOfHold {
				y.t.Errorf("week %d: held although %s has said so in %d more readings: %s", y.week, f.Source, h.read, f.Why)
			}
		}
	}
	for id := range y.held {
		if !now[id] {
			delete(y.held, id)
		}
	}
	return all
}

// endsAlone reports whether another reading of the same page ends a hold, as the rules of the gate have it: only of a value
// that has moved far. One that breaks an order waits for a second source.
func endsAlone(f data.Finding) bool {
	return !slices.ContainsFunc(f.Rules, func(r data.GateRule) bool { return r != data.RuleRatio && r != data.RuleCacheRatio })
}

// readsOfHold is how many more readings may leave a value held.
const readsOfHold = 1

// checkValue asks whether a value is what its source printed when it was read last.
func (y *year) checkValue(of data.ToolField, e data.Evidence, held map[data.ToolField]data.Finding) {
	t, first := y.t, y.first[of]
	t.Helper()
	if !fromPage(first) {
		if first.Method != data.Computed && first.Method != data.Ruled && !e.Value.Equal(first.Value) {
			t.Errorf("week %d: %s of %s, which is on no page, went from %s to %s (%s)", y.week, of.Field, of.Tool, first.Value, e.Value, e.Source)
		}
		return
	}
	if !fromPage(e) || e.Source != first.Source {
		t.Errorf("week %d: %s of %s was read by %s and is now %s of %s", y.week, of.Field, of.Tool, first.Source, e.Method, e.Source)
		return
	}
	read := y.weekOf(e.ConfirmedAt)
	switch last := y.lastRead[e.Source]; {
	case read > last:
		t.Errorf("week %d: %s of %s is said to be confirmed in week %d; %s was read last in week %d", y.week, of.Field, of.Tool, read, e.Source, last)
	case !e.Value.Equal(y.truth(of, read)):
		t.Errorf("week %d: %s of %s is %s, confirmed in week %d; %s printed %s then", y.week, of.Field, of.Tool, e.Value, read, e.Source, y.truth(of, read))
	case read >= 0 && !y.sendings[sending{read, e.URL, e.SHA256}]:
		t.Errorf("week %d: %s of %s rests on %s with the digest %s in week %d, which was not sent", y.week, of.Field, of.Tool, e.URL, e.SHA256, read)
	case read < last && held[of].ID == "" && y.wholeIn(e.Source, last):
		t.Errorf("week %d: %s of %s was not found in week %d, when %s was read whole", y.week, of.Field, of.Tool, last, e.Source)
	}
}

// wholeIn reports whether a source has sent its pages as they are in a week.
func (y *year) wholeIn(source string, week int) bool {
	if week != y.week {
		return false
	}
	return !slices.ContainsFunc(y.site(source).pages, func(c fixture.Capture) bool {
		return !y.sendings[sending{week, c.URL, digestOf(c.Body)}]
	})
}

// weekOf is the week of a time.
func (y *year) weekOf(at data.Timestamp) int {
	return int(at.Sub(y.start).Hours()/24/7) - settled - 1
}

// checkChanges wants every change that is told to be one of the published values, and none else to be told.
func (y *year) checkChanges(s data.Snapshot, values map[data.ToolField]data.Evidence) {
	t := y.t
	t.Helper()
	before, told := y.published, map[data.ToolField]bool{}
	for _, c := range documentOf[data.ChangesDocument](t, s, data.ChangesPath).Changes {
		if c.Version != s.Manifest.Version {
			continue
		}
		of := data.ToolField{Tool: c.Tool, Field: c.Field}
		switch was, is := before[of], values[of]; {
		case c.Event != nil:
			t.Logf("week %d: told of %s: %s, %s", y.week, c.Tool, c.Kind, c.Event.Kind)
		case c.Kind != data.Changed || c.Old == nil || c.New == nil || !c.Old.Equal(was.Value) || !c.New.Equal(is.Value):
			t.Errorf("week %d: told as %s: %s of %s from %s to %s; it was %s and is %s", y.week, c.Kind, c.Field, c.Tool, c.Old, c.New, was.Value, is.Value)
		case fromPage(is) && (!c.Old.Equal(y.truth(of, y.weekOf(was.ConfirmedAt))) || !c.New.Equal(y.truth(of, y.week))):
			t.Errorf("week %d: a false change is told: %s of %s from %s to %s", y.week, c.Field, c.Tool, c.Old, c.New)
		}
		told[of] = true
	}
	for of, e := range values {
		if was := before[of]; !was.Value.Equal(e.Value) && !told[of] && of.Field != data.FieldPerPoint { // that follows from others
			t.Errorf("week %d: nobody is told that %s of %s went from %s to %s", y.week, of.Field, of.Tool, was.Value, e.Value)
		}
	}
}

// checkTariffs wants the prices of a tool to move only in a week in which something that is published of it moved.
func (y *year) checkTariffs(s data.Snapshot, values map[data.ToolField]data.Evidence) {
	y.t.Helper()
	before := documentOf[data.TariffsDocument](y.t, y.before, data.TariffsPath).Tools
	for i, of := range documentOf[data.TariffsDocument](y.t, s, data.TariffsPath).Tools {
		was, is := linePrices(before[i]), linePrices(of)
		if moved := y.movedNow(of.ID, values); cmp.Equal(was, is) == moved && !y.announcedNow(of.ID) {
			y.t.Errorf("week %d: a price of %s has moved: %t; its tariff (-before +now):\n%s", y.week, of.ID, moved, cmp.Diff(was, is))
		}
	}
}

// movedNow reports whether a published price of a tool is other than the week before.
func (y *year) movedNow(tool string, values map[data.ToolField]data.Evidence) bool {
	for of, e := range y.published {
		if of.Tool == tool && strings.HasPrefix(of.Field, "pricing.") && !e.Value.Equal(values[of].Value) {
			return true
		}
	}
	return false
}

// announcedNow reports whether the day of an announced price of a tool was this week.
func (y *year) announcedNow(tool string) bool {
	for of, e := range y.first {
		for _, a := range e.Announced {
			if of.Tool == tool && a.From <= y.days[y.week] && a.From > y.days[y.week-1] {
				return true
			}
		}
	}
	return false
}

func linePrices(t data.Tariff) []string {
	var all []string
	for _, l := range t.Lines {
		price := string(l.State)
		if l.Price != nil {
			price = l.Price.String()
		}
		all = append(all, string(l.Class)+", "+l.Terms.String()+": "+price)
	}
	slices.Sort(all)
	return all
}

// checkSolved wants what a solved task costs to move only with the prices of its tool: no board of those is edited.
func (y *year) checkSolved(s data.Snapshot, values map[data.ToolField]data.Evidence) {
	y.t.Helper()
	before := map[string]data.SolvedCost{}
	rows := documentOf[data.SolvedDocument](y.t, s, data.SolvedPath).Rows
	for _, r := range documentOf[data.SolvedDocument](y.t, y.before, data.SolvedPath).Rows {
		before[rowName(r)] = r
	}
	if len(rows) != len(before) {
		y.t.Errorf("week %d: %d solved costs, before %d", y.week, len(rows), len(before))
	}
	for _, r := range rows {
		was := before[rowName(r)]
		if !cmp.Equal(numbersOf(was), numbersOf(r)) && !y.movedNow(r.ModelID, values) && !y.announcedNow(r.ModelID) {
			y.t.Errorf("week %d: what a solved task costs with %s has moved, its prices have not (-before +now):\n%s", y.week, r.ModelID, cmp.Diff(numbersOf(was), numbersOf(r)))
		}
	}
}

func rowName(r data.SolvedCost) string {
	return strings.Join([]string{r.Board, r.ModelID, r.Entry, r.Effort, r.Harness, r.HarnessVersion}, "\x00")
}

// numbersOf is a row as text without times and digests.
func numbersOf(r data.SolvedCost) string {
	body, err := json.Marshal(r)
	if err != nil {
		return err.Error()
	}
	return varying.ReplaceAllString(string(body), "")
}

var varying = regexp.MustCompile(`"([a-zA-Z]*At|at|sha256|archive)":"[^"]*",?|"line":\d+,?`)

// schemas are those of the served documents, by name.
type schemas map[string]*jsonschema.Schema

func readSchemas(t testing.TB) schemas {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(fixture.Root(), "server", "schemas", "*.schema.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("found only %d schemas: %v", len(files), err)
	}
	all := schemas{}
	for _, file := range files {
		c := jsonschema.NewCompiler()
		c.AssertFormat()
		schema, err := c.Compile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".schema.json")] = schema
	}
	return all
}

// checkServed waits until a snapshot is served and holds every document to its schema.
func (y *year) checkServed(s data.Snapshot) {
	t := y.t
	t.Helper()
	fixture.Eventually(t, "the newest snapshot is served", func() bool {
		_, body := fixture.Get(t, y.server+"/"+data.FreshnessPath)
		return strings.Contains(body, s.Manifest.Version)
	})
	for name := range y.schemas {
		switch name {
		case "index":
			y.checkDocument(name, "/api/")
		case "exports":
			y.checkDocument(name, "/api/compat/")
		case "prices":
			for _, m := range y.moves {
				y.checkDocument(name, "/"+data.PricesPath(m.of.Tool))
			}
		default:
			y.checkDocument(name, "/api/"+name+".json")
		}
	}
}

func (y *year) checkDocument(schema, path string) {
	y.t.Helper()
	status, text := fixture.Get(y.t, y.server+path)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = y.schemas[schema].Validate(document)
	}
	if err != nil || status != 200 {
		y.t.Errorf("week %d: %s is answered with %d and is not valid: %v", y.week, path, status, err)
	}
	y.told.documents++
}

// checkHistories wants the history of every price to have exactly what was published, since when it was.
func (y *year) checkHistories() {
	t := y.t
	t.Helper()
	classes := map[string]data.BillingClass{data.FieldInput: data.ClassInput, data.FieldOutput: data.ClassOutput, data.FieldCacheRead: data.ClassCacheRead}
	for of, want := range y.shown {
		class, isPrice := classes[of.Field]
		if !isPrice || !fromPage(y.first[of]) {
			continue
		}
		var got []showing
		for _, p := range documentOf[data.PricesDocument](t, y.before, data.PricesPath(of.Tool)).Intervals {
			if p.Line != nil && p.Line.Class == class && p.KnownFrom.After(want[0].at.Time) && isStandard(p.Line.Terms) && p.Line.Price != nil && p.ValidUntil.IsZero() {
				got = append(got, showing{*p.Line.Price, p.KnownFrom})
			}
		}
		same := slices.EqualFunc(want[1:], got, func(a, b showing) bool { return a.value.Equal(b.value) && a.at == b.at })
		if !same {
			t.Errorf("%s of %s was published as %v, its history has %v", of.Field, of.Tool, want[1:], got)
		}
	}
}

func isStandard(terms data.Terms) bool {
	return terms.Service == "" && (terms.Context == nil || terms.Context.Over+terms.Context.From == 0) && (terms.Hours == nil || !terms.Hours.Outside) &&
		terms.Kind != data.KindList && terms.Kind != "announced"
}
