package tariff_test

import (
	"errors"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// FuzzPrice makes tariffs and usages of whatever can stand in them, right or wrong. Nothing may panic. What Check lets pass
// never contradicts itself, and every answer adds up.
func FuzzPrice(f *testing.F) {
	for seed := range byte(32) {
		body := make([]byte, 200)
		for i := range body {
			body[i] = byte(i)*seed + seed>>3
		}
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		d := throw(body)
		subject := d.tariff()
		usage := d.usage(subject)
		fault := tariff.Check(subject)
		cost, err := tariff.Price(subject, usage)
		if err == nil {
			addsUp(t, subject, usage, cost)
			return
		}
		problems, _ := errors.AsType[tariff.Problems](err)
		if len(problems) == 0 {
			t.Fatalf("%v is no problem", err)
		}
		for _, p := range problems {
			if p.Code == tariff.Broken && fault == nil {
				t.Errorf("Check passes %+v, and Price says %v", subject, p)
			}
		}
	})
}

// dice are bytes that decide what comes next. Wild ones choose what is wrong, too.
type dice struct {
	rolls []byte
	wild  bool
}

func throw(rolls []byte) *dice {
	d := &dice{rolls: rolls}
	d.wild = d.roll(2) == 1
	return d
}

func (d *dice) roll(sides int) int {
	if len(d.rolls) == 0 {
		return 0
	}
	first := d.rolls[0]
	d.rolls = d.rolls[1:]
	return int(first) % sides
}

func pick[T any](d *dice, from ...T) T { return from[d.roll(len(from))] }

// or takes now and then what is wrong instead.
func or[T any](d *dice, right T, wrong ...T) T {
	if d.wild && d.roll(8) == 7 {
		return pick(d, wrong...)
	}
	return right
}

func (d *dice) tariff() data.Tariff {
	t := data.Tariff{ID: "acme-1", Region: or(d, "", "us"), Limits: data.TokenLimits{Context: or[int64](d, pick[int64](d, 0, 0, 100_000), -1)}}
	for range 1 + d.roll(6) {
		t.Lines = append(t.Lines, d.lines()...)
	}
	for range d.roll(3) {
		t.Factors = append(t.Factors, data.TariffFactor{Service: pick(d, "", "batch"), Region: pick(d, "", "us"),
			Classes: pick[[]data.BillingClass](d, nil, nil, []data.BillingClass{"input"}), Factor: d.number()})
	}
	return t
}

func (d *dice) number() data.Number {
	right := pick(d, "1", "0.5", "3", "1.1", "0.0625", "12")
	return data.MustNumber(or(d, right, "0", "-1", "1e300", "1e-300", "0.1234567890123456789"))
}

func (d *dice) class() data.BillingClass {
	right := pick[data.BillingClass](d, "input", "input", "output", "cacheRead", "cacheWrite", "reasoning", "cacheStorage", "audio.input", "audio.cacheRead", "units")
	return or(d, right, ".")
}

// lines are one price: in bands, by hours and with a promotion where it has them.
func (d *dice) lines() []data.TariffLine {
	class, terms := d.class(), d.terms()
	var lines []data.TariffLine
	for _, band := range d.bands() {
		for _, hours := range d.hours() {
			for _, kind := range pick(d, []string{""}, []string{""}, []string{data.KindList, data.KindPromotional}, []string{"", data.KindAnnounced}) {
				terms.Context, terms.Hours, terms.Kind = band, hours, kind
				lines = append(lines, d.line(class, terms))
			}
		}
	}
	return lines
}

func (d *dice) line(class data.BillingClass, terms data.Terms) data.TariffLine {
	per := data.Measure{Amount: 1_000_000, Of: "tokens"}
	switch class {
	case data.ClassCacheStorage:
		per.Of = "tokenHours"
	case "units":
		per = data.Measure{Amount: 10, Of: "units"}
	}
	l := data.TariffLine{Class: class, Terms: terms, Per: or(d, per, data.Measure{Amount: 3, Of: "units"}, data.Measure{}),
		State: pick(d, data.Priced, data.Priced, data.Priced, data.FreeOfCharge, data.NotOffered, data.PriceNotStated)}
	if class != data.ClassInput && d.roll(5) == 4 {
		l.State = data.BilledAsInput
	}
	l.State = or(d, l.State, "cheap", data.BilledAsInput)
	if or(d, l.State == data.Priced, true, false) {
		price := d.number()
		l.Price = &price
	}
	return l
}

func (d *dice) terms() data.Terms {
	t := data.Terms{Service: or(d, pick(d, "", "", "batch"), "standard"), Region: pick(d, "", "", "us"), Effort: pick(d, "", "", "", "thinking"),
		Promised: or(d, pick(d, "", "2026-10-01"), "soon"), CacheTTL: or(d, "", "1h")}
	switch november := day("2026-11-23"); d.roll(4) {
	case 2:
		t.From = november
	case 3:
		t.Until = november
	}
	t.Until = or(d, t.Until, day("2026-10-01"))
	return t
}

func (d *dice) bands() []*data.ContextBand {
	var bands []*data.ContextBand
	switch d.roll(4) {
	case 0:
		bands = []*data.ContextBand{{UpTo: 100}, {Over: 100}}
	case 1:
		bands = []*data.ContextBand{{Below: 100}, {From: 100, UpTo: 200}}
	case 2:
		bands = []*data.ContextBand{{UpTo: 100}, {Over: 100, Below: 200}, {From: 200}}
	default:
		return []*data.ContextBand{nil}
	}
	for _, b := range bands {
		b.From, b.UpTo = or(d, b.From, -7, 1<<62), or(d, b.UpTo, 50, -7)
	}
	return bands
}

func (d *dice) hours() []*data.WeeklyHours {
	if d.roll(3) != 2 {
		return []*data.WeeklyHours{nil}
	}
	h := data.WeeklyHours{Zone: or(d, pick(d, "UTC", "Asia/Shanghai", "America/New_York"), "Local", "Mars/Olympus", "../zone")}
	for _, days := range [][]string{{"sat"}, {"sun", "mon"}} {
		h.Windows = append(h.Windows, data.WeeklyWindow{Days: or(d, days, []string{"sunday"}, nil),
			From: or(d, pick(d, "01:00", "22:00"), "24:00", "late"), To: or(d, pick(d, "04:00", "24:00", "00:30"), "7", "23:30")})
	}
	return or(d, []*data.WeeklyHours{&h, outside(h)}, []*data.WeeklyHours{&h})
}

func (d *dice) usage(t data.Tariff) tariff.Usage {
	u := tariff.Usage{Quantities: map[data.BillingClass]int64{}, Requests: or(d, pick[int64](d, 1, 1, 2, 3), 0, tariff.MaxQuantity), Service: or(d, pick(d, "", "", "batch"), "flex"),
		Region: or(d, pick(d, "", "", "us"), "eu"), Effort: pick(d, "", "thinking"), At: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Add(time.Duration(d.roll(100)) * time.Hour)}
	for range 1 + d.roll(3) {
		class := t.Lines[d.roll(len(t.Lines))].Class
		if d.roll(4) == 3 {
			class = d.class()
		}
		u.Quantities[class] = or(d, pick[int64](d, 1, 99, 100, 101, 250, 600), 0, tariff.MaxQuantity, -1)
	}
	if d.roll(4) == 3 {
		u.Factor = d.number()
	}
	return u
}
