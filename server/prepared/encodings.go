package prepared

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/bits"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	fastgzip "github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
)

// Maker makes resources, one after the other, and so needs the memory of one encoder at a time. The zero value is ready.
type Maker struct {
	gzip   *gzip.Writer
	zstd   *zstd.Encoder
	window int // of zstd
}

// Make prepares a document in every encoding.
func (m *Maker) Make(route string, kind Kind, d data.Document, modified time.Time) *Resource {
	return newResource(route, kind, d, modified, m.encodings(kind.Packed, d))
}

// Stored prepares a document as a store keeps it: nothing is compressed.
func Stored(route string, kind Kind, d data.Document, modified time.Time) *Resource {
	all := []*Answer{{Encoding: Identity, Body: d.Body}}
	if d.Brotli != nil {
		all = append(all, &Answer{Encoding: "br", Body: d.Brotli})
	}
	return newResource(route, kind, d, modified, all)
}

// unpacked is a body of which only what gzip has made of it is kept, unless it is so short that nothing is saved.
func unpacked(zipped, body []byte) *Answer {
	if len(body) < shortestUnpacked {
		return &Answer{Encoding: Identity, Body: body}
	}
	return &Answer{Encoding: Identity, Body: zipped, unpacked: len(body)}
}

const shortestUnpacked = 4 << 10

// largestTight bounds what is compressed here as well as brotli can, in bytes: that takes a second for half a megabyte. A
// store keeps its documents compressed, whatever their size.
const largestTight = 64 << 10

// lightQuality is the level of brotli for Lightly, and for what is larger: a hundred times as fast as the best, and a tenth
// larger.
const lightQuality = 5

func (m *Maker) encodings(packed Packing, d data.Document) []*Answer {
	plain := &Answer{Encoding: Identity, Body: d.Body}
	if packed == Already {
		return []*Answer{plain}
	}
	zipped := &Answer{Encoding: "gzip", Body: made(d.Gzip, d.Body, m.zip)}
	if packed == Lightly {
		return []*Answer{unpacked(zipped.Body, d.Body), zipped, {Encoding: "br", Body: compress(d.Body, min(Quality, lightQuality))}}
	}
	zstd := &Answer{Encoding: "zstd", Body: made(d.Zstd, d.Body, m.zstandard)}
	if packed == Largely {
		return []*Answer{unpacked(zipped.Body, d.Body), zipped, zstd}
	}
	quality := Quality
	if len(d.Body) > largestTight {
		quality = min(Quality, lightQuality)
	}
	br := made(d.Brotli, d.Body, func(body []byte) []byte { return compress(body, quality) })
	return []*Answer{plain, zipped, zstd, {Encoding: "br", Body: br}}
}

// made is what a store has made of a body, or what is made of it now.
func made(stored, body []byte, pack func([]byte) []byte) []byte {
	if stored != nil {
		return stored
	}
	return pack(body)
}

func (m *Maker) zip(body []byte) []byte {
	if m.gzip == nil {
		m.gzip, _ = gzip.NewWriterLevel(nil, gzip.BestCompression) // a level that there is
	}
	return written(body, func(to io.Writer) io.WriteCloser { m.gzip.Reset(to); return m.gzip })
}

// written is what an encoder makes of a body.
func written(body []byte, encoder func(to io.Writer) io.WriteCloser) []byte {
	var buf bytes.Buffer
	w := encoder(&buf)
	_, err := w.Write(body)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a buffer cannot fail
	}
	return bytes.Clone(buf.Bytes())
}

// unzipBytes is about how much memory unzip takes: its window, its tables, and the piece that is on its way.
const unzipBytes = 96 << 10

// unzippers are used again: the window of one is more than most answers.
var unzippers = sync.Pool{New: func() any { return new(fastgzip.Reader) }}

// unzip writes what gzip made compressed of, in two thirds of the time that the standard library takes.
func unzip(to io.Writer, compressed []byte) (int64, error) {
	r := unzippers.Get().(*fastgzip.Reader)
	defer unzippers.Put(r)
	if err := r.Reset(bytes.NewReader(compressed)); err != nil {
		return 0, err
	}
	return io.Copy(to, r)
}

// largestWindow is the largest of zstd that clients must accept (RFC 9659).
const largestWindow = 8 << 20

// zstandard keeps its encoder, whose tables take megabytes, until a document needs a larger window: its history takes
// as much as the window.
func (m *Maker) zstandard(body []byte) []byte {
	if window := min(max(1<<windowBits(body), 128<<10), largestWindow); m.zstd == nil || window > m.window {
		w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1),
			zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
		if err != nil {
			panic(err) // the window is within the bounds
		}
		m.zstd, m.window = w, window
	}
	return m.zstd.EncodeAll(body, nil)
}

// Quality is the level of brotli. Only tests set another, for what a hundred servers serve in them is not judged by its size.
var Quality = brotli.BestCompression

// Brotli compresses as well as brotli can, with a window that is just large enough for the document.
func Brotli(body []byte) []byte { return compress(body, Quality) }

func compress(body []byte, quality int) []byte {
	return written(body, func(to io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(to, brotli.WriterOptions{Quality: quality, LGWin: min(max(windowBits(body)+1, 16), 24)})
	})
}

// Unpacked is what Brotli compressed.
func Unpacked(compressed []byte) ([]byte, error) {
	return io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
}

// windowBits is the base 2 logarithm of the smallest power of two that the document fits in.
func windowBits(body []byte) int { return bits.Len(uint(max(len(body)-1, 0))) }
