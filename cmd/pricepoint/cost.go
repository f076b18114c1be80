package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/cost"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/tariff"
)

// costFlags are what the flags of cost say.
type costFlags struct {
	tariff.Usage          // as it is asked for
	others       []string // class=quantity
	knownAt      time.Time
	assume       bool

	file   string // of usage
	seller string
	solved bool
	board  string
}

func newCost(p *program) *cobra.Command {
	f := costFlags{Usage: tariff.Usage{Quantities: map[data.BillingClass]int64{}}}
	c := &cobra.Command{
		Use: "cost [TOOL...]", Short: "Say what requests cost, now or at another time", Args: cobra.ArbitraryArgs,
		Long: "Say what requests cost in USD, exactly, by the lines of the provider's tariff: by size of prompt, kind of cache, service, hour,\n" +
			"region and day. Every token counts once: --input-tokens are the prompt tokens that are not cached. A price that\n" +
			"nobody states gives a range, never zero. Of several models the cheapest comes first.\n\n" +
			"--at asks for the prices of another time, --known-at for what was known at another time. --usage prices a whole file: CSV\n" +
			"with a header, JSON lines or a JSON list, with a model as printed anywhere, a time and tokens, as many programs and services\n" +
			"write them. An answer that a log repeats counts once; what has no price is listed and never counts as 0.\n\n" +
			"--solved says what a solved task costs instead, as boards have measured it with all its failed attempts, and re-prices the\n" +
			"measured tokens at --at.",
		Example: "  pricepoint cost claude-sonnet-4-6 --input-tokens 20k --cache-read-tokens 400k --output-tokens 2k\n" +
			"  pricepoint cost deepseek-v4-pro --input-tokens 1M --at 2026-10-14T02:00:00Z\n" +
			"  pricepoint cost gemini-3-1-pro-preview --input-tokens 1M --output-tokens 10k --requests 4 --service batch\n" +
			"  pricepoint cost claude-opus-5 gpt-5.6-sol deepseek-v4-pro --input-tokens 1M --output-tokens 50k --requests 20\n" +
			"  pricepoint cost claude-opus-5 --seller bedrock --input-tokens 1M --output-tokens 50k\n" +
			"  pricepoint cost --usage usage.csv\n" +
			"  pricepoint cost gpt-5.6-luna glm-5-3 --solved --board deepswe",
		RunE: p.with(func(p *parts, ctx context.Context, args []string) error {
			if err := f.check(args); err != nil {
				return terminal.Usage(fmt.Errorf("%w; see pricepoint cost --help", err))
			}
			u, err := f.asked(p.Now())
			if err != nil {
				return terminal.Usage(err)
			}
			snapshot, stored, err := p.NewestOrBaseline()
			if err != nil {
				return err
			}
			q := costQuestion{f, u, cost.HistoriesIn(snapshot, cmp.Or(f.knownAt, p.Now())), snapshot.Manifest.GeneratedAt, stored}
			q.Assume = f.assume
			switch {
			case f.file != "":
				return p.costOfFile(ctx, q)
			case f.solved:
				return p.costOfSolved(args, q)
			}
			return p.cost(args, q)
		}),
	}
	f.bind(c)
	return c
}

// tokenFlags are the classes that have a flag of their own.
var tokenFlags = []struct {
	name, what string
	class      data.BillingClass
}{
	{"input-tokens", "prompt `tokens` that are not cached", data.ClassInput},
	{"output-tokens", "answer `tokens`, reasoning included", data.ClassOutput},
	{"cache-read-tokens", "prompt `tokens` read from a cache", data.ClassCacheRead},
	{"cache-write-tokens", "prompt `tokens` written to a cache for the usual time", data.ClassCacheWrite},
	{"cache-write-1h-tokens", "prompt `tokens` written to a cache for an hour", data.ClassCacheWrite1h},
	{"cache-write-12h-tokens", "prompt `tokens` written to a cache for twelve hours", data.ClassCacheWrite12h},
	{"reasoning-tokens", "answer `tokens` that are not shown, unless --output-tokens has them", data.ClassReasoning},
}

func (f *costFlags) bind(c *cobra.Command) {
	flags := c.Flags()
	for _, t := range tokenFlags {
		flags.Func(t.name, t.what+": 20000, 20k, 1M", whole(func(n int64) error { f.Quantities[t.class] = n; return nil }))
	}
	flags.StringArrayVar(&f.others, "quantity", nil, "of another class, as tariffs.json names it: audio.input=1000")
	flags.Func("requests", "the `count` of requests that the tokens are spread over (default 1)", whole(f.spread))
	flags.StringVar(&f.Service, "service", "", "standard, batch, flex, priority or fast (default standard)")
	flags.StringVar(&f.Region, "region", "", "where the requests are answered (default: where the provider's list prices hold)")
	flags.StringVar(&f.Effort, "effort", "", "reasoning setting, where the price depends on it")
	flags.Func("factor", "the `factor` by which a negotiated rate multiplies every price (default 1)", f.multiply)
	flags.Func("at", "the `time` of the requests, such as 2026-10-14T02:00:00Z (default now)", moment(&f.At))
	flags.Func("known-at", "answer with what was known at this `time` (default now)", moment(&f.knownAt))
	flags.BoolVar(&f.assume, "assume", false, "of a time before anybody had read a price, take the earliest that is known")
	flags.StringVar(&f.file, "usage", "", "price a file of usage, - for standard input")
	flags.StringVar(&f.seller, "seller", "", "price it where somebody else sells it whose `name` has this in it, by the word of price lists: bedrock, azure")
	flags.BoolVar(&f.solved, "solved", false, "say what a solved task costs, as boards have measured it")
	flags.StringVar(&f.board, "board", "", "with --solved: only this board (default all)")
}

// whole reads a number of tokens or requests.
func whole(take func(int64) error) func(string) error {
	return func(text string) error {
		var n *data.Number
		if err := amount(&n)(cost.Ungrouped(text)); err != nil {
			return err
		}
		count, err := cost.Count(n.StringFixed(-n.Exponent())) // with its zeros: 20.000 may mean 20000
		if err != nil {
			return err
		}
		return take(count)
	}
}

func (f *costFlags) spread(requests int64) error {
	if f.Requests = requests; requests == 0 {
		return errors.New("the tokens are spread over at least 1 request")
	}
	return nil
}

func (f *costFlags) multiply(text string) error {
	var factor *data.Number
	if err := amount(&factor)(text); err != nil {
		return err
	}
	if f.Factor = *factor; !tariff.IsFactor(f.Factor) {
		return fmt.Errorf("%s must lie above 0, be at most 1000 and have at most 15 digits", f.Factor)
	}
	return nil
}

// check finds what no catalogue is needed for.
func (f costFlags) check(args []string) error {
	asked := len(f.Quantities) > 0 || len(f.others) > 0
	switch {
	case f.board != "" && !f.solved:
		return fmt.Errorf("--board needs --solved")
	case f.solved && len(args) == 0:
		return fmt.Errorf("name a TOOL: --solved says what a solved task costs with it")
	case f.solved && (asked || f.file != "" || f.Requests > 0 || !f.Factor.IsZero() || f.Service != "" || f.Region != "" || f.seller != ""):
		return fmt.Errorf("--solved prices the tokens that boards have measured, at the standard service; leave tokens, --requests, --service, --region, --seller, --factor and --usage out")
	case f.solved:
		return nil
	case f.seller != "" && (f.file != "" || len(args) != 1):
		return fmt.Errorf("--seller prices one TOOL at a time, and no file")
	case f.file == "" && len(args) == 0:
		return fmt.Errorf("name a TOOL, or a file with --usage")
	case f.file != "" && (len(args) > 0 || asked || f.Requests > 0 || !f.At.IsZero()):
		return fmt.Errorf("--usage prices the models, tokens, requests and times of the file; leave TOOL, tokens, --requests and --at out")
	case f.file == "" && !asked:
		return fmt.Errorf("say how many tokens: --input-tokens 1M, --output-tokens 2k and so on")
	}
	return nil
}

// asked completes what the flags say.
func (f costFlags) asked(now time.Time) (u tariff.Usage, err error) {
	u = f.Usage
	u.Requests, u.At, u.Service, u.Region = max(u.Requests, 1), cmp.Or(u.At, now), tariff.ServiceNamed(u.Service), tariff.RegionNamed(u.Region)
	for _, each := range f.others {
		class, text, _ := strings.Cut(each, "=")
		if _, twice := u.Quantities[data.BillingClass(class)]; twice {
			return u, fmt.Errorf("--quantity %s: %s is given twice; it counts once", each, class)
		}
		if u.Quantities[data.BillingClass(class)], err = cost.Count(text); err != nil {
			return u, fmt.Errorf("--quantity %s: %w; write it like audio.input=1000", each, err)
		}
	}
	return u, nil
}

// costQuestion is what the flags ask, and the prices that answer it: those of the newest snapshot, as far as they were known when it
// is asked for.
type costQuestion struct {
	costFlags
	asked tariff.Usage
	cost.Histories
	made   data.Timestamp // the snapshot
	stored bool           // the prices rest on a source
}

// cost prices one question, with one tool or several.
func (p *parts) cost(names []string, q costQuestion) error {
	ids, err := p.toolIDs(names, p.priced(q.Histories))
	if err != nil {
		return terminal.Usage(err)
	}
	if q.seller != "" {
		answer, err := q.AskSellers(ids[0], q.seller, q.asked)
		if err != nil {
			return terminal.Usage(err)
		}
		return p.answer(q, answer)
	}
	if len(ids) > 1 {
		ranking, err := q.Rank(ids, q.asked)
		if err == nil && ranking[0].Problem != "" {
			err = errors.New(ranking[0].Problem) // so have all others
		}
		if err != nil {
			return err
		}
		return p.answer(q, ranking)
	}
	answer, err := q.Ask(ids[0], q.asked)
	if problems := (tariff.Problems)(nil); errors.As(err, &problems) && slices.ContainsFunc(problems, tariff.Problem.BadlyAsked) {
		return terminal.Usage(suggested(problems, q.asked.Service))
	} else if q.Requests == 0 && slices.ContainsFunc(problems, tariff.Problem.TooLong) {
		return fmt.Errorf("%w; --requests says how many requests the tokens are spread over", problems)
	} else if err != nil {
		return err
	}
	return p.answer(q, answer)
}

// priced finds the tool that a name means, or the key of another model that its maker prices.
func (p *parts) priced(h cost.Histories) func(name string) (string, error) {
	return func(name string) (string, error) {
		id, err := p.ToolID(name)
		if err != nil {
			if m := h.Model(name); m != nil {
				return cmp.Or(m.Tool, m.Key), nil
			}
		}
		return id, err
	}
}

// toolIDs are the tools that names mean, each once.
func (p *parts) toolIDs(names []string, id func(name string) (string, error)) (ids []string, err error) {
	for _, name := range names {
		id, err := id(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// answered is what cost prints.
type answered interface {
	Table() terminal.Table
	Remarks() []string // what the table cannot say
}

// answer prints an answer, and says when it rests on no source, or is asked about days that nobody has seen.
func (p *parts) answer(q costQuestion, a answered) error {
	words := a.Remarks()
	if !q.stored {
		words = append(words, unread)
	}
	if day := q.made.Format(time.DateOnly); q.At.Format(time.DateOnly) > day {
		words = append(words, "nobody knows prices after "+day+", the day of the snapshot: these are what was known then")
	}
	return p.out.Print(a, a.Table(), words...)
}

// unread says that an answer rests on no source.
const unread = "nothing has been read yet: this is what the built-in catalogue knows; pricepoint refresh reads the sources"

// suggested adds the other name of a service that a tool does not have: what some sell as priority others call fast.
func suggested(problems tariff.Problems, service string) error {
	other := map[string]string{"priority": "fast", "fast": "priority"}[service]
	if slices.ContainsFunc(problems, func(p tariff.Problem) bool { return p.Code == tariff.NoService && slices.Contains(p.Known, other) }) {
		return fmt.Errorf("%w; did you mean --service %s", problems, other)
	}
	return problems
}

// costOfFile prices a file of usage. A read from a pipe heeds no signal, so nobody waits for it after one.
func (p *parts) costOfFile(ctx context.Context, q costQuestion) error {
	var book cost.Book
	done := make(chan error, 1)
	go func() {
		log, err := readUsage(q.file, p.Now())
		if err == nil {
			book, err = cost.Books{Histories: q.Histories, Common: q.asked, ToolID: p.priced(q.Histories)}.Price(log)
		}
		done <- err
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case err := <-done:
		if err != nil {
			return err
		}
		return p.answer(q, book)
	}
}

// readUsage reads a file of usage, or standard input.
func readUsage(name string, now time.Time) (log cost.Log, err error) {
	in := os.Stdin
	if name != "-" {
		if in, err = os.Open(name); err != nil {
			return log, err
		}
		defer in.Close()
	}
	if log, err = cost.Read(in, now); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return log, err
}

// costOfSolved says what a solved task costs with some tools, at the prices of an instant.
func (p *parts) costOfSolved(names []string, q costQuestion) error {
	boards := data.Each(p.Catalog.Solved.Boards, func(b catalog.SolvedBoard) string { return b.ID })
	if q.board != "" && !slices.Contains(boards, q.board) {
		return terminal.Usage(fmt.Errorf("--board: there is no board %q; there are %s", q.board, strings.Join(boards, ", ")))
	}
	ids, err := p.toolIDs(names, p.ToolID)
	if err != nil {
		return terminal.Usage(err)
	}
	var answers []cost.SolvedAnswer
	for _, id := range ids {
		answer, err := q.Solved(id, cost.SolvedQuestion{Board: q.board, Effort: q.Effort, At: q.asked.At})
		if err != nil {
			return err
		}
		answers = append(answers, answer)
	}
	if p.out.JSON && len(answers) > 1 {
		return p.out.Print(answers, terminal.Table{})
	}
	for _, answer := range answers {
		if err := p.answer(q, answer); err != nil {
			return err
		}
	}
	return nil
}
