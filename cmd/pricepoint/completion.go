package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/listing"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// completer lists what may stand at a place of the command line, given the words before it.
type completer = cobra.CompletionFunc

// flagValues are what the flags of these names take, in whichever command has them.
var flagValues = map[string]completer{
	"only": sourceNames, "tool": ofCatalogue(toolIDs), "kind": fixedValues(texts(data.FindingKinds)...),
	"provider": ofCatalogue(providerIDs), "category": ofCatalogue(categories), "modality": fixedValues(texts(data.Modalities)...),
	"feature": fixedValues(catalog.FeatureNames()...), "state": fixedValues(texts(listing.States)...), "confidence": fixedValues("medium", "high"),
	"service": fixedValues("standard", "batch", "flex", "priority", "fast"),
	"board":   ofCatalogue(solvedBoards),
	"sort":    fixedValues(listing.Orders()...),
	"output":  outputs, "log-format": fixedValues("text", "json"), "log-level": fixedValues("debug", "info", "warn", "error"),
}

// addCompletion adds the command that prints a script for a shell, and has every command say what its words may be.
func addCompletion(p *program, root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			c.Args, c.RunE = noArguments, func(c *cobra.Command, _ []string) error { return c.Help() }
		case "observe":
			c.ValidArgsFunction = nth(sourceNames)
		case "choose":
			c.ValidArgsFunction = nth(ofCatalogue(works))
		case "list":
			c.ValidArgsFunction = nth(ofCatalogue(toolIDs))
		case "cost":
			c.ValidArgsFunction = ofCatalogue(toolIDs)
		case "explain":
			c.ValidArgsFunction = nth(ofCatalogue(toolIDs), fixedValues(explain.Fields()...))
		case "rollback", "verify":
			c.ValidArgsFunction = nth(p.versions())
		case "export":
			c.ValidArgsFunction = nth(fixedValues(formatNames()...))
		case "diff":
			c.ValidArgsFunction = nth(p.versions("previous", "latest"), p.versions("previous", "latest"))
		}
		completeFlags(c)
	}
	completeFlags(root)
}

// completeFlags registers what is known of the flags of a command.
func completeFlags(c *cobra.Command) {
	for name, values := range flagValues {
		f := cmp.Or(c.Flags().Lookup(name), c.PersistentFlags().Lookup(name))
		if f != nil {
			if _, list := f.Value.(pflag.SliceValue); list {
				values = lastOf(values)
			}
			_ = c.RegisterFlagCompletionFunc(name, values) // fails only for a flag that there is not, or twice
		}
	}
}

// lastOf completes the last of several values between commas. After a comma it offers no descriptions: beside them the
// script of bash takes no value that has a comma.
func lastOf(values completer) completer {
	return func(c *cobra.Command, before []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		done := begun[:strings.LastIndex(begun, ",")+1]
		all, how := values(c, before, strings.TrimPrefix(begun, done))
		if done == "" {
			return all, how
		}
		all = slices.Clone(all)
		for i := range all {
			value, _, _ := strings.Cut(all[i], "\t")
			all[i] = done + value
		}
		return all, how
	}
}

// nth completes the words of a command, each in its own way, and no word after them.
func nth(words ...completer) completer {
	return func(c *cobra.Command, before []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(before) >= len(words) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words[len(before)](c, before, begun)
	}
}

func fixedValues(all ...string) completer {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

func sourceNames(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return registry.Names(), cobra.ShellCompDirectiveNoFileComp
}

// outputs are the ways in which a command prints data.
func outputs(c *cobra.Command, _ []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	all := []string{"table", "json"}
	if c.Annotations[printsCSV] != "" {
		all = append(all, "csv")
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

func texts[Text ~string](all []Text) []string {
	var plain []string
	for _, t := range all {
		plain = append(plain, string(t))
	}
	return plain
}

// ofCatalogue completes what stands in the catalogue.
func ofCatalogue(words func(*catalog.Catalog) []cobra.Completion) completer {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		c, err := catalog.Embedded()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return words(c), cobra.ShellCompDirectiveNoFileComp
	}
}

// toolIDs shows the name of each tool beside its id.
func toolIDs(c *catalog.Catalog) (all []cobra.Completion) {
	for _, t := range c.Tools {
		all = append(all, cobra.CompletionWithDesc(t.ID, t.Name))
	}
	return all
}

// providerIDs have no blanks, which their names have.
func providerIDs(c *catalog.Catalog) (all []cobra.Completion) {
	for _, p := range c.Providers {
		all = append(all, cobra.CompletionWithDesc(p.ID, p.Name))
	}
	return all
}

func categories(c *catalog.Catalog) (all []cobra.Completion) {
	for _, each := range c.Categories {
		all = append(all, cobra.CompletionWithDesc(each.Slug, each.Name))
	}
	return all
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
