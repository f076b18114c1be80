//go:build proof

package commands

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// openCodeBills has opencode ask models that use up what each question says, and tells what it shows for each answer. The models
// are those of our list, with their prices; all of them are reached at one address of ours, in the protocol of Anthropic, which
// tells cache writes apart.
func openCodeBills(t *testing.T, s shop, list []byte, ask []question) (bills []float64) {
	models := map[string]object{}
	all := decoded[map[string]struct{ Models map[string]object }](t, list)
	for _, q := range ask {
		model := all[q.provider].Models[q.model]
		delete(model, "provider")
		models[q.tool] = model
		models[q.tool]["id"], _ = json.Marshal(q.tool)
	}
	base := startOpenCode(t, s, models)
	known := map[string]float64{} // opencode takes no notice of the hour
	session := ""
	for i, q := range ask {
		if i == 0 || ask[i-1].tool != q.tool { // a long one takes long
			session = decoded[struct{ ID string }](t, post(t, base+"/session", map[string]any{"title": "bills"})).ID
		}
		text := fmt.Sprintf("use %d %d %d %d", q.input, q.output, q.cached, q.written)
		usd, is := known[q.tool+text]
		if !is {
			said := decoded[struct{ Info struct{ Cost float64 } }](t, post(t, base+"/session/"+session+"/message", map[string]any{
				"agent": "bill", "model": map[string]string{"providerID": "here", "modelID": q.tool}, "parts": []any{map[string]string{"type": "text", "text": text}},
			}))
			usd = cmp.Or(said.Info.Cost, math.NaN())
			known[q.tool+text] = usd
		}
		bills = append(bills, usd)
	}
	return bills
}

// startOpenCode starts opencode with models that answer at an address of ours.
func startOpenCode(t *testing.T, s shop, models map[string]object) (base string) {
	t.Helper()
	var here *httptest.Server
	here = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			answer(w, r)
			return
		}
		json.NewEncoder(w).Encode(map[string]any{"here": map[string]any{"id": "here", "name": "Here", "npm": "@ai-sdk/anthropic", "api": here.URL + "/v1", "env": []string{"KEY"}, "models": models}})
	}))
	t.Cleanup(here.Close)
	home := t.TempDir()
	write(t, filepath.Join(home, ".config", "opencode", "opencode.json"),
		`{"compaction": {"auto": false}, "share": "disabled", "agent": {"bill": {"mode": "primary", "prompt": "x", "tools": {"*": false}}}}`)
	c := confined(t, home, filepath.Join(s.bin("opencode-linux-x64"), "opencode"), "serve", "--port", "0")
	c.Env = append(c.Env, "OPENCODE_MODELS_URL="+here.URL, "KEY=x")
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	said := make([]byte, 4096)
	for n := 0; base == ""; {
		more, err := out.Read(said[n:])
		if n += more; err != nil {
			t.Fatalf("opencode says %s: %v", said[:n], err)
		}
		base = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(string(said[:n]))
	}
	fixture.Eventually(t, "opencode knows the models", func() bool {
		resp, err := http.Get(base + "/config/providers")
		if err != nil {
			return false
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return err == nil && bytes.Contains(body, []byte(`"here"`))
	})
	return base
}

// answer uses up what the last message asks for.
func answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var input, output, cached, written int64
	at := bytes.LastIndex(body, []byte("use "))
	if _, err := fmt.Sscanf(string(body[max(at, 0):]), "use %d %d %d %d", &input, &output, &cached, &written); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, event := range []string{
		fmt.Sprintf(`{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"stop_reason":null,"stop_sequence":null,`+
			`"usage":{"input_tokens":%d,"cache_read_input_tokens":%d,"cache_creation_input_tokens":%d,"output_tokens":1}}}`, input, cached, written),
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"done"}}`,
		`{"type":"content_block_stop","index":0}`,
		fmt.Sprintf(`{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":%d}}`, output),
		`{"type":"message_stop"}`,
	} {
		kind, _, _ := strings.Cut(strings.TrimPrefix(event, `{"type":"`), `"`)
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, event)
	}
}

func post(t *testing.T, url string, message any) []byte {
	t.Helper()
	body, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Timeout: time.Minute}
	resp, err := client.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("POST %s: %s, %v: %s", url, resp.Status, err, said)
	}
	return said
}

// TestOpenCodeReadsTheList types the line of the guide: opencode then shows the price that no other list has.
func TestOpenCodeReadsTheList(t *testing.T) {
	s := newShop(t)
	c := s.typed(t, t.TempDir(), "OPENCODE_MODELS_URL", "; opencode models anthropic --verbose --refresh")
	c.Env = append(c.Env, "ANTHROPIC_API_KEY=x")
	_, after, _ := bytes.Cut(run(t, c), []byte("anthropic/"+markedTool+"\n"))
	var model struct{ Cost struct{ Input float64 } }
	if err := json.NewDecoder(bytes.NewReader(after)).Decode(&model); err != nil || model.Cost.Input != marked {
		t.Errorf("%s costs %v, %v", markedTool, model.Cost.Input, err)
	}
}
