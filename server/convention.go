package server

import (
	_ "embed"
	"net/http"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

var (
	//go:embed site/robots.txt
	robotsText []byte
	//go:embed site/favicon.ico
	icon []byte
)

// conventional are the addresses that crawlers and browsers ask every site for. No page lists them.
func (s *Server) conventional() []*prepared.Resource {
	m := prepared.NewMaker(nil)
	return []*prepared.Resource{
		m.Make("/favicon.ico", prepared.Kind{Type: "image/x-icon"}, data.Document{Body: icon}, s.began),
		m.Make("/robots.txt", prepared.Kind{Type: "text/plain; charset=utf-8"}, data.Document{Body: robotsText}, s.began),
	}
}

// always answers from a resource that needs no snapshot.
func always(resource *prepared.Resource) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := resource.Answer(r.Header); a != nil {
			a.Send(w, r.Method == http.MethodHead)
		} else {
			resource.RefuseEncodings(w, r)
		}
	})
}
