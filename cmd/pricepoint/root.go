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
)

// The exit codes.
const (
	exitDone      = 0 // published, or nothing was due
	exitError     = 1
	exitUsage     = 2
	exitNothing   = 3 // nothing was published: no source could be read
	rootShort     = "Keep and serve the open JSON API of AI coding models"
	rootLong      = rootShort + ".\n\npricepoint run does everything: it serves at once and refreshes the data every week."
	usageHintText = "see pricepoint %s --help"
)

// errNothingPublished says that a refresh ended without a new snapshot although one was due.
var errNothingPublished = errors.New("nothing was published")

// usageError is a mistake in the words of the command line or in the settings: the same again will not do better.
type usageError struct{ error }

// run is the whole program: arguments in, exit code out.
func run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	root := newRoot(&app{stdout: stdout, stderr: stderr, now: time.Now})
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		err = errors.New("stopped before it was done; what was published before stays")
	}
	if err != nil {
		fmt.Fprintln(stderr, "pricepoint:", err)
	}
	return exitCode(err)
}

func exitCode(err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errNothingPublished):
		return exitNothing
	default:
		return exitError
	}
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use: "pricepoint", Short: rootShort, Long: rootLong,
		SilenceUsage: true, SilenceErrors: true,
		Args: noArguments, Version: version(),
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.CompletionOptions.DisableDefaultCmd = true
	a.bindGlobal(root.PersistentFlags())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usageError{fmt.Errorf("%w; "+usageHintText, err, c.Name())}
	})
	root.AddCommand(newRun(a), newRefresh(a), newServe(a), newSources(a), newObserve(a), newCalibrate(a),
		newExplain(a), newFindings(a))
	root.AddCommand(newConfig(a), newRollback(a), newVerify(a), newRestore(a), newDoctor(a), newDiff(a), newPrune(a), newPublish(a))
	return root
}

// noArguments refuses anything that is neither a command nor a flag.
func noArguments(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{fmt.Errorf("%q is no command or argument of %s; see %s --help", args[0], c.CommandPath(), c.CommandPath())}
	}
	return nil
}

// optionalArgument takes one at most, named in the message.
func optionalArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageError{fmt.Errorf("%s takes one %s at most, not %d; see %s --help", c.CommandPath(), what, len(args), c.CommandPath())}
		}
		return nil
	}
}

// oneArgument asks for exactly one, named in the message.
func oneArgument(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usageError{fmt.Errorf("%s needs one %s, not %d; see %s --help", c.CommandPath(), what, len(args), c.CommandPath())}
		}
		return nil
	}
}
