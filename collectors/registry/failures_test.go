package registry

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// smallLimit is the size limit of a page here, so that huge pages need not be huge.
const smallLimit = 64 << 10

const welcome = "<!DOCTYPE html><html><head><title>Welcome</title></head><body><h1>Welcome</h1><p>Ask us anything.</p></body></html>"

// failure is one way in which a source can fail, and what an operator is told.
type failure struct {
	fault   netFault                                                            // what is wrong with its hosts
	answer  http.HandlerFunc                                                    // or what each of its addresses answers
	spoil   func(t *testing.T, s collectors.Source, good []goodPages) goodPages // or what has become of its pages
	robots  string                                                              // or what their robots.txt says
	says    []string                                                            // the cause says one of these
	classes []data.FailureClass                                                 // and is of one of these
}

func spoilt(change func([]byte) []byte) func(*testing.T, collectors.Source, []goodPages) goodPages {
	return func(_ *testing.T, _ collectors.Source, good []goodPages) goodPages { return good[0].with(change) }
}

// circle redirects to and fro.
func circle(w http.ResponseWriter, r *http.Request) {
	to := "?again"
	if r.URL.RawQuery == "again" {
		to = "?and-again"
	}
	answerRedirect(to)(w, r)
}

func challenge(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusForbidden)
	io.WriteString(w, "<title>Just a moment...</title><script>window._cf_chl_opt={}</script>")
}

var failuresOfASource = map[string]failure{
	"the name is unknown":       {fault: unknownName, says: []string{"the name of the host cannot be resolved (DNS)"}, classes: []data.FailureClass{data.HostNotFound}},
	"nobody listens":            {fault: nobodyListens, says: []string{"the site accepts no connections"}, classes: []data.FailureClass{data.NoConnection}},
	"a strange certificate":     {fault: strangeCertificate, says: []string{"the site's certificate cannot be trusted (TLS)"}, classes: []data.FailureClass{data.NotSecure}},
	"the connection breaks":     {answer: answerHalf, says: []string{"the site broke off the connection"}, classes: []data.FailureClass{data.NoConnection}},
	"a bot challenge":           {answer: challenge, says: []string{"status 403: the site answers with a bot challenge"}, classes: []data.FailureClass{data.BotChallenge}},
	"refused":                   {answer: answerStatus(403), says: []string{"status 403: the site refuses this program"}, classes: []data.FailureClass{data.AccessRefused}},
	"not found":                 {answer: answerStatus(404), says: []string{"status 404: there is no such page"}, classes: []data.FailureClass{data.PageNotFound}},
	"too many requests":         {answer: answerStatus(429), says: []string{"status 429: too many requests"}, classes: []data.FailureClass{data.TooManyRequests}},
	"an internal error":         {answer: answerStatus(500), says: []string{"status 500: the site itself has failed"}, classes: []data.FailureClass{data.SiteError}},
	"redirects in a circle":     {answer: circle, says: []string{"more than 5 redirects"}, classes: []data.FailureClass{data.Redirected}},
	"a redirect to elsewhere":   {answer: answerRedirect("https://elsewhere.example/prices"), says: []string{"redirected to https://elsewhere.example/prices, which is another host"}, classes: []data.FailureClass{data.Redirected}},
	"an empty page":             {answer: answerStatus(200), says: []string{"status 200, but the page is empty"}, classes: []data.FailureClass{data.NotThePage}},
	"another page":              {answer: answerWith("Content-Type", "text/html", welcome), says: []string{"status 200, but a web page in place of the", "read https://"}, classes: []data.FailureClass{data.NotThePage, data.NotUnderstood}},
	"a huge page":               {answer: answerWith("Content-Type", "text/html", strings.Repeat("x", smallLimit+1)), says: []string{"the body is longer than the limit of"}, classes: []data.FailureClass{data.PageTooLarge}},
	"a gzip bomb":               {answer: answerWith("Content-Encoding", "gzip", packed(strings.Repeat("0", 64*smallLimit))), says: []string{"decompress the body: the body is longer than the limit of"}, classes: []data.FailureClass{data.PageTooLarge}},
	"robots.txt refuses":        {robots: "User-agent: *\nDisallow: /", says: []string{web.ErrDisallowed.Error()}, classes: []data.FailureClass{data.RobotsRefuse}},
	"robots.txt makes no sense": {robots: "Disallow: /", says: []string{"cannot make sense of robots.txt"}, classes: []data.FailureClass{data.RobotsUnreadable}},
	"the table is gone":         {spoil: spoilt(withoutTable), says: []string{"read https://"}, classes: []data.FailureClass{data.NotUnderstood}},
	"a column is renamed":       {spoil: withColumnRenamed, says: []string{"read https://"}, classes: []data.FailureClass{data.NotUnderstood}},
	"a damaged character":       {spoil: spoilt(withDamage), says: []string{"not valid UTF-8"}, classes: []data.FailureClass{data.PageDamaged, data.NotUnderstood}},
}

// TestEveryFailureOfEverySource lets one source fail while another, on other hosts, is read in the same run.
func TestEveryFailureOfEverySource(t *testing.T) {
	site := newInternet(t)
	all := All()
	good := map[string][]goodPages{}
	for _, s := range all {
		good[s.Name] = wholeCases(t, s)
	}
	for i, s := range all {
		neighbour := all[(i+1+slices.IndexFunc(slices.Concat(all, all)[i+1:], func(other collectors.Source) bool { return apart(s, other) }))%len(all)]
		for name, f := range failuresOfASource {
			t.Run(s.Name+"/"+name, func(t *testing.T) {
				site.play(t, f, s, good[s.Name], good[neighbour.Name][0])
				fetch := web.New(web.Options{Version: "1", Transport: web.NewRecorder(site.transport(), warc.NewWriter(io.Discard), noon), Now: noon})
				got := collectors.Run(t.Context(), fetch, []collectors.Source{limited(s), neighbour}, collectors.RunOptions{Concurrency: 2})
				if got[1].Failure != nil || len(got[1].Observations) == 0 {
					t.Errorf("%s is not read: %v", neighbour.Name, got[1].Failure)
				}
				checkFailure(t, got[0], f)
			})
		}
	}
}

func checkFailure(t *testing.T, got data.Reading, f failure) {
	t.Helper()
	if got.Failure == nil {
		t.Fatalf("it was read, %d observations", len(got.Observations))
	}
	cause := got.Failure.Cause
	if !slices.ContainsFunc(f.says, func(words string) bool { return strings.Contains(cause, words) }) {
		t.Errorf("the cause is %q, want one of %q", cause, f.says)
	}
	if slices.ContainsFunc(append(got.Missed, cause), func(text string) bool { return strings.Contains(text, "\n") }) || strings.Contains(cause, "panic") {
		t.Errorf("the cause is not one line of words: %q, %q", cause, got.Missed)
	}
	if !slices.Contains(f.classes, got.Failure.Class) {
		t.Errorf("the class of %q is %q, want one of %q", cause, got.Failure.Class, f.classes)
	}
}

// play makes the Internet one in which s fails and everybody else is as ever.
func (i *internet) play(t *testing.T, f failure, s collectors.Source, own []goodPages, others goodPages) {
	t.Helper()
	pages := own[0]
	if f.spoil != nil {
		pages = f.spoil(t, s, own)
	}
	failing := hostsOf(s)
	i.fault = func(host string) netFault {
		if slices.Contains(failing, host) {
			return f.fault
		}
		return noFault
	}
	i.answer = func(w http.ResponseWriter, r *http.Request) {
		address := "https://" + r.Host + r.URL.RequestURI()
		page, known := others[address]
		mine, wanted := pages[address]
		switch {
		case r.URL.Path == "/robots.txt" && slices.Contains(failing, r.Host) && f.robots != "":
			io.WriteString(w, f.robots)
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case known:
			page.serve(w, r)
		case f.answer != nil:
			f.answer(w, r)
		case wanted:
			mine.serve(w, r)
		default:
			http.NotFound(w, r)
		}
	}
}

// limited is s with small pages.
func limited(s collectors.Source) collectors.Source {
	var requests [][]web.Request
	for _, alternatives := range s.Requests {
		alternatives = slices.Clone(alternatives)
		for i := range alternatives {
			alternatives[i].MaxBytes = smallLimit
		}
		requests = append(requests, alternatives)
	}
	s.Requests = requests
	return s
}

func hostsOf(s collectors.Source) []string {
	var hosts []string
	for _, request := range slices.Concat(slices.Concat(s.Requests, s.Optional)...) {
		if u, err := url.Parse(request.URL); err == nil {
			hosts = append(hosts, u.Host)
		}
	}
	return hosts
}

// apart reports whether two sources share no host.
func apart(a, b collectors.Source) bool {
	hosts := hostsOf(a)
	return !slices.ContainsFunc(hostsOf(b), func(host string) bool { return slices.Contains(hosts, host) })
}

// TestEverySourceTimesOut lets all hosts accept a request and never answer it.
func TestEverySourceTimesOut(t *testing.T) {
	site := newInternet(t)
	site.answer = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	fetch := web.New(web.Options{Transport: site.transport(), Timeout: 200 * time.Millisecond, Now: noon})
	for _, reading := range collectors.Run(t.Context(), fetch, All(), collectors.RunOptions{Concurrency: len(All())}) {
		if reading.Failure == nil || reading.Failure.Class != data.NoAnswerInTime || !strings.Contains(reading.Failure.Cause, "no complete answer within 200ms") {
			t.Errorf("%s: %v, want a timeout", reading.Source, reading.Failure)
		}
	}
}

// Sources that fail alike have a reason in common that names neither.
func TestReasonOfAFailureNamesNoAddress(t *testing.T) {
	site := newInternet(t)
	site.fault = func(string) netFault { return unknownName }
	fetch := web.New(web.Options{Version: "1", Transport: web.NewRecorder(site.transport(), warc.NewWriter(io.Discard), noon), Now: noon})
	asking := func(addresses ...web.Request) collectors.Source {
		return collectors.Source{Name: "pricing_test", Requests: [][]web.Request{addresses}}
	}
	a := asking(web.Request{URL: "https://a.example/"}, web.Request{URL: "https://a.example/old"})
	b := asking(web.Request{URL: "https://b.example/"})
	got := collectors.Run(t.Context(), fetch, []collectors.Source{a, b}, collectors.RunOptions{})
	const want = "cannot read robots.txt, without which nothing may be fetched: the name of the host cannot be resolved (DNS): no such host"
	for _, r := range got {
		if r.Failure == nil || r.Failure.Reason != want || r.Failure.Class != data.HostNotFound {
			t.Errorf("%+v, want the reason %q", r.Failure, want)
		}
	}
	if got, want := got[0].Failure.Cause, "fetch https://a.example/: cannot read https://a.example/robots.txt, without which nothing may be fetched: "+
		"the name of the host cannot be resolved (DNS): no such host; one more attempt failed too"; got != want {
		t.Errorf("the cause is %q, want %q", got, want)
	}
}
