package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"aead.dev/minisign"

	"pricepoint/data"
)

// verify proves a document by the signed manifest of its snapshot. The freshness is no part of a snapshot once a source was
// read or missed after it was made: the server itself writes it, and nobody signs that.
func (c *Client) verify(ctx context.Context, path string, body []byte, cacheControl string) error {
	if c.key == nil || path == data.FreshnessPath {
		return nil
	}
	c.mu.Lock()
	known := c.manifest
	c.mu.Unlock()
	sum := digest(body)
	if lists(known, path, sum) {
		return nil
	}
	next, err := c.signed(ctx, cacheControl) // there is another snapshot
	if err != nil {
		return err
	}
	if next.Version < known.Version {
		return fmt.Errorf("%w: the server went back from snapshot %s to %s", ErrUnverified, known.Version, next.Version)
	}
	if !lists(next, path, sum) {
		return fmt.Errorf("%w: the manifest of snapshot %s does not list %s with the digest %s", ErrUnverified, next.Version, path, sum)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if next.Version > c.manifest.Version {
		c.manifest = next
	}
	return nil
}

func lists(m data.Manifest, path, sum string) bool {
	return slices.ContainsFunc(m.Files, func(f data.File) bool { return f.Path == path && f.SHA256 == sum })
}

// signed is the manifest of the newest snapshot, if its signature is good and names that snapshot.
func (c *Client) signed(ctx context.Context, cacheControl string) (m data.Manifest, err error) {
	var fresh struct {
		Version string `json:"version"`
	}
	body, err := c.proof(ctx, data.FreshnessPath, cacheControl)
	if err == nil {
		err = json.Unmarshal(body, &fresh)
	}
	if err != nil {
		return m, err
	}
	if _, err := data.ParseVersion(fresh.Version); err != nil {
		return m, fmt.Errorf("%w: %v", ErrUnverified, err)
	}
	address := "api/snapshots/" + fresh.Version + "/manifest.json"
	manifest, err := c.proof(ctx, address, cacheControl)
	if err != nil {
		return m, err
	}
	signature, err := c.proof(ctx, address+".minisig", cacheControl)
	if err != nil {
		return m, err
	}
	if !minisign.Verify(*c.key, manifest, signature) {
		return m, fmt.Errorf("%w: the manifest of snapshot %s has no valid signature of this key", ErrUnverified, fresh.Version)
	}
	if err := json.Unmarshal(manifest, &m); err != nil || m.Version != fresh.Version {
		return m, fmt.Errorf("%w: what is signed is not the manifest of snapshot %s", ErrUnverified, fresh.Version)
	}
	return m, nil
}

// proof reads what is part of no copy. A server that has none proves nothing; one that cannot be asked says neither.
func (c *Client) proof(ctx context.Context, path, cacheControl string) ([]byte, error) {
	resp, err := c.get(ctx, path, "", cacheControl)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := bodyOf(resp)
	if errors.Is(err, ErrNotFound) {
		return nil, fmt.Errorf("%w: %v", ErrUnverified, err) // ErrNotFound would be about the document itself
	}
	return body, err
}
