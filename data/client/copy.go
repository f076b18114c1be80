package client

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// head is the first line of a copy on disk; the document follows.
type head struct {
	Path    string    `json:"path"`
	ETag    string    `json:"etag"`
	Checked time.Time `json:"checked"`
	SHA256  string    `json:"sha256"` // of the document: half a copy is none
	Key     string    `json:"key,omitempty"`
}

// copyOf is what was read before; false: nothing, or nothing that is whole.
func (c *Client) copyOf(path string) (Document, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d, has := c.held[path]; has || c.options.Folder == "" {
		return d, has
	}
	text, err := os.ReadFile(c.fileOf(path))
	if err != nil {
		return Document{}, false
	}
	first, body, _ := bytes.Cut(text, []byte("\n"))
	var h head
	if json.Unmarshal(first, &h) != nil || h.Path != path || h.SHA256 != digest(body) || h.Key != c.options.PublicKey {
		return Document{}, false // also what was read with another key, or without one
	}
	if strings.ContainsFunc(h.ETag, unicode.IsControl) {
		return Document{}, false // it could never be asked about
	}
	d := Document{Path: path, Body: body, ETag: h.ETag, Checked: h.Checked}
	c.held[path] = d
	return d, true
}

// keep remembers a document, on disk too if it can. It was read either way.
func (c *Client) keep(d Document) Document {
	c.mu.Lock()
	defer c.mu.Unlock()
	d.NotKept = c.write(d)
	c.held[d.Path] = d
	return d
}

// write keeps a copy on disk. It is written beside its place and moved there, so that nobody reads half of it.
func (c *Client) write(d Document) error {
	if c.options.Folder == "" {
		return nil
	}
	first, err := json.Marshal(head{Path: d.Path, ETag: d.ETag, Checked: d.Checked, SHA256: digest(d.Body), Key: c.options.PublicKey})
	if err != nil {
		return err
	}
	return written(c.fileOf(d.Path), append(append(first, '\n'), d.Body...))
}

// fileOf is where a copy is kept. The path of a document is one that leads nowhere else.
func (c *Client) fileOf(path string) string {
	return filepath.Join(c.options.Folder, filepath.FromSlash(path)+".copy")
}

func written(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("the copy cannot be kept: %w", err)
	}
	beside, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return fmt.Errorf("the copy cannot be kept: %w", err)
	}
	_, err = beside.Write(text)
	err = errors.Join(err, beside.Close())
	if err == nil {
		err = os.Rename(beside.Name(), file)
	}
	if err != nil {
		return fmt.Errorf("the copy cannot be kept: %w", errors.Join(err, ignoreGone(os.Remove(beside.Name()))))
	}
	return nil
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
