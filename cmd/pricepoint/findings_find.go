package main

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

// findingNamed is the finding of the newest snapshot that an id, or its first digits, name and that can be accepted.
func (a *app) findingNamed(id string) (data.Finding, error) {
	snapshot, err := a.storedSnapshot()
	if err != nil {
		return data.Finding{}, err
	}
	doc, err := documentOf[data.FindingsDocument](snapshot, data.FindingsPath)
	if err != nil {
		return data.Finding{}, err
	}
	if len(id) < fewestDigits {
		return data.Finding{}, usageError{fmt.Errorf("%q is too short for the id of a finding; give at least %d digits of it, pricepoint findings lists them", id, fewestDigits)}
	}
	waiting, others := beginning(id, doc.Findings)
	switch {
	case len(waiting) == 1:
		return waiting[0], nil
	case len(waiting) > 1:
		return data.Finding{}, usageError{fmt.Errorf("%q begins the ids of %d findings: %s", id, len(waiting), conjunction(ids(waiting), "and"))}
	case len(others) > 1:
		return data.Finding{}, usageError{fmt.Errorf("%q begins the ids of %d findings, which nobody can accept; pricepoint findings --all tells what ends each", id, len(others))}
	case len(others) == 1:
		f := others[0]
		return data.Finding{}, usageError{fmt.Errorf("finding %s is of the kind %s, which nobody can accept: it ends when %s", f.ID, f.Kind, f.Ends)}
	}
	return data.Finding{}, usageError{a.unknownFinding(id, doc)}
}

// beginning are the findings whose id begins with these digits: those that wait for an acceptance, and the others.
func beginning(id string, all []data.Finding) (waiting, others []data.Finding) {
	for _, f := range all {
		switch {
		case !strings.HasPrefix(f.ID, id):
		case slices.Contains(acceptable, f.Kind):
			waiting = append(waiting, f)
		default:
			others = append(others, f)
		}
	}
	return waiting, others
}

func ids(all []data.Finding) []string {
	var names []string
	for _, f := range all {
		names = append(names, f.ID)
	}
	return names
}

// unknownFinding says what is known of an id that the newest snapshot has no finding of.
func (a *app) unknownFinding(id string, doc data.FindingsDocument) error {
	for _, word := range a.accepted() {
		if strings.HasPrefix(word.ID, id) {
			return fmt.Errorf("finding %s was accepted by %s on %s, and snapshot %s no longer has it", word.ID, word.By, dayOf(word.At), doc.Version)
		}
	}
	waiting, _ := beginning("", doc.Findings)
	if len(waiting) == 0 {
		return fmt.Errorf("there is no finding %s, and none that waits for an acceptance in snapshot %s", id, doc.Version)
	}
	return fmt.Errorf("there is no finding %s in snapshot %s; waiting for an acceptance are %s, pricepoint findings tells of them",
		id, doc.Version, conjunction(ids(waiting), "and"))
}
