package terminal

import (
	"io"
	"os"

	"pricepoint/config"
)

// Discreet writes on without the names and passwords in URLs, whoever has put them there: a setting, the answer of a
// server, a link on a page. It takes whole lines at a time.
type Discreet struct{ To io.Writer }

// Write writes all of the text, but for what it leaves out.
func (d Discreet) Write(text []byte) (int, error) {
	if _, err := io.WriteString(d.To, config.WithoutUserinfo(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// fileBehind is the file that is written to in the end.
func fileBehind(w io.Writer) (*os.File, bool) {
	if d, is := w.(Discreet); is {
		w = d.To
	}
	file, is := w.(*os.File)
	return file, is
}
