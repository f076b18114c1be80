package blob

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"
)

// Holder is a process that writes somewhere. Locks and claims hold it as a line of text.
type Holder struct {
	PID   int
	Host  string
	Since time.Time
}

const holderLine = "pid %d on %s since %s"

// String is the line, without its end.
func (h Holder) String() string {
	if h == (Holder{}) {
		return "a process that has not said which"
	}
	return fmt.Sprintf(holderLine, h.PID, h.Host, h.Since.Format(time.RFC3339))
}

// readHolder reads a line; the zero Holder is one that cannot be read.
func readHolder(text string) Holder {
	var h Holder
	var since string
	_, err := fmt.Sscanf(text, holderLine, &h.PID, &h.Host, &since)
	if h.Since, _ = time.Parse(time.RFC3339, since); err != nil || h.Since.IsZero() || strings.ContainsFunc(h.Host, unprintable) {
		return Holder{}
	}
	return h
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// ThisProcess is the process that runs.
func ThisProcess() Holder {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown-host"
	}
	return Holder{os.Getpid(), host, time.Now().UTC().Truncate(time.Second)}
}
