//go:build proof

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page" // page is one of ours
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/data"
	"pricepoint/server"
)

// patience bounds how long a test waits for the page; it asserts no speed.
const patience = 2 * time.Minute

// asOf is the day of the snapshot that the tests look at, looked the day on which they do.
var (
	asOf   = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	looked = asOf.AddDate(0, 0, 2)
)

// world is a snapshot of the recorded pages, or of the catalogue where there are none. It is made once.
func world(t *testing.T) data.Snapshot {
	t.Helper()
	making.Lock()
	defer making.Unlock()
	if made != nil {
		return *made
	}
	r := fixture.Refresher(t, t.TempDir())
	snapshot, err := r.Baseline()
	if err == nil && fixture.HasRecorded() {
		if _, err = r.Once(t.Context(), refresh.Origin{Replay: fixture.RecordedFile(), AsOf: asOf}, nil, false); err == nil {
			snapshot, err = r.Newest()
		}
		if err == nil && snapshot.Manifest.Exports != nil {
			snapshot.Exports, err = r.Store.Exports(snapshot.Manifest)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	made = &snapshot
	return snapshot
}

var (
	making sync.Mutex
	made   *data.Snapshot
	served *httptest.Server
)

// site is where all tests find the world. To prepare its documents takes a second.
func site(t *testing.T) (base string) {
	t.Helper()
	s := world(t)
	making.Lock()
	defer making.Unlock()
	if served == nil {
		served = serve(t, s)
		endings = append(endings, served.Close)
	}
	return served.URL
}

// serve answers with a snapshot, on the day on which the tests look.
func serve(t *testing.T, s data.Snapshot) *httptest.Server {
	t.Helper()
	srv := server.New(server.Options{Now: func() time.Time { return looked }})
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	return httptest.NewServer(srv.Handler())
}

// document asks a server for one of its documents.
func document[D any](t *testing.T, base, path string) (d D) {
	t.Helper()
	fixture.GetJSON(t, base+"/"+path, &d)
	return d
}

// tab is a page of the browser, with a profile of its own.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu         sync.Mutex
	complaints []string
	elsewhere  []string // addresses of other servers that were asked
	bytes      float64  // that came over the wire
}

// view is how a page is looked at.
type view struct {
	width, height int64
	dark, plain   bool // plain: without scripts
	paper         bool // as it is printed
}

var desk = view{width: 1280, height: 900}

// started is the browser of all tests, which starts when the first of them opens a page, and ends with the last.
var started = sync.OnceValues(func() (context.Context, error) {
	ending, end := context.WithCancel(context.Background())
	endings = append(endings, end)
	return start(ending)
})

func start(ctx context.Context) (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"))
	allocator, _ := chromedp.NewExecAllocator(ctx, options...)
	browser, _ := chromedp.NewContext(allocator)
	return browser, chromedp.Do(browser)
}

// open looks at a path with an empty profile, waits until it is shown, and fails the test in the end if the browser complained.
func open(t *testing.T, base, path string, v view) *tab {
	t.Helper()
	fixture.Need(t, "chromium", "chromium")
	browser, err := started()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	ctx, late := context.WithTimeout(ctx, patience)
	p := &tab{t: t, ctx: ctx, base: base}
	t.Cleanup(func() {
		late()
		cancel()
		p.finish()
	})
	p.listen()
	p.look(v)
	p.setClock(looked)
	p.visit(path)
	return p
}

// listen collects what the browser complains about, and whom it asks.
func (p *tab) listen() {
	p.t.Helper()
	err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			p.complaints = append(p.complaints, "exception: "+e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
		case *runtime.EventConsoleAPICalled:
			p.complaints = append(p.complaints, "console: "+string(e.Type))
		case *log.EventEntryAdded:
			p.complaints = append(p.complaints, "log: "+e.Entry.Text+" "+e.Entry.URL)
		case *audits.EventIssueAdded:
			details, _ := json.Marshal(e.Issue.Details)
			if strings.Contains(string(details), "NavigationEntryMarkedSkippable") {
				return // a test that moves without a click, as nobody does
			}
			p.complaints = append(p.complaints, "issue: "+string(e.Issue.Code)+" "+string(details))
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, p.base+"/") && !strings.HasPrefix(u, "blob:"+p.base) && !strings.HasPrefix(u, "data:") {
				p.elsewhere = append(p.elsewhere, u)
			}
		case *network.EventLoadingFinished:
			p.bytes += e.EncodedDataLength
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	_, err = chromedp.Call(p.ctx, audits.Enable, cdp.Empty{})
	p.must(err)
	_, err = chromedp.Call(p.ctx, log.Enable, cdp.Empty{})
	p.must(err)
	_, err = chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	p.must(err)
}

// received is how many bytes came over the wire by now.
func (p *tab) received() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

// look sets size, colours and whether scripts run.
func (p *tab) look(v view) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(v.width, v.height))
	scheme := map[bool]string{true: "dark", false: "light"}[v.dark]
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: map[bool]string{true: "print"}[v.paper], Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	p.must(err)
	_, err = chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: v.plain})
	p.must(err)
}

// setClock says what time it is to the pages that are visited from now on: one that is late shows that its data are overdue.
func (p *tab) setClock(at time.Time) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: fmt.Sprintf("Date.now = () => %d", at.UnixMilli())})
	p.must(err)
}

func (p *tab) visit(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.base + path))
}

// shown waits until the scripts have brought the page to the state that a fragment says, in whatever order.
func (p *tab) shown(fragment string) {
	p.t.Helper()
	text, err := json.Marshal(fragment)
	p.must(err)
	p.until(`((a, b) => a !== undefined && [a, b].map((f) => [...new URLSearchParams(f.slice(1))].sort().join()).reduce((x, y) => x === y))(document.body.dataset.shown, ` + string(text) + ")")
}

// until waits for an expression to hold.
func (p *tab) until(expression string) {
	p.t.Helper()
	if _, err := chromedp.Run(p.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(patience))); err != nil {
		now, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location.hash + " shown " + document.body.dataset.shown + " " + document.getElementById("work-trouble")?.textContent`))
		p.t.Fatalf("waited in vain for %s: %v; the page is at %q; %q", expression, err, now, p.complaints)
	}
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.must(chromedp.Do(p.ctx, steps...))
}

func (p *tab) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// get is the value of an expression.
func get[V any](p *tab, expression string) V {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[V](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// set gives a control a value as a reader would.
func (p *tab) set(selector, value string) {
	p.t.Helper()
	text, err := json.Marshal([]string{selector, value})
	p.must(err)
	get[bool](p, `(([selector, value]) => { const c = document.querySelector(selector); c.value = value;
		c.dispatchEvent(new Event("input", { bubbles: true })); c.dispatchEvent(new Event("change", { bubbles: true })); return true })(`+string(text)+`)`)
}

func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// finish fails the test when the browser complained or another server was asked.
func (p *tab) finish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.complaints {
		p.t.Errorf("the browser complains: %s", c)
	}
	for _, address := range p.elsewhere {
		p.t.Errorf("the page asks %s", address)
	}
}
