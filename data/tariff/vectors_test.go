package tariff_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// vectors are questions with their exact answers, for programs in any language.
type vectors struct {
	Tariffs   map[string]data.Tariff `json:"tariffs"`
	Questions []vector               `json:"questions"`
}

type vector struct {
	Name     string           `json:"name"`
	Tariff   string           `json:"tariff"` // a key of Tariffs
	Usage    tariff.Usage     `json:"usage"`
	Cost     *cost            `json:"cost"`
	Problems []tariff.Problem `json:"problems"`
}

// cost is a tariff.Cost whose amounts are texts, which no reader of JSON rounds.
type cost struct {
	Low     string        `json:"low"`
	High    string        `json:"high"`
	Items   []item        `json:"items"`
	Unknown []tariff.Gap  `json:"unknown"`
	Notes   []tariff.Note `json:"notes"`
}

type item struct {
	Class    data.BillingClass `json:"class"`
	Quantity int64             `json:"quantity"`
	Line     int               `json:"line"`
	Factors  []int             `json:"factors"`
	As       data.BillingClass `json:"as"`
	Bound    tariff.Bound      `json:"bound"`
	Low      string            `json:"low"`
	High     string            `json:"high"`
}

func written(c tariff.Cost) *cost {
	out := &cost{Low: c.Low.String(), High: c.High.String(), Unknown: c.Unknown, Notes: c.Notes}
	for _, i := range c.Items {
		out.Items = append(out.Items, item{i.Class, i.Quantity, i.Line, i.Factors, i.As, i.Bound, i.Low.String(), i.High.String()})
	}
	return out
}

func readVectors(t testing.TB) vectors {
	t.Helper()
	body, err := os.ReadFile(filepath.Join("testdata", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := data.Decode(body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVectors(t *testing.T) {
	v := readVectors(t)
	for _, vector := range v.Questions {
		t.Run(vector.Name, func(t *testing.T) {
			subject, ok := v.Tariffs[vector.Tariff]
			if !ok {
				t.Fatalf("there is no tariff %q", vector.Tariff)
			}
			got, err := tariff.Price(subject, vector.Usage)
			if vector.Cost == nil {
				problems, _ := errors.AsType[tariff.Problems](err)
				ignore := cmpopts.IgnoreFields(tariff.Problem{}, "Tool")
				if diff := cmp.Diff(tariff.Problems(vector.Problems), problems, ignore, cmpopts.EquateEmpty()); diff != "" || err == nil {
					t.Errorf("problems differ (-want +got):\n%s%v", diff, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(vector.Cost, written(got), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("cost differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestVectorsAreSound lets Check pass every tariff of the vectors but the one that is broken on purpose.
func TestVectorsAreSound(t *testing.T) {
	for name, subject := range readVectors(t).Tariffs {
		err := tariff.Check(subject)
		if broken := name == "broken"; (err != nil) != broken {
			t.Errorf("%s: %v", name, err)
		}
	}
}
