package data

import (
	"cmp"
	"errors"
	"fmt"
	"time"
)

// SourceKind is what a source is good for.
type SourceKind string

// The kinds of sources.
const (
	PricingSource     SourceKind = "pricing"     // a provider's own prices
	LeaderboardSource SourceKind = "leaderboard" // scores of a benchmark
	FeedSource        SourceKind = "feed"        // prices of many providers, collected by somebody else
	LifecycleSource   SourceKind = "lifecycle"   // a maker's own page of how long it sells its models
)

// Reading is what one source brought. When an attempt failed, or none was made, Observations and Inputs are the
// last good ones, read again from the archive.
type Reading struct {
	Source    string
	Kind      SourceKind
	Publisher string
	URL       string   // the address that is asked first
	Lineage   []string // publishers whose numbers it copies
	Untried   bool     // the source is off by default: nobody has seen it read the real web

	Observations []Observation
	Refused      []Refusal // the rows that contradict themselves or cannot be understood; the rest was read
	Inputs       []Input   // the payloads that the observations were read from
	Bodies       [][]byte  // of a feed: the payloads themselves, in the order of Inputs

	// Compared is what the changes of a pricing page or a board are judged against, put together from Standards row by
	// row; there are none when it was never read well.
	Compared  []Observation
	Standards []Standard

	// Texts are those around the prices of a page, ComparedTexts those of its last reading.
	Texts, ComparedTexts []string

	Attempted bool          // this run asked the source
	Failure   *Failure      // why the attempt brought nothing; nil when it succeeded
	Missed    []string      // what could not be fetched or read, one line each, also where something else served instead
	Fetched   Timestamp     // when this run last received something of the source, usable or not; zero: nothing
	Took      time.Duration // how long the attempt took; nothing that is published depends on it
}

// Refusal is a row of a page that was not read, though the rest of the page was.
type Refusal struct {
	Subject   string // the name as printed; "" when the row has none that can be read
	Quote     string // the row as printed
	Why       string // for people
	URL       string
	FetchedAt Timestamp
}

// Read reports whether this run read the source.
func (r Reading) Read() bool { return r.Attempted && r.Failure == nil }

// Failure says why a source could not be read. It is the error that is made where the failure happens.
type Failure struct {
	Class  FailureClass
	Cause  string // for people, in one line; it names the address
	Reason string // Cause without addresses, so that sources that failed alike share it; "": Cause has none

	err error // what Cause wraps
}

// Failed makes a failure of a known class. Its text may wrap an error with %w.
func Failed(class FailureClass, format string, args ...any) *Failure {
	err := fmt.Errorf(format, args...)
	return &Failure{Class: class, Cause: err.Error(), err: errors.Unwrap(err)}
}

// FailureOf returns the failure that is in err; an error that nobody has classified is one of the class OtherFailure.
func FailureOf(err error) *Failure {
	if failure, ok := errors.AsType[*Failure](err); ok {
		return failure
	}
	return &Failure{Class: OtherFailure, Cause: err.Error(), err: err}
}

// Error implements error.
func (f *Failure) Error() string { return f.Cause }

// Unwrap returns what the failure wraps.
func (f *Failure) Unwrap() error { return f.err }

// Common is what the failure has in common with those of other sources.
func (f *Failure) Common() string { return cmp.Or(f.Reason, f.Cause) }

// FailureClass says in a fixed phrase what went wrong. It is published, and it names time series.
type FailureClass string

// The classes of failures.
const (
	RobotsRefuse      FailureClass = "robots.txt refuses"        // robots.txt disallows the address for this program
	RobotsUnreadable  FailureClass = "robots.txt cannot be read" // without robots.txt nothing may be fetched
	HostNotFound      FailureClass = "host name not found"       // its name cannot be resolved
	NotSecure         FailureClass = "no secure connection"      // the certificate cannot be trusted, or the address is not encrypted
	NoConnection      FailureClass = "no connection"             // the site or the proxy accepts none, or broke it off
	NoAnswerInTime    FailureClass = "no answer in time"         // or no complete one
	BotChallenge      FailureClass = "bot challenge"             // in place of the page
	LoginNeeded       FailureClass = "login needed"              // status 401
	AccessRefused     FailureClass = "refused"                   // status 403
	PageNotFound      FailureClass = "page not found"            // status 404 or 410
	TooManyRequests   FailureClass = "too many requests"         // status 429, also after waiting
	SiteError         FailureClass = "site error"                // status 500 to 599, also when asked again
	UnexpectedStatus  FailureClass = "unexpected status"         // any other than 200
	Redirected        FailureClass = "redirected elsewhere"      // to another host or to an address that is not encrypted
	NotThePage        FailureClass = "not the page"              // it is empty, or a web page in place of a file
	PageTooLarge      FailureClass = "page too large"            // longer than the limit
	OverBudget        FailureClass = "budget"                    // reading it would take more time or memory than any real page
	PageDamaged       FailureClass = "damaged page"              // its encoding or its compression is broken
	NotUnderstood     FailureClass = "page not understood"       // its headings, columns, units or rows are not the expected ones
	ValuesMissing     FailureClass = "values missing"            // more than half of what it had is gone
	PageTooOld        FailureClass = "page too old"              // it is older than the last good reading
	ArchiveIncomplete FailureClass = "archive incomplete"        // the archive that is replayed does not hold it
	RunStopped        FailureClass = "run stopped"               // before the source was read
	OtherFailure      FailureClass = "other"                     // any other reason
)
