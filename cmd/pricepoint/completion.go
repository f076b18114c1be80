package main

import (
	"slices"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/explain"
	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// completer lists what may stand at a place of the command line, given the words before it.
type completer = cobra.CompletionFunc

// flagValues are what the flags of these names take, in whichever command has them.
var flagValues = map[string]completer{
	"only": sourceNames, "tool": toolIDs, "kind": findingKinds,
	"output": fixedValues("table", "json"), "log-format": fixedValues("text", "json"), "log-level": fixedValues("debug", "info", "warn", "error"),
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
		case "explain":
			c.ValidArgsFunction = nth(toolIDs, fixedValues(explain.Fields()...))
		case "rollback", "verify":
			c.ValidArgsFunction = nth(p.versions())
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
		if c.Flags().Lookup(name) != nil || c.PersistentFlags().Lookup(name) != nil {
			_ = c.RegisterFlagCompletionFunc(name, values) // fails only for a flag that there is not, or twice
		}
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
	return collectors.Names(), cobra.ShellCompDirectiveNoFileComp
}

func findingKinds(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var all []string
	for _, kind := range data.FindingKinds {
		all = append(all, string(kind))
	}
	return all, cobra.ShellCompDirectiveNoFileComp
}

// toolIDs shows the name of each tool beside its id.
func toolIDs(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	c, err := catalog.Embedded()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var all []string
	for _, t := range c.Tools {
		all = append(all, cobra.CompletionWithDesc(t.ID, t.Name))
	}
	return all, cobra.ShellCompDirectiveNoFileComp
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
