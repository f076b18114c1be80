package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
)

// versionsNamed finds the two versions that the words of a command line mean.
func (a *app) versionsNamed(from, to string) (string, string, error) {
	versions, err := a.store.List()
	if err != nil {
		return "", "", err
	}
	if len(versions) == 0 {
		return "", "", fmt.Errorf("the store %s holds no snapshot, so there is nothing to compare; pricepoint refresh makes one, and is --store right?", a.store)
	}
	first, err := a.versionNamed(from, versions)
	if err != nil {
		return "", "", err
	}
	second, err := a.versionNamed(to, versions)
	return first, second, err
}

// versionNamed finds the version that one word means, among all there are.
func (a *app) versionNamed(name string, versions []string) (string, error) {
	newest := len(versions) - 1
	switch {
	case name == "latest":
		return versions[newest], nil
	case name == "previous" && newest == 0:
		return "", fmt.Errorf("%s is the only snapshot, so there is none before it to compare with", versions[0])
	case name == "previous":
		return versions[newest-1], nil
	case slices.Contains(versions, name):
		return name, nil
	}
	if _, err := data.ParseVersion(name); err == nil {
		return "", fmt.Errorf("there is no snapshot %s; the nearest are %s", name, a.nearest(name))
	}
	at, err := instant(name, a.now())
	if err != nil {
		return "", usageError{err}
	}
	version, err := a.store.AsOf(at)
	var gap *store.GapError
	if errors.As(err, &gap) {
		return "", fmt.Errorf("%v; name one of the two", err)
	}
	return version, err
}

// instant reads a time that has come. A day means its end, when everything of it had been published.
func instant(text string, now time.Time) (time.Time, error) {
	begin, err := time.Parse(time.DateOnly, text)
	at := begin.AddDate(0, 0, 1).Add(-time.Nanosecond)
	if err != nil {
		begin, err = time.Parse(time.RFC3339, text)
		at = begin
	}
	switch {
	case err != nil:
		return at, fmt.Errorf("%q names no snapshot: give a version such as 2026-11-21T030000Z, a day such as 2026-11-21, a time such as 2026-11-21T03:00:00Z, latest or previous", text)
	case begin.After(now):
		return at, fmt.Errorf("%s has not come yet", text)
	}
	return at, nil
}
