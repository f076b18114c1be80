package overlay

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	_ "embed" // for reviewed
	"encoding/hex"
	"net/url"
	"regexp"
	"strings"
)

// Programs install the package that a row of models.dev names as npm, send a key to the address that it names as api, and take
// the key from the variable that it names in env; people follow what it names as doc. Whoever can change that list could so reach
// all who read ours. So a row is relayed only if somebody has looked at what it makes programs do, the whole address included: its
// path may name an account or a variable. reviewed.txt has the digest of every such thing, renewed by
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
type deed struct{ id, npm, api, env, doc string }

// String is a line of reviewed.txt.
func (d deed) String() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.npm, d.api, d.env, d.doc}, "\n")))
	return d.id + " " + hex.EncodeToString(sum[:8])
}

// deedOf is that of a provider, or of the member provider of a model; false where it makes programs do nothing.
func deedOf(id string, n *node) (deed, bool) {
	var env []string
	for _, name := range n.member("env").list() {
		env = append(env, name.words())
	}
	d := deed{id, n.member("npm").words(), n.member("api").words(), strings.Join(env, " "), hostOf(n.member("doc"))}
	return d, n.member("npm") != nil || n.member("api") != nil || n.member("env") != nil
}

// hostOf is where an address leads, with what comes before the name of the host; the whole of what is none.
func hostOf(doc *node) string {
	text := doc.words()
	if u, err := url.Parse(text); err == nil && u.Host != "" && u.User == nil {
		return u.Scheme + "://" + u.Host
	}
	return text
}

// isReviewed reports whether somebody has looked at what a provider, or the member provider of a model, makes programs do.
func isReviewed(id string, n *node) bool {
	d, does := deedOf(id, n)
	return !does || reviewed[d.String()]
}

// plainExpression is one that takes no longer than the text that it is run on: no part of it repeats but a number of digits.
var plainExpression = regexp.MustCompile(`^\^?(?:[\w/:=-]|\\[.\[\]/-]|\\d(?:\{\d{1,2}\})?)+\$?$`)

// isHarmless reports whether an expression is plain, or somebody has looked at it.
func isHarmless(n *node) bool {
	return n.is('"') && (plainExpression.MatchString(n.text) || reviewed[expressionDeed(n).String()])
}

// expressionDeed is what an expression makes programs do.
func expressionDeed(n *node) deed { return deed{id: "expression", npm: n.words()} }

func leadsToTheWeb(doc *node) bool {
	return strings.HasPrefix(doc.words(), "https://") || strings.HasPrefix(doc.words(), "http://")
}
