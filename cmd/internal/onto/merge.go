// Package onto lays an export over a file that a user has already: settings, or a list of models with more than prices in
// it. Start at Merge, which is pure, and at Write.
//
// Everything of the user's that the export does not name stays byte for byte as it is, comments included. It does not know
// what the names mean, and makes no export.
package onto

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"pricepoint/data"
)

// Merged is what became of a file.
type Merged struct {
	Body     []byte
	Added    int // values that the file did not have, one for an object with all that is in it
	Changed  int // values that it had otherwise
	Unedited int // values that it had already
}

// Merge lays an export over a file: members are added or get another value, none is removed. Elements of a list are told
// apart by their id, or the name that the format has for it; other lists are taken whole. So are the values to which as
// many members lead as whole says, unless it is 0: programs that read them want all prices of one to be of one source.
func Merge(file, export []byte, whole int) (Merged, error) {
	theirs, err := parse(file)
	if err != nil {
		return Merged{}, err
	}
	ours, err := parse(export)
	if err != nil {
		return Merged{}, fmt.Errorf("the export: %v", err)
	}
	if got, want := kindOf(theirs), kindOf(ours); got != want {
		return Merged{}, fmt.Errorf("the file is %s, and the export is %s; is it another program's?", got, want)
	}
	m := merger{whole: whole}
	if err := m.value(&theirs, ours, 0); err != nil {
		return Merged{}, err
	}
	m.Body = theirs.Pack()
	return m.Merged, nil
}

// parse reads JSON as people write it in settings: with comments, and commas before a closing bracket.
func parse(text []byte) (hujson.Value, error) {
	if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
		return hujson.Value{}, errors.New("it begins with a byte order mark, which programs do not expect; save it as UTF-8 without one")
	}
	v, err := hujson.Parse(text)
	if err != nil {
		return v, fmt.Errorf("it is no JSON: %v", err)
	}
	for part := range v.All() {
		object, is := part.Value.(*hujson.Object)
		if !is {
			continue
		}
		seen := map[string]bool{}
		for _, member := range object.Members {
			name := nameOf(member)
			if seen[name] {
				return v, fmt.Errorf("it has %q twice in one object; which of them holds, programs do not agree", name)
			}
			seen[name] = true
		}
	}
	return v, nil
}

func kindOf(v hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	default:
		return "neither object nor list"
	}
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// merger counts what it does.
type merger struct {
	Merged
	whole int
}

// value lays one value over another.
func (m *merger) value(theirs *hujson.Value, ours hujson.Value, depth int) error {
	object, isObject := theirs.Value.(*hujson.Object)
	over, overObject := ours.Value.(*hujson.Object)
	list, isList := theirs.Value.(*hujson.Array)
	elements, overList := ours.Value.(*hujson.Array)
	switch {
	case same(*theirs, ours):
		m.Unedited++
	case depth > 0 && depth == m.whole:
		m.replace(theirs, ours)
	case isObject && overObject:
		return m.object(object, over, depth)
	case isList && overList && key(elements) != "":
		return m.list(list, elements, depth)
	default:
		m.replace(theirs, ours)
	}
	return nil
}

func (m *merger) replace(theirs *hujson.Value, ours hujson.Value) {
	theirs.Value = indented(ours, indentOf(theirs.BeforeExtra))
	m.Changed++
}

// same reports whether two values say the same: 5, 5.0 and 5e0 do.
func same(a, b hujson.Value) bool {
	x, xIs := a.Value.(hujson.Literal)
	y, yIs := b.Value.(hujson.Literal)
	if xIs && yIs && x.Kind() == '0' && y.Kind() == '0' {
		m, err := data.ParseNumber(string(x))
		n, other := data.ParseNumber(string(y))
		if err == nil && other == nil {
			return m.Equal(n)
		}
	}
	p, q := a.Clone(), b.Clone()
	p.Minimize()
	q.Minimize()
	return bytes.Equal(p.Pack(), q.Pack())
}

func (m *merger) object(theirs, ours *hujson.Object, depth int) error {
	for _, member := range ours.Members {
		name := nameOf(member)
		i := slices.IndexFunc(theirs.Members, func(t hujson.ObjectMember) bool { return nameOf(t) == name })
		if i >= 0 {
			if err := m.value(&theirs.Members[i].Value, member.Value, depth+1); err != nil {
				return err
			}
			continue
		}
		var last *hujson.Extra
		if n := len(theirs.Members); n > 0 {
			last = &theirs.Members[n-1].Name.BeforeExtra
		}
		before := after(last, &theirs.AfterExtra, depth)
		theirs.Members = append(theirs.Members, hujson.ObjectMember{
			Name:  hujson.Value{BeforeExtra: before, Value: hujson.String(name)},
			Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: indented(member.Value, indentOf(before))},
		})
		m.Added++
	}
	return nil
}

// keys are the members that tell elements of a list apart.
var keys = []string{"id", "modelName"}

// key is the member that all elements of a list have, "" when there is none.
func key(list *hujson.Array) string {
	for _, k := range keys {
		if len(list.Elements) > 0 && !slices.ContainsFunc(list.Elements, func(v hujson.Value) bool { return member(v, k) == "" }) {
			return k
		}
	}
	return ""
}

func member(v hujson.Value, name string) string {
	if found := v.Find("/" + name); found != nil && found.Value.Kind() == '"' {
		return found.Value.(hujson.Literal).String()
	}
	return ""
}

// placesBy are the places of the elements of a list by a member that tells them apart.
func placesBy(by string, list *hujson.Array) (map[string]int, error) {
	places := map[string]int{}
	for i, element := range list.Elements {
		id := member(element, by)
		if _, twice := places[id]; twice && id != "" {
			return nil, fmt.Errorf("it has two elements whose %s is %q in one list", by, id)
		}
		places[id] = i
	}
	return places, nil
}

func (m *merger) list(theirs, ours *hujson.Array, depth int) error {
	by := key(ours)
	if _, err := placesBy(by, ours); err != nil {
		return fmt.Errorf("the export: %v", err)
	}
	places, err := placesBy(by, theirs)
	if err != nil {
		return err
	}
	for _, element := range ours.Elements {
		if i, there := places[member(element, by)]; there {
			if err := m.value(&theirs.Elements[i], element, depth+1); err != nil {
				return err
			}
			continue
		}
		var last *hujson.Extra
		if n := len(theirs.Elements); n > 0 {
			last = &theirs.Elements[n-1].BeforeExtra
		}
		before := after(last, &theirs.AfterExtra, depth)
		theirs.Elements = append(theirs.Elements, hujson.Value{BeforeExtra: before, Value: indented(element, indentOf(before))})
		m.Added++
	}
	return nil
}

// after is what stands before something new: on a line of its own, indented like the last of those before it, or alone in brackets.
func after(last, end *hujson.Extra, depth int) hujson.Extra {
	if last != nil {
		return hujson.Extra("\n" + indentOf(*last))
	}
	if !bytes.Contains(*end, []byte("\n")) {
		*end = append(*end, "\n"+strings.Repeat(step, depth)...)
	}
	return hujson.Extra("\n" + strings.Repeat(step, depth+1))
}

// step is by what our own values are indented.
const step = "  "

// indentOf is how far a line is indented, by what stands before the first word of it.
func indentOf(before hujson.Extra) string {
	text := string(before)
	text = text[strings.LastIndexByte(text, '\n')+1:]
	return text[:len(text)-len(strings.TrimLeft(text, " \t"))]
}

// indented writes a value of ours for a place that is indented so far.
func indented(v hujson.Value, indent string) hujson.ValueTrimmed {
	v = v.Clone()
	v.Minimize()
	var text bytes.Buffer
	if json.Indent(&text, v.Pack(), indent, step) != nil {
		return v.Value // only what is no JSON cannot be indented
	}
	w, _ := hujson.Parse(text.Bytes())
	return w.Value
}

// Read reads a file of the user's; one that does not exist yet is nil. Nothing but a regular file is read.
func Read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	}
	return os.ReadFile(path)
}

// Write puts a file in the place of the one that Read has read, all at once: whoever reads it meanwhile has the old one or the
// new one. It keeps the permissions of the old one, and where the path is a link, the link. It makes the folder where there is
// none.
func Write(path string, body []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	old, err := os.Stat(path)
	if err != nil {
		return os.WriteFile(path, body, 0o666) // with the permissions that a new file has here
	}
	beside := filepath.Join(filepath.Dir(path), ".pricepoint-"+filepath.Base(path))
	err = os.WriteFile(beside, body, 0o600)
	if err == nil {
		err = os.Chmod(beside, old.Mode().Perm())
	}
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		_ = os.Remove(beside)
	}
	return err
}
