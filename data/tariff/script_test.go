package tariff_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// answer is what tariff.js says to a question.
type answer struct {
	Cost     *cost           `json:"cost"`
	Problems tariff.Problems `json:"problems"`
}

// TestScriptAnswersLikeThis lets tariff.js answer every question of the vectors, and many more that Price answers.
func TestScriptAnswersLikeThis(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node, which runs tariff.js, is not installed")
	}
	v := readVectors(t)
	v.Questions = append(v.Questions, asked(v, 3000)...)
	dir := t.TempDir()
	script := filepath.Join(dir, "tariff.mjs") // so that node takes it as a module, as a page does
	copyFile(t, "tariff.js", script)
	questions := filepath.Join(dir, "vectors.json")
	body, err := json.Marshal(v)
	if err == nil {
		err = os.WriteFile(questions, body, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, filepath.Join("testdata", "answer.mjs"), script, questions)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var answers []answer
	if err := data.Decode(out, &answers); err != nil || len(answers) != len(v.Questions) {
		t.Fatalf("%d answers to %d questions: %v", len(answers), len(v.Questions), err)
	}
	for i, vector := range v.Questions {
		want := answer{vector.Cost, vector.Problems}
		if diff := cmp.Diff(want, answers[i], cmpopts.EquateEmpty(), withoutTool); diff != "" {
			t.Errorf("%s: %s answers otherwise (-want +got):\n%s", vector.Name, "tariff.js", diff)
		}
	}
}

var withoutTool = cmpopts.IgnoreFields(tariff.Problem{}, "Tool")

// asked makes questions about the tariffs of the vectors, with the answers of Price.
func asked(v vectors, n int) []vector {
	random := rand.New(rand.NewPCG(17, 3))
	questions := make([]vector, n)
	for i := range questions {
		from := v.Questions[random.IntN(len(v.Questions))]
		q := vector{Name: "like " + from.Name, Tariff: from.Tariff, Usage: likeThat(random, v.Tariffs[from.Tariff], from.Usage)}
		got, err := tariff.Price(v.Tariffs[q.Tariff], q.Usage)
		if problems, ok := errors.AsType[tariff.Problems](err); ok {
			q.Problems = problems
		} else {
			q.Cost = written(got)
		}
		questions[i] = q
	}
	return questions
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	body, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, body, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
