package server

import (
	"bytes"
	_ "embed"
	"strings"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

var (
	//go:embed site/robots.txt
	robotsText []byte
	//go:embed site/favicon.ico
	icon []byte
	//go:embed site/og.png
	card []byte // what other sites show beside a link to a page
)

// conventional are the addresses that crawlers and browsers ask every site for. No page lists them.
func (s *Server) conventional() []*prepared.Resource {
	m := prepared.NewMaker(nil)
	robots := bytes.ReplaceAll(robotsText, []byte("{url}"), []byte(strings.TrimSuffix(s.options.PublicURL, "/")))
	return []*prepared.Resource{
		m.Make("/favicon.ico", prepared.Kind{Type: "image/x-icon"}, data.Document{Body: icon}, s.began),
		m.Make("/og.png", prepared.Kind{Type: "image/png", Packed: prepared.Already}, data.Document{Body: card}, s.began),
		m.Make("/robots.txt", prepared.Kind{Type: "text/plain; charset=utf-8"}, data.Document{Body: robots}, s.began),
	}
}
