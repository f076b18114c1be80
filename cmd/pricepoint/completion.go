package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/listing"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// completer lists what may stand at a place of the command line, given the words before it.
type completer = cobra.CompletionFunc

// What stands in the catalogue, with the names beside the ids.
var (
	tools = named(func(c *catalog.Catalog) []catalog.Tool { return c.Tools }, func(t catalog.Tool) (string, string) { return t.ID, t.Name })
	works = named(func(c *catalog.Catalog) []catalog.UseCase { return c.UseCases }, func(u catalog.UseCase) (string, string) { return u.Slug, u.Title })
)

// flagValues are what the flags of these names take, in whichever command has them.
var flagValues = map[string]completer{
	"only": values(registry.Names()...), "tool": tools, "kind": values(data.FindingKinds...),
	// ids of providers have no blanks, which their names have
	"provider":   named(func(c *catalog.Catalog) []catalog.Provider { return c.Providers }, func(p catalog.Provider) (string, string) { return p.ID, p.Name }),
	"category":   named(func(c *catalog.Catalog) []data.Category { return c.Categories }, func(c data.Category) (string, string) { return c.Slug, c.Name }),
	"board":      named(func(c *catalog.Catalog) []catalog.SolvedBoard { return c.Solved.Boards }, func(b catalog.SolvedBoard) (string, string) { return b.ID, "" }),
	"modality":   values(data.Modalities...),
	"feature":    values(catalog.FeatureNames()...),
	"state":      values(listing.States...),
	"confidence": values("medium", "high"),
	"service":    values("standard", "batch", "flex", "priority", "fast"),
	"sort":       values(listing.Orders()...),
	"output":     values("table", "json", "csv"), "log-format": values("text", "json"), "log-level": values("debug", "info", "warn", "error"),
}

// addCompletion adds the command that prints a script for a shell, and has every command say what its words may be.
func addCompletion(p *program, root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	words := map[string][]completer{
		"observe": {values(registry.Names()...)}, "choose": {works}, "list": {tools}, "explain": {tools, values(explain.Fields()...)},
		"rollback": {p.versions()}, "verify": {p.versions()}, "export": {values(formatNames()...)},
		"diff": {p.versions("previous", "latest"), p.versions("previous", "latest")},
	}
	for _, c := range append(root.Commands(), root) {
		switch of := words[c.Name()]; {
		case c.Name() == "completion":
			c.Args, c.RunE = noArguments, func(c *cobra.Command, _ []string) error { return c.Help() }
		case c.Name() == "cost":
			c.ValidArgsFunction = tools
		case of != nil:
			c.ValidArgsFunction = nth(of)
		}
		for name, values := range flagValues {
			_ = c.RegisterFlagCompletionFunc(name, values) // fails only for a flag that there is not
		}
	}
}

// nth completes the words of a command, each in its own way, and no word after them.
func nth(words []completer) completer {
	return func(c *cobra.Command, before []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(before) >= len(words) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words[len(before)](c, before, begun)
	}
}

// values completes some words.
func values[Text ~string](all ...Text) completer {
	return cobra.FixedCompletions(listing.Texts(all), cobra.ShellCompDirectiveNoFileComp)
}

// named completes the ids of things in the catalogue.
func named[Thing any](of func(*catalog.Catalog) []Thing, name func(Thing) (id, name string)) completer {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		c, err := catalog.Embedded()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var all []cobra.Completion
		for _, thing := range of(c) {
			id, name := name(thing)
			all = append(all, strings.TrimSuffix(cobra.CompletionWithDesc(id, name), "\t"))
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

// versions completes the snapshots of the store, newest first, after some words of their own.
func (p *program) versions(words ...string) completer {
	return func(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		parts, err := p.load(c)
		if err != nil {
			return words, cobra.ShellCompDirectiveNoFileComp
		}
		all, _ := parts.Store.List() // a store that cannot be read has nothing to offer
		all = slices.Clone(all)
		slices.Reverse(all)
		return slices.Concat(words, all), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}
