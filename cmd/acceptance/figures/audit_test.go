package figures

import (
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/market"
)

// TestAuditOfTheRecordedLists holds every row of the audit against what the collectors read: the list prints its number in
// the quote, the page prints ours, and ours is first hand. It prints the rows.
func TestAuditOfTheRecordedLists(t *testing.T) {
	t.Parallel()
	snapshot, web := recordedNovember(t)
	audit := documentOf[market.AuditDocument](t, snapshot, data.AuditPath)
	provenance := documentOf[data.ProvenanceDocument](t, snapshot, data.ProvenancePath)
	rows := map[string]int{}
	for _, d := range audit.Deviations {
		rows[d.List]++
		t.Log(d.ID, d.Theirs, d.Page, d.Kind, d.Later)
		of := slices.IndexFunc(provenance.Tools, func(p data.ToolProvenance) bool { return p.ID == d.Tool })
		if of < 0 {
			t.Fatalf("%s: there is no such tool", d.ID)
		}
		e := provenance.Tools[of].Value(d.Field)
		if !e.Value.Equal(d.Page) || e.Confidence == data.Low || e.Held != "" || !e.Basis.FirstHand() {
			t.Errorf("%s: the page's number is %s, %s, %s", d.ID, e.Value, e.Method, e.Confidence)
		}
		for _, side := range []market.AuditEvidence{d.OnPage, d.OnList} {
			if side.URL == "" || side.ReadAt.IsZero() || side.Quote == "" || side.SHA256 == "" {
				t.Errorf("%s: where a side says so is not said: %+v", d.ID, side)
			}
		}
	}
	for _, l := range audit.Lists {
		sum := l.Agrees + l.Deviates
		for _, u := range l.Uncompared {
			sum += u.Numbers
		}
		if l.Numbers == 0 || sum != l.Numbers || l.Deviates != rows[l.ID] || l.Agrees < l.Deviates || l.Mend == "" {
			t.Errorf("%+v: %d rows", l, rows[l.ID])
		}
	}
	if len(audit.Lists) != 5 {
		t.Errorf("%d lists are audited, want 5", len(audit.Lists))
	}
	listsPrint(t, audit, web)
	knownRows(t, audit)
}

// listsPrint looks up each number among the observations of its list.
func listsPrint(t *testing.T, audit market.AuditDocument, web *recordedWeb) {
	t.Helper()
	for _, l := range audit.Lists {
		quotes := map[string]bool{}
		for _, o := range observed(t, web, l.ID) {
			quotes[o.Subject+"\x00"+o.Quote+"\x00"+o.SHA256] = true
		}
		for _, d := range audit.Deviations {
			if d.List == l.ID && !quotes[d.Subject+"\x00"+d.OnList.Quote+"\x00"+d.OnList.SHA256] {
				t.Errorf("%s: %s does not print %q", d.ID, l.Name, d.OnList.Quote)
			}
		}
	}
}

// knownRows are some that were looked up by hand in the captures.
func knownRows(t *testing.T, audit market.AuditDocument) {
	t.Helper()
	row := func(id string) *market.Deviation {
		i := slices.IndexFunc(audit.Deviations, func(d market.Deviation) bool { return d.ID == id })
		if i < 0 {
			return nil
		}
		return &audit.Deviations[i]
	}
	for id, want := range map[string]string{
		"feed_litellm/gpt-5-6-luna/pricing.input":  "1 0.2 differs", // five times as much
		"feed_litellm/grok-4-5/pricing.cacheRead":  "0.5 0.3 differs",
		"feed_llmprices/gpt-5-6-sol/pricing.input": "5 4 listPrice", // a promotion
	} {
		if d := row(id); d == nil || d.Theirs.String()+" "+d.Page.String()+" "+string(d.Kind) != want {
			t.Errorf("%s: %+v, want %s", id, d, want)
		}
	}
	for _, id := range []string{
		"feed_modelsdev/deepseek-v4-pro/pricing.output",  // a person read ours, and its text was not kept
		"feed_modelsdev/qwen3-8-max/pricing.cacheRead",   // ours follows from a rule
		"feed_modelsdev/qwen3-7-max/pricing.input",       // ours is of low confidence
		"feed_genaiprices/deepseek-v4-pro/pricing.input", // theirs is the price of the other hours
		"feed_openrouter/qwen3-6-plus/pricing.input",     // the same
	} {
		if d := row(id); d != nil {
			t.Errorf("%s is no deviation: %+v", id, *d)
		}
	}
}
