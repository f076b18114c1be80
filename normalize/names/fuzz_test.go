package names

import (
	"strings"
	"testing"

	"pricepoint/normalize/fixture"
)

// FuzzResolve reads any name in any source of the shipped catalogue: what it means is a tool that there is, or says why it is
// none, and a name is what it is however its letters are typed.
func FuzzResolve(f *testing.F) {
	c := fixture.Shipped(f)
	r := New(c)
	sources := []string{"anywhere"}
	for _, g := range c.Naming.Grammars {
		sources = append(sources, g.Source)
	}
	for n := range sources {
		for _, name := range []string{c.Tools[0].ID, c.Tools[0].Name, "openai/" + c.Tools[0].ID, "/", "a/b/c", "\xff", strings.Repeat("-high", 200), strings.Repeat("x/", 200), "Ａ\u200b\u2011", "~"} {
			f.Add(n, name)
		}
	}
	f.Fuzz(func(t *testing.T, n int, name string) {
		source := sources[max(n%len(sources), 0)]
		m := r.Resolve(source, name, now)
		switch {
		case m.Kind == Tool && (r.Provider(m.Tool) == "" || m.Why != ""), m.Kind == NoMatch && m != (Match{}):
			t.Errorf("%q of %s is %+v", name, source, m)
		case (m.Kind == OtherModel || m.Kind == OtherRoute) && (m.Why == "" || m.Tool != ""):
			t.Errorf("%q of %s is %+v", name, source, m)
		}
		for _, near := range r.Nearest(name) {
			if r.Provider(near) == "" {
				t.Errorf("near %q is %q, which is no tool", name, near)
			}
		}
	})
}
