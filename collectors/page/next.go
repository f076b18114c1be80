package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// nextPush is the call by which a Next.js page hands over the data it was rendered from, in pieces.
const nextPush = "self.__next_f.push("

// IsNext reports whether a page was made by Next.js.
func IsNext(body []byte) bool { return bytes.Contains(body, []byte(nextPush)) }

// NextFlight returns the data of a Next.js page, its pieces joined; a value may begin in one and end in the next.
func NextFlight(body []byte) (string, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("read HTML: %v", err)
	}
	var flight strings.Builder
	for _, script := range page.Find("script").EachIter() {
		call, ok := strings.CutPrefix(strings.TrimSpace(script.Text()), nextPush)
		if !ok {
			continue
		}
		var piece []any
		call = strings.TrimRight(call, "; \n")
		if err := json.Unmarshal([]byte(strings.TrimSuffix(call, ")")), &piece); err != nil || len(piece) < 2 {
			continue // a call without data
		}
		if text, ok := piece[1].(string); ok {
			flight.WriteString(text)
		}
	}
	return flight.String(), nil
}
