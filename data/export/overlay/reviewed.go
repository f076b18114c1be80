package overlay

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // for reviewed
	"encoding/hex"
	"net/url"
	"strings"
)

// Programs install the package that a row of models.dev names as npm, send a key to the address that it names as api, and take
// the key from the variable that it names in env. Whoever can change that list could so reach all who read ours. So a row is
// relayed only if somebody has looked at what it makes programs do: reviewed.txt has the digest of every such thing, renewed by
// go test ./data/export/overlay -run TestReviewed -update from the lists that are recorded.

//go:embed reviewed.txt
var reviewedText []byte

var reviewed = func() map[string]bool {
	all := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(reviewedText)); lines.Scan(); {
		all[lines.Text()] = true
	}
	return all
}()

// deed is what a row makes programs do.
type deed struct{ id, npm, host, env string }

// String is a line of reviewed.txt.
func (d deed) String() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.npm, d.host, d.env}, "\n")))
	return d.id + " " + hex.EncodeToString(sum[:8])
}

// deedOf is that of a provider, or of the member provider of a model; false where it makes programs do nothing.
func deedOf(id string, n *node) (deed, bool) {
	var env []string
	for _, name := range n.member("env").list() {
		env = append(env, name.words())
	}
	d := deed{id, n.member("npm").words(), hostOf(n.member("api")), strings.Join(env, " ")}
	return d, n.member("npm") != nil || n.member("api") != nil || n.member("env") != nil
}

// hostOf is where an address leads, with what comes before the name of the host; the whole of what is none.
func hostOf(api *node) string {
	text := api.words()
	if u, err := url.Parse(text); err == nil && u.Host != "" && u.User == nil {
		return u.Scheme + "://" + u.Host
	}
	return text
}

// unreviewed drops the providers and models of a list that make programs do what nobody has looked at. Documentation leads people
// to a page, which has to be one on the web.
func unreviewed(body []byte) (dropped []edit, gone map[string]bool, err error) {
	gone = map[string]bool{}
	providers := cut(body, bytes.IndexByte(body, '{'))
	_, err = scan(body, 1, func(path []string, provider *node) error {
		at := pointTo("", path[0])
		if d, does := deedOf(path[0], provider); does && !reviewed[d.String()] || !leadsToTheWeb(provider.member("doc")) {
			gone[at] = true
			dropped = append(dropped, providers.drop(provider.end, at))
			return nil
		}
		providers.keep(provider.end)
		all := provider.member("models")
		if !all.is('{') {
			return nil
		}
		models := cut(body, all.start)
		for _, name := range all.names() {
			model, at := all.member(name), pointTo(at, "models", name)
			if d, does := deedOf(path[0], model.member("provider")); does && !reviewed[d.String()] {
				gone[at] = true
				dropped = append(dropped, models.drop(model.end, at))
			} else {
				models.keep(model.end)
			}
		}
		return nil
	})
	return dropped, gone, err
}

func leadsToTheWeb(doc *node) bool {
	return doc == nil || strings.HasPrefix(doc.words(), "https://") || strings.HasPrefix(doc.words(), "http://")
}
