package web

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/advice"
	"pricepoint/data/rating"
)

// hasOneAnswer: both documents, the page of use cases, agents and the command line name the same first tools in
// the same order, and the front page draws just those as unbeaten.
func hasOneAnswer(t *testing.T, base, store string) {
	var useCases data.UseCasesDocument
	var scores rating.ScoresDocument
	fixture.GetJSON(t, base+"/"+data.UseCasesPath, &useCases)
	fixture.GetJSON(t, base+"/"+data.ScoresPath, &scores)
	listed := useCases.UseCases[slices.IndexFunc(useCases.UseCases, func(u data.UseCase) bool { return u.ID == "bug-fixing" })]
	verdict := scores.UseCases[slices.IndexFunc(scores.UseCases, func(u rating.UseCaseCosts) bool { return u.ID == "bug-fixing" })]
	want := listed.TopPicks
	if len(want) < 3 || len(verdict.Boards) == 0 {
		t.Fatalf("%d picks by %d boards", len(want), len(verdict.Boards))
	}

	var picked []string
	for _, p := range verdict.Picks {
		picked = append(picked, p.ID)
	}
	_, page := fixture.Get(t, base+"/use-cases")
	section := regexp.MustCompile(`(?s)<h2 id="bug-fixing">.*?</section>`).FindString(page)
	out, log, code := fixture.Run(t, "choose", "bug-fixing", "--store", store, "--output", "json")
	var typed advice.Advice
	if err := json.Unmarshal([]byte(out), &typed); err != nil || code != fixture.ExitDone {
		t.Fatalf("choose: exit code %d, %v: %s", code, err, log)
	}
	for where, got := range map[string][]string{
		"scores.json": picked, "/use-cases": linked(section, `<th scope="row">\d+\. <a href="/tools/([^"]+)"`), "choose": chosen(typed),
		"agents": chosen(askTool[advice.Advice](t, base, "choose", map[string]any{"use_case": "bug-fixing"})),
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-use-cases.json +%s):\n%s", where, where, diff)
		}
	}

	_, home := fixture.Get(t, base+"/")
	best := regexp.MustCompile(`<option value="bug-fixing"[^>]* data-best="([^"]+)" data-picks="([^"]+)"`).FindStringSubmatch(home)
	if len(best) == 0 || best[1] != strings.Join(verdict.Frontier(), " ") || best[2] != strings.Join(want, " ") {
		t.Errorf("the front page draws %q as unbeaten and recommended, want %v and %v", best, verdict.Frontier(), want)
	}
}

// linked are the tools that a pattern finds links to.
func linked(page, pattern string) (ids []string) {
	for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(page, -1) {
		ids = append(ids, found[1])
	}
	return ids
}

// chosen are the recommended ones of an answer, by their place.
func chosen(a advice.Advice) []string {
	picks := make([]string, 0, len(a.Choices))
	for place := 1; ; place++ {
		i := slices.IndexFunc(a.Choices, func(c advice.Choice) bool { return c.Pick == place })
		if i < 0 {
			return picks
		}
		picks = append(picks, a.Choices[i].Model)
	}
}
