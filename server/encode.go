package server

import (
	"bytes"
	"compress/gzip"
	"sync"

	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
)

// encoded are the bytes of a document in one encoding.
type encoded struct {
	name string
	body []byte
}

// encodings returns a document in all encodings that are there or quickly made.
func (p *preparation) encodings(d data.Document) []encoded {
	var zipped, zstandard []byte
	var both sync.WaitGroup
	both.Go(func() { zipped = zip(d.Body) })
	both.Go(func() { zstandard = p.zstd.EncodeAll(d.Body, nil) })
	both.Wait()
	all := []encoded{{identity, d.Body}, {"gzip", zipped}, {"zstd", zstandard}}
	if d.Brotli != nil {
		all = append(all, encoded{"br", d.Brotli})
	}
	return all
}

func zip(body []byte) []byte {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a constant level and a buffer cannot fail
	}
	return buf.Bytes()
}

// zstdWindow is the largest that clients must accept for this encoding (RFC 9659).
const zstdWindow = 8 << 20

func newZstd() *zstd.Encoder {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression),
		zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow))
	if err != nil {
		panic(err) // constant options
	}
	return w
}
