package tariff_test

import (
	"encoding/json"
	"errors"
	"fmt"
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

// TestScriptAnswersLikeThis lets tariff.js answer every question of the vectors, and many more about tariffs that are thrown, as Price does.
func TestScriptAnswersLikeThis(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node, which runs tariff.js, is not installed")
	}
	v := readVectors(t)
	thrown(t, &v, 6000)
	dir := t.TempDir()
	script := filepath.Join(dir, "tariff.mjs") // so that node takes it as a module, as a page does
	questions := filepath.Join(dir, "vectors.json")
	body, err := json.Marshal(v)
	if err == nil {
		err = errors.Join(os.WriteFile(questions, body, 0o644), os.WriteFile(script, tariff.Script, 0o644))
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

// thrown adds tariffs that have nothing but being sound in common, each with a question.
func thrown(t *testing.T, v *vectors, throws int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 17))
	priced := 0
	for i := range throws {
		rolls := make([]byte, 200)
		for j := range rolls {
			rolls[j] = byte(random.IntN(256))
		}
		d := &dice{rolls: rolls}
		subject := d.tariff()
		if tariff.Check(subject) != nil {
			continue
		}
		name := fmt.Sprintf("throw %d", i)
		v.Tariffs[name] = subject
		q := answered(name, name, subject, d.usage(subject))
		v.Questions = append(v.Questions, q)
		if q.Cost != nil {
			priced++
		}
	}
	if priced < 50 {
		t.Fatalf("only %d tariffs of %d throws have a price", priced, throws)
	}
}

// answered is a question with the answer of Price.
func answered(name, key string, subject data.Tariff, usage tariff.Usage) vector {
	q := vector{Name: name, Tariff: key, Usage: usage}
	got, err := tariff.Price(subject, usage)
	if problems, ok := errors.AsType[tariff.Problems](err); ok {
		q.Problems = problems
	} else {
		q.Cost = written(got)
	}
	return q
}
