package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/refresh"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// The exit codes.
const (
	exitDone    = 0 // published, or nothing was due
	exitError   = 1
	exitUsage   = 2
	exitNothing = 3 // nothing was published: no source could be read
)

// run is the whole program: arguments in, exit code out.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends what does not heed the first, as a read from a pipe without a writer
	stdout, stderr = terminal.Discreet{To: stdout}, terminal.Discreet{To: stderr}
	root := newRoot(&program{stdout: stdout, stderr: stderr, now: time.Now})
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("stopped before it was done; what was published before stays")
	}
	if err != nil {
		fmt.Fprintln(stderr, terminal.Fold("pricepoint: "+data.Visible(err.Error()), terminal.Width(stderr)))
	}
	return exitCode(err)
}

func exitCode(err error) int {
	switch {
	case err == nil:
		return exitDone
	case terminal.IsUsage(err):
		return exitUsage
	case errors.Is(err, refresh.ErrNothingPublished):
		return exitNothing
	default:
		return exitError
	}
}

func newRoot(p *program) *cobra.Command {
	root := &cobra.Command{
		Use: "pricepoint", Short: "Keep and serve the open JSON API of AI coding models",
		Long: "Keep and serve the open JSON API of AI coding models.\n\n" +
			"pricepoint run does everything: it serves at once and refreshes the data every week.",
		SilenceUsage: true, SilenceErrors: true,
		Args: noArguments, Version: thisBuild().Version,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SuggestionsMinimumDistance = 2
	p.bindGlobal(root.PersistentFlags())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return terminal.Usage(fmt.Errorf("%w; see %s --help", err, c.CommandPath()))
	})
	addGroup(root, "Ask:", newList(p), newChoose(p), newCost(p), newExplain(p), newDiff(p), newExport(p), newMCP(p))
	addGroup(root, "Keep and serve:", newRun(p), newRefresh(p), newServe(p), newPublish(p), newConfig(p), newDoctor(p), newVersion(p))
	addGroup(root, "Look after the data:", newSources(p), newFindings(p), newVerify(p), newRollback(p), newRestore(p), newPrune(p), newObserve(p), newCalibrate(p))
	addCompletion(p, root)
	return root
}

// addGroup adds commands that help lists together, under a title.
func addGroup(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, c := range commands {
		c.GroupID = title
	}
	root.AddCommand(commands...)
}
