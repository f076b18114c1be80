package connection

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

// TestWhoMakesRoom lists who would, in the order in which they would.
func TestWhoMakesRoom(t *testing.T) {
	r := newRoom()
	names := map[*conn]string{}
	for n, client := range []string{"a", "b", "b", "a", "b", "c", "b"} { // b4 works on an answer
		c := &conn{group: group{client: netip.MustParsePrefix(map[string]string{"a": "192.0.2.1/32", "b": "192.0.2.2/32", "c": "2001:db8::/64"}[client])}}
		names[c] = fmt.Sprint(client, n)
		r.enter(c)
		if n == 4 {
			c.phase.Store(works)
		}
	}
	told := func(conns []*conn) string {
		var all []string
		for _, c := range conns {
			all = append(all, names[c])
		}
		return strings.Join(all, " ")
	}
	a := group{client: netip.MustParsePrefix("192.0.2.1/32")}
	for _, test := range []struct{ what, got, want string }{
		{"two", told(r.waiting(2, group.placed)), "b1 b2"},
		{"all", told(r.waiting(100, group.placed)), "b1 b2 b6 a0 a3 c5"},
		{"one of a", told(r.waiting(1, a.is)), "a0"},
		{"of nobody", told(r.waiting(1, group{}.is)), ""},
		{"of the crowd", told(r.waiting(1, crowd.is)), ""},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.what, test.got, test.want)
		}
	}
	for c := range names {
		r.leave(c)
	}
	if r.places() != 0 || len(r.groups) != 0 {
		t.Errorf("when all have left there are %d of %d clients", r.places(), len(r.groups))
	}
}
