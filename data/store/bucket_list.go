package store

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"gocloud.dev/blob"
)

const (
	pageSize  = 1000    // names in an answer, which is what S3 gives at most
	maxListed = 100_000 // names in a listing
)

// versions are the prefixes beneath snapshots/, and the files of a directory that was copied there, without what is
// being dropped.
func (b blobs) versions() ([]string, error) {
	versions, err := b.named(snapshotsName, func(o *blob.ListObject) bool { return o.IsDir || strings.HasSuffix(o.Key, zipSuffix) })
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	marked, err := b.marked()
	return slices.DeleteFunc(versions, func(v string) bool { return slices.Contains(marked, v) }), err
}

// marked are the objects beneath pruning/.
func (b blobs) marked() ([]string, error) {
	return b.named(marksName, func(o *blob.ListObject) bool { return !o.IsDir })
}

// archives are the objects beneath archive/.
func (b blobs) archives() (names []string, err error) {
	err = b.list(archiveName+"/", "/", func(o *blob.ListObject) {
		if !o.IsDir && checkArchive(o.Key) == nil {
			names = append(names, o.Key)
		}
	})
	slices.Sort(names)
	return names, err
}

// aside are none: only a directory sets versions aside.
func (b blobs) aside() ([]string, error) { return nil, nil }

// size adds up all whose names begin so.
func (b blobs) size(name string) (bytes int64, err error) {
	err = b.list(name, "", func(o *blob.ListObject) { bytes += o.Size })
	return bytes, err
}

// claims are the objects beneath publishing/.
func (b blobs) claims() ([]string, error) {
	return b.named(claimsName, func(o *blob.ListObject) bool { return !o.IsDir })
}

// named lists what is named like a version, oldest first.
func (b blobs) named(folder string, counts func(*blob.ListObject) bool) ([]string, error) {
	var versions []string
	err := b.list(folder+"/", "/", func(o *blob.ListObject) {
		if version := strings.TrimSuffix(path.Base(o.Key), zipSuffix); counts(o) && checkVersion(version) == nil {
			versions = append(versions, version)
		}
	})
	slices.Sort(versions)
	return slices.Compact(versions), err
}

// list visits the names that begin with a prefix, folded at the delimiter unless that is "".
func (b blobs) list(prefix, delimiter string, visit func(*blob.ListObject)) error {
	token, listed := blob.FirstPageToken, 0
	for len(token) > 0 {
		page, next, err := b.page(token, &blob.ListOptions{Prefix: prefix, Delimiter: delimiter})
		if err != nil {
			return err
		}
		if listed += len(page); listed > maxListed {
			return fmt.Errorf("%s/%s holds more than %d names", b.url, strings.TrimSuffix(prefix, "/"), maxListed)
		}
		for _, o := range page {
			visit(o)
		}
		token = next
	}
	return nil
}

func (b blobs) page(token []byte, options *blob.ListOptions) (page []*blob.ListObject, next []byte, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, readTimeout)
	defer cancel()
	page, err = ask(ctx, b, func() (page []*blob.ListObject, err error) {
		page, next, err = b.bucket.ListPage(ctx, token, pageSize, options)
		return page, err
	})
	if isMissing(err) {
		return nil, nil, fmt.Errorf("%w: there is no bucket at %s; create it or correct --store", ErrUnavailable, b.url)
	}
	if err != nil {
		return nil, nil, b.unavailable(err)
	}
	return page, next, nil
}
