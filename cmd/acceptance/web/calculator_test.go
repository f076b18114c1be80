//go:build proof

package web

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	gocmp "github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/data/tariff"
)

// workValues are the exact costs that the table says, by model; what cannot be bought is left out.
const workValues = `(() => { const i = document.querySelector('#table th[data-key="work"]').cellIndex;
	return Object.fromEntries([...document.querySelectorAll("#table tbody tr")].map((row) => [row.id, row.cells[i].dataset.v]).filter(([, v]) => v)) })()`

// listed shows what work costs by price list, in the table and in the plot.
const listed = "#axis=work&show=0"

// TestCalculatorGivesTheCostsOfTheAPI chooses every kind of work. What it costs stands in scores.json.
func TestCalculatorGivesTheCostsOfTheAPI(t *testing.T) {
	base := site(t)
	p := open(t, base, "/"+listed, desk)
	p.shown(listed)
	useCases := document[rating.ScoresDocument](t, base, data.ScoresPath).UseCases
	if len(useCases) != 20 {
		t.Errorf("there are %d kinds of work", len(useCases))
	}
	recommended := document[data.UseCasesDocument](t, base, data.UseCasesPath).UseCases
	first := get[string](p, `document.querySelector("#work select").value`)
	for _, u := range useCases {
		t.Run(u.ID, func(t *testing.T) {
			p.t = t
			p.set("#work select", u.ID)
			if u.ID == first {
				p.shown(listed)
			} else {
				p.shown(listed + "&work=" + u.ID)
			}
			want, costs := map[string]string{}, map[string]float64{}
			for id, usd := range u.USD {
				if b, is := u.Bounds[id]; is && b.Most != nil {
					usd = *b.Most
				}
				want[id], costs[id] = usd.String(), usd.InexactFloat64()
			}
			if diff := gocmp.Diff(want, get[map[string]string](p, workValues)); diff != "" {
				t.Errorf("(-scores.json +page):\n%s", diff)
			}
			checkPlot(t, p, costs)
			i := slices.IndexFunc(recommended, func(r data.UseCase) bool { return r.ID == u.ID })
			checkVerdict(t, p, u.Frontier(), recommended[i].TopPicks)
			checkAnswer(t, p, u, recommended[i].TopPicks)
		})
	}
	p.t = t
	get[bool](p, `(location.hash = "`+listed+`&service=batch", true)`)
	p.shown(listed + "&service=batch")
	checkVerdict(t, p, nil, nil)
	if get[bool](p, `[...document.querySelectorAll(".answer:not(.computed)")].some((a) => a.checkVisibility())`) {
		t.Error("somebody is recommended for another service, which no verdict is about")
	}
}

// checkAnswer holds the rows of the answer against the picks and what a finished task costs with them.
func checkAnswer(t *testing.T, p *tab, u rating.UseCaseCosts, picks []string) {
	t.Helper()
	rows := get[[][]string](p, `[...document.querySelectorAll(".answer")].filter((a) => a.checkVisibility()).flatMap((a) => [...a.querySelectorAll("tbody tr")]
		.map((row) => [a.dataset.work, row.querySelector(".whom").getAttribute("href").replace("/tools/", ""), row.querySelector(".finished").textContent]))`)
	if len(rows) == 0 || len(rows) > 3 || !slices.ContainsFunc(rows, func(row []string) bool { return row[1] == picks[0] }) {
		t.Fatalf("the answer is %v, the first pick %s", rows, picks[0])
	}
	for _, row := range rows {
		i := slices.IndexFunc(u.Order, func(r rating.RankedTool) bool { return r.ID == row[1] })
		if row[0] != u.ID || !slices.Contains(picks, row[1]) {
			t.Errorf("the answer to %s has %v", u.ID, row)
		}
		if f := u.Order[i].Finished; f != nil {
			if usd, _ := f.Dollars(); row[2] != usd {
				t.Errorf("a finished task costs %s with %s, want %s", row[2], row[1], usd)
			}
		}
	}
}

// checkVerdict holds the looks of the points against the models that nobody beats, and those of them that are recommended.
func checkVerdict(t *testing.T, p *tab, frontier, picks []string) {
	t.Helper()
	for looks, want := range map[string][]string{".picked, #plot .points .front": frontier, ".picked": picks} {
		got := get[[]string](p, `[...document.querySelectorAll("#plot .points `+looks+`")].map((a) => a.dataset.id)`)
		if diff := gocmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("the plot recommends (-documents +page):\n%s", diff)
		}
	}
}

// pointPlaces are where the points of the plot stand from left to right, by model.
const pointPlaces = `Object.fromEntries([...document.querySelectorAll("#plot .points a")].map((a) => [a.dataset.id, parseFloat(a.querySelector("svg").getAttribute("x"))]))`

// bestIsHighest holds the heights of the points against what they say: the share that is solved, or the score of the table.
const bestIsHighest = `(() => { const i = document.querySelector('#table th[data-key="overallScore"]').cellIndex;
	const dots = [...document.querySelectorAll("#plot .points a")].map((a) => { const cell = document.getElementById(a.dataset.id).cells[i];
		const share = /solves (\d+) of 100/.exec(a.getAttribute("aria-label"))?.[1];
		return { y: parseFloat(a.querySelector("svg").getAttribute("y")), score: Number(share ?? cell.dataset.v ?? cell.dataset.guess) } });
	return dots.length > 1 && dots.every((a) => dots.every((b) => a.score <= b.score || a.y <= b.y)) })()`

// checkPlot holds the places of the points against their costs, whose axis is logarithmic, and against their scores.
func checkPlot(t *testing.T, p *tab, costs map[string]float64) {
	t.Helper()
	places := get[map[string]float64](p, pointPlaces)
	ids := slices.SortedFunc(maps.Keys(places), func(a, b string) int { return cmp.Compare(costs[a], costs[b]) })
	if len(ids) < 2 || costs[ids[0]] == 0 {
		t.Fatalf("the plot shows %d models, or one that has no such cost: %v", len(ids), ids)
	}
	first, last := ids[0], ids[len(ids)-1]
	for _, id := range ids {
		share := math.Log(costs[id]/costs[first]) / math.Log(costs[last]/costs[first])
		if at := places[first] + share*(places[last]-places[first]); math.Abs(at-places[id]) > 0.02 {
			t.Errorf("%s stands at %.2f %%, want %.2f", id, places[id], at)
		}
	}
	if !get[bool](p, bestIsHighest) {
		t.Error("a model with a better score stands below one with a worse")
	}
}

// TestCalculatorReckonsLikeTheProgram asks for numbers, services, hours and days that no document has.
func TestCalculatorReckonsLikeTheProgram(t *testing.T) {
	base := site(t)
	p := open(t, base, "/", desk)
	p.shown("")
	tariffs := document[data.TariffsDocument](t, base, data.TariffsPath).Tools
	usage := tariff.Usage{Requests: 7, Quantities: map[data.BillingClass]int64{
		data.ClassInput: 1_234_567, data.ClassCacheRead: 89_000, data.ClassCacheWrite: 12_345, data.ClassOutput: 67_890}}
	numbers := "#show=0&work=own&input=1234567&read=89000&write=12345&output=67890&requests=7"
	day := func(text string) time.Time { at, _ := time.Parse(time.RFC3339, text); return at }
	for _, tt := range []struct {
		name, fragment string
		set            func(*tariff.Usage)
		dearest, past  bool
	}{
		{"own numbers", "", func(u *tariff.Usage) { u.At = asOf }, true, false},
		{"batch", "&service=batch", func(u *tariff.Usage) { u.At, u.Service = asOf, "batch" }, true, false},
		{"an hour", "&hour=2", func(u *tariff.Usage) { u.At = day("2026-11-21T02:00:00Z") }, false, false},
		{"own factor", "&factor=0.85", func(u *tariff.Usage) { u.At, u.Factor = asOf, data.MustNumber("0.85") }, true, false},
		{"a day in the past", "&day=2026-07-01", func(u *tariff.Usage) { u.At = day("2026-07-01T12:00:00Z") }, true, true},
		{"an hour of it", "&day=2026-09-14&hour=9", func(u *tariff.Usage) { u.At = day("2026-09-14T09:00:00Z") }, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p.t = t
			get[bool](p, `(location.hash = "`+numbers+tt.fragment+`", true)`)
			p.until(`Object.fromEntries(new URLSearchParams(document.body.dataset.shown.slice(1))).output === "67890" && ` +
				`[...new URLSearchParams("` + numbers[1:] + tt.fragment + `")].every(([k, v]) => new URLSearchParams(document.body.dataset.shown.slice(1)).get(k) === v)`)
			want := map[string]string{}
			for _, now := range tariffs {
				u := usage
				tt.set(&u)
				subject := now
				if tt.past {
					then, _, known := tariff.At(document[data.PricesDocument](t, base, data.PricesPath(now.ID)), u.At, asOf.AddDate(1, 0, 0))
					if !known {
						continue
					}
					subject = then
				}
				ask := tariff.Price
				if tt.dearest {
					ask = tariff.Dearest
				}
				if cost, err := ask(subject, u); err == nil {
					want[now.ID] = cost.High.String()
				}
			}
			if diff := gocmp.Diff(want, get[map[string]string](p, workValues)); diff != "" || len(want) == 0 {
				t.Errorf("of %d (-program +page):\n%s", len(want), diff)
			}
		})
	}
	p.t = t
}

// TestWorkReranks sorts by the cost of the work and changes the work.
func TestWorkReranks(t *testing.T) {
	base := site(t)
	p := open(t, base, "/#show=0&sort=work", desk)
	p.shown("#show=0&sort=work")
	before := get[[]string](p, rowIDs)
	p.set("#work select", "code-completion")
	p.shown("#show=0&sort=work&work=code-completion")
	if gocmp.Equal(before, get[[]string](p, rowIDs)) {
		t.Error("another kind of work leaves the order as it is")
	}
	checkSorted(t, p, "work")
}

// TestMeasuredCosts switches the plot to every board and holds the places of its points against solved.json.
func TestMeasuredCosts(t *testing.T) {
	fixture.Recorded(t) // nothing else has the costs of boards
	base := site(t)
	p := open(t, base, "/", desk)
	p.shown("")
	solved := document[rating.SolvedDocument](t, base, data.SolvedPath)
	axes := get[[]string](p, `[...document.querySelectorAll("#axis option")].map((o) => o.value).filter((axis) => axis.includes(":"))`)
	if len(axes) < 2 {
		t.Errorf("the plot has only the axes %v for %d boards", axes, len(solved.Boards))
	}
	for _, axis := range axes {
		t.Run(axis, func(t *testing.T) {
			p.t = t
			p.set("#axis", axis)
			if axis == axes[0] {
				p.shown("")
			} else {
				p.shown("#axis=" + axis)
			}
			want := map[string]float64{}
			for _, row := range solved.Rows {
				figure, known := row.Comparable()
				if known && row.Shown && "solved:"+row.Board == axis {
					want[row.ModelID] = figure.CostPerSolved.InexactFloat64()
				}
			}
			checkPlot(t, p, want)
		})
	}
	p.t = t
}

// misses are the points whose middle, or a place beside it, leads to another model than the one that is clearly nearest; overlaps are
// names that lie on each other.
const (
	misses = `(() => { document.getElementById("plot").scrollIntoView({ block: "center" });
		const dots = [...document.querySelectorAll("#plot .points a")].map((a) => { const box = a.querySelector(".dot").getBoundingClientRect();
			return { id: a.dataset.id, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 } });
		const nearest = (x, y) => dots.toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y)).slice(0, 2);
		return dots.flatMap(({ id, x, y }) => [[0, 0], [9, 4], [-9, -4], [3, 15]].flatMap(([dx, dy]) => {
			const [first, second] = nearest(x + dx, y + dy), far = (d) => Math.hypot(d.x - x - dx, d.y - y - dy);
			const hit = document.elementFromPoint(x + dx, y + dy)?.closest("a")?.dataset.id;
			return hit === first.id || far(second) - far(first) < 2 ? [] : [id + " " + [dx, dy] + " hits " + hit + ", not " + first.id];
		})) })()`
	overlaps = `(() => { const names = [...document.querySelectorAll("#plot .names text")].map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
		return names.flatMap((a, i) => names.slice(i + 1).filter((b) => a.box.left < b.box.right - 2 && b.box.left < a.box.right - 2 && a.box.top < b.box.bottom - 4 && b.box.top < a.box.bottom - 4)
			.map((b) => a.name + " lies on " + b.name)) })()`
)

// TestPointerHitsTheNearestPoint points at and beside every point, on screens of several widths, one after the other.
func TestPointerHitsTheNearestPoint(t *testing.T) {
	p := open(t, site(t), "/"+listed, desk)
	p.shown(listed)
	for _, v := range []view{{width: 1440, height: 900}, {width: 820, height: 1000}, {width: 360, height: 740}} {
		p.look(v)
		p.until(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
		if missed := get[[]string](p, misses); len(missed) > 0 {
			t.Errorf("at %d pixels the pointer misses: %v", v.width, missed)
		}
		if names := get[[]string](p, overlaps); len(names) > 0 {
			t.Errorf("at %d pixels %v", v.width, names)
		}
		if points, names := get[int](p, `document.querySelectorAll("#plot .points a").length`), get[int](p, `document.querySelectorAll("#plot .names text").length`); points < 40 || names < 10 {
			t.Errorf("at %d pixels %d of %d points have a name", v.width, names, points)
		}
	}
}

// TestPointsLead clicks on a point of the plot.
func TestPointsLead(t *testing.T) {
	p := open(t, site(t), "/", desk)
	p.shown("")
	id := get[string](p, `document.querySelector("#plot .points a.picked").dataset.id`)
	answer, err := chromedp.RunResponse(p.ctx, chromedp.Click(chromedp.CSS(`#plot .points a.picked .dot`)))
	if err != nil || answer.URL != p.base+"/tools/"+id || answer.Status != 200 {
		t.Errorf("a click on %s leads to %v, %v", id, answer, err)
	}
}
