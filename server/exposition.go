package server

import (
	"bytes"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/common/expfmt"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// exposition answers with the metrics in the text format of Prometheus. Gathering them takes a thousand times as long as
// sending a document, so it is done once a second at most, whoever asks and however often.
type exposition struct {
	registry prometheus.Gatherer
	log      *slog.Logger

	mu       sync.Mutex // held while they are gathered: who asks then waits for what comes
	gathered time.Time
	page     *prepared.Resource
}

// gatherEvery is how old the metrics may be that are sent.
const gatherEvery = time.Second

func newExposition(registry prometheus.Gatherer, log *slog.Logger) *exposition {
	return &exposition{registry: registry, log: log}
}

func (e *exposition) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := e.current()
	rec := &recorder{ResponseWriter: w}
	page.ServeHTTP(rec, r)
	if rec.broken {
		e.log.Warn("a scrape of the metrics was aborted", "client", r.RemoteAddr, "bytes", rec.written)
	}
}

// current gathers the metrics unless they are young enough.
func (e *exposition) current() *prepared.Resource {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.page == nil || time.Since(e.gathered) >= gatherEvery {
		e.page, e.gathered = e.gather(), time.Now()
	}
	return e.page
}

var metricsKind = prepared.Kind{Type: string(expfmt.NewFormat(expfmt.TypeTextPlain)), Cache: "no-store"}

// gather sends what it can: one metric that fails is logged and hides no other.
func (e *exposition) gather() *prepared.Resource {
	families, err := e.registry.Gather()
	var text bytes.Buffer
	encoder := expfmt.NewEncoder(&text, expfmt.NewFormat(expfmt.TypeTextPlain))
	for _, family := range families {
		if failed := encoder.Encode(family); err == nil {
			err = failed
		}
	}
	if err != nil {
		e.log.Error("not every metric can be told", "cause", err)
	}
	return prepared.Quickly(metricsPath, metricsKind, data.Document{Body: text.Bytes()}, time.Now())
}
