package scoring

import "github.com/shopspring/decimal"

// Calibrate fits the boards' curves to all results and finds out how good its estimates are, by hiding what is known.
// published is the least observed weight with which a model is published.
func Calibrate(boards []Board, models []Model, published decimal.Decimal) (Calibration, Evaluation, error) {
	boards, models = independent(boards), sortedModels(models)
	s, err := newStudy(boards, models)
	if err != nil {
		return Calibration{}, Evaluation{}, err
	}
	f, err := fit(s)
	if err != nil {
		return Calibration{}, Evaluation{}, err
	}
	e := examination{fitted: f, calibration: f.calibration(), models: models}
	byRun, err := e.run(sameRun, nil)
	if err != nil {
		return Calibration{}, Evaluation{}, err
	}
	byTasks, err := e.run(sameTasks, byRun)
	if err != nil {
		return Calibration{}, Evaluation{}, err
	}
	w := widths{byRun, published.InexactFloat64()}
	for i, b := range e.calibration.Boards {
		if b.Weight.IsPositive() {
			e.calibration.Boards[i].Width = rounded(w.of(b.ID, nil))
		}
	}
	made := Evaluation{Results: s.total, Models: len(s.subjects)}
	made.Figures = append(w.figures(sameRun, boards, byRun), w.figures(sameTasks, boards, byTasks)...)
	e.calibration.Population.Kinship = kinship(e.calibration.kinships(models))
	if made.Provisional, err = e.provisional(); err != nil {
		return Calibration{}, Evaluation{}, err
	}
	return e.calibration, made, e.calibration.Check()
}

// provisional finds the widths of provisional estimates, and how far they are off.
func (e *examination) provisional() ([]ProvisionalFigures, error) {
	var figures []ProvisionalFigures
	e.calibration.Widths = map[Basis]float64{}
	for _, on := range Bases {
		hidden, err := e.hideAll(on)
		if err != nil {
			return nil, err
		}
		if len(hidden) >= minResults {
			f := sumWhole(on, hidden)
			figures, e.calibration.Widths[on] = append(figures, f), f.Width
		}
	}
	return figures, nil
}
