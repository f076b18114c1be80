package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"gocloud.dev/blob"

	"pricepoint/data"
)

// Accept records an operator's word and returns what is on record, as Dir.Accept does.
func (b *Bucket) Accept(a data.Acceptance) (data.Acceptance, error) {
	if !b.locked.Load() {
		return data.Acceptance{}, fmt.Errorf("accept a finding in %s without its lock: call Lock first", b.url)
	}
	if err := checkAcceptance(a, a.ID); err != nil {
		return data.Acceptance{}, fmt.Errorf("accept finding %s: %v", a.ID, err)
	}
	body, err := data.Encode(a)
	if err != nil {
		return data.Acceptance{}, err
	}
	created, err := b.create(b.ctx, acceptanceName(a.ID), body, rand.Text())
	if err != nil || created {
		return a, err
	}
	before, err := b.acceptance(a.ID)
	if err == nil && (before.By != a.By || before.Note != a.Note) {
		err = alreadyAccepted(before)
	}
	return before, err
}

// Accepted returns every intact acceptance, sorted by finding, as Dir.Accepted does.
func (b *Bucket) Accepted() ([]data.Acceptance, error) {
	var names []string
	err := b.list(acceptedName+"/", "", func(o *blob.ListObject) { names = append(names, o.Key) })
	if err != nil {
		return nil, err
	}
	var all []data.Acceptance
	var trouble []string
	for _, name := range names { // in their order
		a, err := b.listed(name)
		if errors.Is(err, ErrUnavailable) {
			return nil, err
		}
		if err != nil {
			trouble = append(trouble, err.Error())
			continue
		}
		all = append(all, a)
	}
	if len(trouble) > 0 {
		return all, errors.New(strings.Join(trouble, "; "))
	}
	return all, nil
}

// listed reads the record of that name.
func (b *Bucket) listed(name string) (data.Acceptance, error) {
	id, ok := strings.CutSuffix(strings.TrimPrefix(name, acceptedName+"/"), acceptedSuffix)
	if !ok || !findingID.MatchString(id) {
		return data.Acceptance{}, fmt.Errorf("%s/%s is none of ours, which are named %s; move it away", b.url, name, acceptanceName("<finding>"))
	}
	return b.acceptance(id)
}
