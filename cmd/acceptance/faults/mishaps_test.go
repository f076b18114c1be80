//go:build proof

package faults

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"sync"
	"time"
)

// mishap is what becomes of the page of a source.
type mishap struct {
	name string
	// mild says that the source may be read nevertheless: what it is sent then is true.
	mild bool
	// answer is what is sent in place of the page; nil when the whole host fails.
	answer func(m misfortune) http.HandlerFunc
	host   func(y *year, host string)
}

// misfortune is what a mishap has to work with.
type misfortune struct {
	address string
	body    []byte
	honest  http.HandlerFunc
	other   []byte // the page of another source
	random  *rand.Rand
}

// mishaps are all that can become of a page.
var mishaps = []mishap{
	{name: "reset", answer: broken(0)},
	{name: "broken off in the body", answer: broken(2)},
	{name: "no answer", answer: silent},
	{name: "one byte at a time", answer: dripping},
	{name: "status 403", answer: status(403, "")},
	{name: "status 404", answer: status(404, "")},
	{name: "status 410", answer: status(410, "")},
	{name: "status 429", answer: status(429, "")},
	{name: "status 429, asks to wait a moment", answer: status(429, "1")},
	{name: "status 429, asks to wait an hour", answer: status(429, "3600")},
	{name: "status 500", answer: status(500, "")},
	{name: "status 503", answer: status(503, "")},
	{name: "status 503, asks to wait until a date", answer: status(503, "Sun, 06 Nov 1994 08:49:37 GMT")},
	{name: "status 204", answer: status(204, "")},
	{name: "empty", answer: page("text/html", func(misfortune) []byte { return nil })},
	{name: "login page", answer: page("text/html", func(misfortune) []byte { return []byte(login) })},
	{name: "garbage", answer: page("text/html", func(m misfortune) []byte { return noise(m.random, len(m.body)) })},
	{name: "page of another source", answer: page("text/html", func(m misfortune) []byte { return m.other })},
	{name: "half of gzip", answer: halfOfGzip},
	{name: "bomb", answer: bomb},
	{name: "too large", answer: tooLarge},
	{name: "redirect to itself", answer: redirect(func(m misfortune) string { return m.address })},
	{name: "redirect to nothing", answer: redirect(func(m misfortune) string { return m.address + "?moved" })},
	{name: "redirect elsewhere", answer: redirect(func(misfortune) string { return "https://elsewhere.example/pricing" })},
	{name: "no tables", mild: true, answer: page("", func(m misfortune) []byte { return withoutTables(m.body) })},
	{name: "first half", mild: true, answer: page("", func(m misfortune) []byte { return m.body[:len(m.body)/2] })},
	{name: "nearly whole", mild: true, answer: page("", func(m misfortune) []byte { return m.body[:len(m.body)-1-m.random.IntN(1+len(m.body)/5)] })},
	{name: "wrong type", mild: true, answer: page("image/png", func(m misfortune) []byte { return m.body })},
	{name: "once busy, then right", mild: true, answer: onceBusy},
	{name: "host down", host: func(y *year, host string) { y.web.Down(host, true) }},
	{name: "robots.txt forbids", host: robots(200, "User-agent: *\nDisallow: /\n")},
	{name: "robots.txt fails", host: robots(500, "")},
}

const login = `<!DOCTYPE html><title>Sign in</title><h1>Pricing</h1><p>Sign in to see what it costs.</p><form><input name=user></form>`

func status(code int, retryAfter string) func(misfortune) http.HandlerFunc {
	return func(misfortune) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			if retryAfter != "" {
				w.Header().Set("Retry-After", retryAfter)
			}
			w.WriteHeader(code)
		}
	}
}

// page sends something else with status 200.
func page(kind string, body func(misfortune) []byte) func(misfortune) http.HandlerFunc {
	return func(m misfortune) http.HandlerFunc {
		text := body(m)
		return func(w http.ResponseWriter, _ *http.Request) {
			if kind != "" {
				w.Header().Set("Content-Type", kind)
			}
			w.Write(text)
		}
	}
}

// broken says how long the page is and ends the connection after a part of it, or before anything when part is 0.
func broken(part int) func(misfortune) http.HandlerFunc {
	return func(m misfortune) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			conn, out, err := http.NewResponseController(w).Hijack()
			if err != nil {
				panic(err)
			}
			if part > 0 {
				fmt.Fprintf(out, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n", len(m.body))
				out.Write(m.body[:len(m.body)/part])
				out.Flush()
			} else if tcp, ok := conn.(interface{ NetConn() net.Conn }); ok {
				tcp.NetConn().(*net.TCPConn).SetLinger(0)
			}
			conn.Close()
		}
	}
}

func silent(misfortune) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
}

func dripping(m misfortune) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for i := range m.body {
			w.Write(m.body[i : i+1])
			http.NewResponseController(w).Flush()
			select {
			case <-r.Context().Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}
}

func halfOfGzip(m misfortune) http.HandlerFunc {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(m.body)
	z.Close()
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packed.Bytes()[:packed.Len()/2])
	}
}

// packedNothing is 64 megabytes of nothing.
var packedNothing = sync.OnceValue(func() []byte {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(make([]byte, 64<<20))
	z.Close()
	return packed.Bytes()
})

func bomb(misfortune) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Write(packedNothing())
	}
}

func tooLarge(m misfortune) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Write(m.body)
		var err error
		for part := bytes.Repeat([]byte(" "), 1<<20); err == nil; {
			_, err = w.Write(part)
		}
	}
}

func redirect(to func(misfortune) string) func(misfortune) http.HandlerFunc {
	return func(m misfortune) http.HandlerFunc {
		return http.RedirectHandler(to(m), http.StatusFound).ServeHTTP
	}
}

// onceBusy answers well when it is asked again.
func onceBusy(m misfortune) http.HandlerFunc {
	asked := false
	return func(w http.ResponseWriter, r *http.Request) {
		if !asked {
			asked = true
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		m.honest(w, r)
	}
}

func robots(code int, text string) func(*year, string) {
	return func(y *year, host string) {
		y.web.Put("https://"+host+"/robots.txt", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			io.WriteString(w, text)
		})
	}
}

func noise(r *rand.Rand, n int) []byte {
	text := make([]byte, n)
	for i := range text {
		text[i] = byte(r.Uint32())
	}
	return text
}

var tables = regexp.MustCompile(`(?s)<table.*?</table>|(?m)^\s*\|.*$`)

// withoutTables takes the tables out of a page, or all that JSON has.
func withoutTables(body []byte) []byte {
	if trimmed := bytes.TrimSpace(body); bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) {
		return []byte(trimmed[:1:1])
	}
	return tables.ReplaceAll(body, nil)
}

// strike lets half of the sources fail, each in its own way, and returns how each fares.
func (y *year) strike() map[string]mishap {
	fates := map[string]mishap{}
	var down []string // hosts
	for _, n := range y.random.Perm(len(y.sites))[:len(y.sites)/2] {
		s := y.sites[n]
		fate := mishaps[y.random.IntN(len(mishaps))]
		fates[s.Name] = fate
		if fate.host != nil {
			for _, host := range s.hosts() {
				fate.host(y, host)
				down = append(down, host)
			}
			continue
		}
		for i, c := range s.pages {
			if i > 0 && y.random.IntN(3) == 0 {
				fate.mild = true // the others of a source fail or not, and may be enough
				fates[s.Name] = fate
				continue
			}
			other := y.sites[(n+1)%len(y.sites)].pages[0].Body
			m := misfortune{c.URL, c.Body, y.web.Page(c.Body), other, rand.New(rand.NewPCG(y.random.Uint64(), 0))}
			y.web.Put(c.URL, y.sent(c.URL, c.Body, fate.answer(m)))
		}
	}
	for _, s := range y.sites {
		for _, host := range s.hosts() {
			for _, d := range down {
				if host == d && fates[s.Name].host == nil {
					fates[s.Name] = mishap{name: "on a host that is down", mild: true} // what it has on others may be enough
				}
			}
		}
	}
	return fates
}
