// Command generate writes notices.txt: the licences of the program and of every module that is built into it. Start at
// text. It fails where a module has no licence, or one that nobody has judged.
//
//	go generate ./cmd/internal/notices
//
// It reads the modules' own files, where the go command keeps them, and asks nobody else.
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("generate: ")
	made, err := text(root)
	if err == nil {
		err = os.WriteFile("notices.txt", []byte(made), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// root is our module, seen from the folder of notices.txt.
const root = "../../.."

const introduction = `pricepoint is under the MIT License, and its data under CC0 1.0. Both texts follow at once.

It is built with Go's standard library and with the modules listed below, each under its own licence. Some of them are
only in the programs for some systems.
The source of a module is what "go mod download MODULE@VERSION" fetches; none of it has been changed. The container
also holds the certificates of Debian's package ca-certificates: Mozilla's list, under the Mozilla Public License 2.0,
whose text is among those below. The time zones in it are in the public domain.
`

// text is notices.txt for our module in the folder root.
func text(root string) (string, error) {
	modules, err := builtIn(root)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(introduction)
	for _, ours := range []string{"LICENSE", "data/LICENSE"} {
		body, err := os.ReadFile(root + "/" + ours)
		if err != nil {
			return "", err
		}
		section(&b, "pricepoint: "+ours, string(body))
	}
	b.WriteString("\n" + strings.Repeat("=", 100) + "\n\n")
	if err := table(&b, modules); err != nil {
		return "", err
	}
	for _, n := range notices(modules) {
		section(&b, strings.Join(n.holders, "\n"), n.body)
	}
	return b.String(), nil
}

func section(b *strings.Builder, title, body string) {
	fmt.Fprintf(b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 100), title, strings.TrimSpace(body))
}

// table lists modules with their licences.
func table(b *strings.Builder, modules []module) error {
	rows := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, m := range modules {
		licences, err := m.licences()
		if err != nil {
			return err
		}
		fmt.Fprintf(rows, "%s\t%s\t%s\n", m.path, m.version, licences)
	}
	return rows.Flush()
}

// A notice is a text that must go with the program, and the files that it stands in.
type notice struct {
	holders []string // "module: file", sorted
	body    string
}

// notices are the texts of the modules, each once, in the order of their first holders.
func notices(modules []module) []notice {
	byBody := map[string]*notice{}
	var all []*notice
	for _, m := range modules {
		for _, f := range m.files {
			body := strings.TrimSpace(strings.ReplaceAll(f.body, "\r\n", "\n"))
			n := byBody[body]
			if n == nil {
				n = &notice{body: body}
				byBody[body] = n
				all = append(all, n)
			}
			n.holders = append(n.holders, m.path+": "+f.name)
		}
	}
	made := make([]notice, len(all))
	for i, n := range all {
		made[i] = *n
	}
	slices.SortStableFunc(made, func(a, b notice) int { return cmp.Compare(a.holders[0], b.holders[0]) })
	return made
}
