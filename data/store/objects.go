package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"pricepoint/data/bucket"
)

// storage is what a bucket can do.
type storage interface {
	Read(ctx context.Context, name string, limit int64) ([]byte, error)
	ReadUnless(ctx context.Context, name, tag string, limit int64) (body []byte, now string, err error)
	Stat(ctx context.Context, name string) (bucket.Info, error)
	List(ctx context.Context, prefix string, folded bool) ([]bucket.Entry, error)
	Write(ctx context.Context, name string, body []byte, how bucket.Writing) error
	Remove(ctx context.Context, name string) error
	NoTag() string
	String() string
	Close() error
}

// objects keeps those of a store in a bucket. Nobody is kept out: what must not be overwritten is written on conditions.
type objects struct {
	storage
	ctx     context.Context // of all reading
	pointer remembered
}

func (o *objects) close() error { return o.Close() }

func (o *objects) lock(context.Context) (unlock func() error, err error) {
	return func() error { return nil }, nil
}

// remembered is the pointer as it was read last: whoever asks for it every few seconds is mostly told that it has not
// changed.
type remembered struct {
	mu   sync.Mutex
	tag  string // "": nothing was read, or nothing that can be asked for conditionally
	body []byte
}

func (m *remembered) last() (tag string, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tag, m.body
}

func (m *remembered) keep(tag string, body []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tag, m.body = tag, body
}

func (o *objects) read(name string) ([]byte, error) {
	if name != pointerName {
		return o.Read(o.ctx, name, limit(name))
	}
	known, last := o.pointer.last()
	body, tag, err := o.ReadUnless(o.ctx, name, known, limit(name))
	if errors.Is(err, bucket.ErrUnchanged) {
		return last, nil
	}
	if err == nil {
		o.pointer.keep(tag, body)
	}
	return body, err
}

// stream reads ahead: an archive is small, and a connection that breaks off in the midst of it is not seen.
func (o *objects) stream(name string) (io.ReadCloser, error) {
	body, err := o.read(name)
	return io.NopCloser(bytes.NewReader(body)), err
}

func (o *objects) list(folder string) (all []entry, err error) {
	found, err := o.List(o.ctx, folder+"/", true)
	for _, e := range found {
		all = append(all, entry{name: path.Base(e.Name), isDir: e.Folded})
	}
	return all, err
}

// size adds up all whose names begin so.
func (o *objects) size(name string) (bytes int64, err error) {
	found, err := o.List(o.ctx, name, false)
	for _, e := range found {
		bytes += e.Size
	}
	return bytes, err
}

// rivals are those with a claim that is not given up.
func (o *objects) rivals() (versions []string, err error) {
	claims, err := claimsIn(o)
	for _, version := range claims {
		if holder, err := o.read(claimName(version)); err != nil || !isGivenUp(holder) {
			versions = append(versions, version)
		}
	}
	return versions, err
}

func (o *objects) lay(snapshot packed) (laid []object, err error) {
	for name, body := range snapshot.members() {
		laid = append(laid, object{snapshotName(snapshot.version) + "/" + name, body})
	}
	return laid, nil
}

func (o *objects) sweep() error { return nil }

func (o *objects) create(ctx context.Context, name string, body []byte) (created bool, err error) {
	return o.createFor(ctx, name, body, rand.Text())
}

// createFor writes an object that must not be there yet. It returns false when it is, and somebody else's: after a
// lost answer the repeated request finds our own.
func (o *objects) createFor(ctx context.Context, name string, body []byte, owner string) (created bool, err error) {
	err = o.Write(ctx, name, body, writing(name, bucket.Writing{IfAbsent: true, Owner: owner}))
	if errors.Is(err, bucket.ErrRefused) {
		there, err := o.Stat(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil // another run made it, and has let go since
		}
		return err == nil && there.Owner == owner, err
	}
	if err != nil {
		return false, o.cannotWrite(name, err)
	}
	return true, nil
}

// swap writes an object that must still have a tag, or not exist when that is "".
func (o *objects) swap(ctx context.Context, name string, body []byte, tag, owner string) error {
	return o.Write(ctx, name, body, writing(name, bucket.Writing{IfAbsent: tag == "", IfTag: tag, Owner: owner}))
}

// replace writes no owner: no clearing up takes the object for its own.
func (o *objects) replace(ctx context.Context, name string, body []byte) error {
	if err := o.Write(ctx, name, body, writing(name, bucket.Writing{})); err != nil {
		return o.cannotWrite(name, err)
	}
	return nil
}

func (o *objects) remove(ctx context.Context, name string) error {
	if err := o.Remove(ctx, name); err != nil {
		return o.cannotWrite(name, err)
	}
	return nil
}

// drop removes a version behind a mark: a bucket cannot rename, so the mark hides it from readers from before its first
// object goes until its last one has.
func (o *objects) drop(ctx context.Context, name string) error {
	version, isSnapshot := strings.CutPrefix(name, snapshotsName+"/")
	if !isSnapshot {
		return o.remove(ctx, name)
	}
	if err := o.replace(ctx, markName(version), []byte(thisProcess())); err != nil {
		return err
	}
	if err := o.removeAll(ctx, name, o.remove); err != nil {
		return err
	}
	return o.remove(ctx, markName(version))
}

// removeAll removes all whose names begin so.
func (o *objects) removeAll(ctx context.Context, prefix string, remove func(context.Context, string) error) error {
	found, err := o.List(o.ctx, prefix, false)
	if err != nil {
		return err
	}
	for _, e := range found {
		if err := remove(ctx, e.Name); err != nil {
			return err
		}
	}
	return nil
}

func (o *objects) cannotWrite(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("store %s: write %s: %w", o, name, context.Canceled)
	}
	return fmt.Errorf("store %s cannot be written: %s: %v", o, name, err)
}

// writing has the headers that a cache or a browser in front of the bucket needs: what is published never changes, all
// else is asked for again each time.
func writing(name string, how bucket.Writing) bucket.Writing {
	how.CacheControl = "no-cache"
	if folder, _, _ := strings.Cut(name, "/"); slices.Contains([]string{snapshotsName, archiveName, exportsFolder}, folder) {
		how.CacheControl = "public, max-age=31536000, immutable"
	}
	plain, isBrotli := strings.CutSuffix(name, brotliSuffix)
	if isBrotli {
		how.ContentEncoding = "br"
	}
	how.ContentType = contentTypeOf(plain)
	return how
}

func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".json":
		return "application/json"
	case ".atom":
		return "application/atom+xml"
	case ".ics":
		return "text/calendar; charset=utf-8"
	case ".csv":
		return "text/csv; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".gz":
		return "application/gzip" // not an encoding: the archive is what it is compressed
	case zipSuffix:
		return "application/zip"
	case "":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}
