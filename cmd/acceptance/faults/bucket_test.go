//go:build proof

package faults

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/blob"
	"pricepoint/data/blob/s3test"
	"pricepoint/data/store"
)

var bucketWeeks = flag.Int("bucketweeks", 0, "how many weeks a store lives in a bucket behind a proxy of faults; 0: one")

// TestBucketBehindFaults keeps a store in a bucket to which the way is bad, while refreshers are killed and come two at
// once. Whatever of it is published is what a store on a disk has that nobody disturbs; a server shows nothing else.
func TestBucketBehindFaults(t *testing.T) {
	t.Parallel()
	weeks, delay := *bucketWeeks, 10*time.Second
	if weeks == 0 {
		weeks, delay = 1, time.Second
	}
	r := newRemote(t, delay)
	for week := range weeks {
		r.live(week)
		if week%3 == 1 {
			r.publish()
		}
		if week%3 == 2 {
			r.prune()
		}
	}
	if *bucketWeeks > 0 {
		r.restore()
	}
	r.end(weeks)
}

// remote is a store in a bucket, with one on a disk that knows what is true.
type remote struct {
	clock
	calm       string   // on the disk
	bucket     location // of the store
	mirror     location // of its mirror
	near, away *proxy   // of the refreshers, and of all others
	random     *rand.Rand
	readers    *readers
	server     string
	published  map[string]bool // digests of all documents
	fates      map[string]int  // of refreshes
}

// location is where something is in the storage.
type location struct {
	s3   *s3test.Server
	name string
}

// by is its URL by way of an address.
func (l location) by(address string) string { return l.s3.URL(l.name+"/of/models", address) }

func (l location) direct() string { return l.by(l.s3.Address) }

func newRemote(t *testing.T, delay time.Duration) *remote {
	s3 := s3test.Start(t)
	_, kept := s3.NewBucket(t)
	_, mirror := s3.NewBucket(t)
	r := &remote{
		clock: newClock(t), calm: filepath.Join(t.TempDir(), "calm"), bucket: location{s3, kept}, mirror: location{s3, mirror},
		near: startProxy(t, s3.Address, 1, delay), away: startProxy(t, s3.Address, 2, delay), random: rand.New(rand.NewPCG(*seed, 0)),
		readers: startReaders(t), published: map[string]bool{}, fates: map[string]int{},
	}
	r.stand(fixture.GrownOn)
	serve := r.command("serve", "--store", r.bucket.by(r.away.address), "--listen", "127.0.0.1:0", "--log-format", "text")
	serve.Env = append(serve.Env, "PRICEPOINT_SERVER_POLL=300ms")
	r.server = fixture.Started(t, serve)
	r.readers.base.Store(&r.server)
	t.Cleanup(func() { r.readers.lost.Add(1); r.readers.base.Store(nil) })
	r.away.spoil(usual, 0)
	return r
}

const (
	usual     = 0.1 // of the requests are spoilt
	longest   = 100 // requests of an outage
	mostTries = 12  // of a refresh, some minutes apart
)

// live is one week: refreshes are tried until one is done.
func (r *remote) live(week int) {
	r.t.Helper()
	in := weekly(r.t, week)
	for try := range mostTries {
		in.at = in.at.Add(time.Minute)
		outage := 0
		if r.random.IntN(6) == 0 {
			outage = r.random.IntN(longest)
		}
		r.near.spoil(usual, outage)
		if try == 0 && week == 0 || try > 0 && r.random.IntN(3) > 0 {
			if r.refresh(in) {
				break
			}
		} else if r.random.IntN(2) == 0 {
			r.killed(in)
		} else {
			r.twoAtOnce(in)
		}
		r.catchUp(in.archive)
		if try == mostTries-1 {
			r.t.Fatalf("week %d: nothing is published after %d tries: %v", week, mostTries, r.fates)
		}
	}
	r.catchUp(in.archive)
	if *bucketWeeks > 0 {
		r.wantSound()
	}
}

func (r *remote) reading(in input) *exec.Cmd {
	return r.command("refresh", "--replay", in.archive, "--as-of", in.at.Format(time.RFC3339), "--store", r.bucket.by(r.near.address), "--log-format", "text")
}

// refresh reports whether it has published.
func (r *remote) refresh(in input) bool {
	r.stand(in.at)
	_, log, code := fixture.Finished(r.t, r.reading(in))
	return r.judge(log, code)
}

// judge reports whether a refresh says that it has published. One that fails says where, and tells no secret.
func (r *remote) judge(log string, code int) bool {
	r.t.Helper()
	switch {
	case code == 0 && strings.Contains(log, " published="):
		r.fates["published"]++
		return true
	case code != 1:
		r.t.Errorf("a refresh ended with %d:\n%s", code, log)
	case !strings.Contains(log, "s3://"+r.bucket.name+"/of/models"):
		r.t.Errorf("a refresh failed and does not say where:\n%s", log)
	}
	for _, secret := range []string{s3test.SecretKey, "Signature=", "AWS4-HMAC", "panic:", "DATA RACE"} {
		if strings.Contains(log, secret) {
			r.t.Errorf("%q is told:\n%s", secret, log)
		}
	}
	r.fates["failed: "+causeOf(log)]++
	return false
}

// causeOf is the last error of a log without what is other each time.
func causeOf(log string) string {
	lines := strings.Split(strings.TrimSpace(log), "\n")
	cause := lines[len(lines)-1]
	for _, known := range []string{"whether it is published is not known", "another run has published", "is being published by another run", "was being published by another run",
		"the pointer has changed meanwhile", "build it again", "cannot be written", "cannot be reached", "is broken", "time never goes back"} {
		if strings.Contains(cause, known) {
			return known
		}
	}
	return cause
}

// killed kills a refresh after some of its requests.
func (r *remote) killed(in input) {
	r.stand(in.at)
	c := r.reading(in)
	moment := r.near.after(1 + r.random.IntN(80))
	if err := c.Start(); err != nil {
		r.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { c.Wait(); close(ended) }()
	select {
	case <-moment:
	case <-ended:
	}
	c.Process.Kill()
	<-ended
	if c.ProcessState.ExitCode() < 0 {
		r.fates["killed"]++
	} else {
		r.fates["ended before it was killed"]++
	}
}

// twoAtOnce has two refreshes begin together, of one time or of times that are a little apart.
func (r *remote) twoAtOnce(in input) {
	other := in
	if r.random.IntN(2) == 0 {
		other.at = in.at.Add(20 * time.Second)
	}
	r.stand(other.at)
	var logs [2]bytes.Buffer
	both := [2]*exec.Cmd{r.reading(in), r.reading(other)}
	for i, c := range both {
		c.Stderr = &logs[i]
		if err := c.Start(); err != nil {
			r.t.Fatal(err)
		}
	}
	for i, c := range both {
		c.Wait()
		r.fates["one of two"]++
		r.judgeOneOfTwo(logs[i].String(), c.ProcessState.ExitCode())
	}
}

// judgeOneOfTwo is judge of one of two: that of the same time may find its work done.
func (r *remote) judgeOneOfTwo(log string, code int) {
	r.t.Helper()
	if code == 0 && strings.Contains(log, "nothing to do, this snapshot is published already") {
		r.fates["found it done"]++
		return
	}
	r.judge(log, code)
}

// catchUp does in the calm store what was done in the bucket, and compares.
func (r *remote) catchUp(archive string) {
	r.t.Helper()
	far, err := store.At(r.t.Context(), r.bucket.direct())
	if err != nil {
		r.t.Fatal(err)
	}
	defer far.Close()
	near := fixture.Open(r.t, r.calm)
	known, err := near.List()
	versions, farErr := far.List()
	if err := errors.Join(err, farErr); err != nil {
		r.t.Fatal(err)
	}
	for _, version := range known {
		if !slices.Contains(versions, version) {
			out, log, _ := r.run("verify", "--store", r.bucket.direct())
			r.t.Fatalf("%s has vanished from the bucket, which has %v:\n%s%s%v\n%v", version, versions, out, log, slices.Sorted(maps.Keys(r.objects(r.bucket))), r.fates)
		}
	}
	for _, version := range versions {
		if slices.Contains(known, version) {
			continue
		}
		at, err := data.ParseVersion(version)
		if err != nil {
			r.t.Fatal(err)
		}
		r.mustRun("refresh", "--replay", archive, "--as-of", at.Format(time.RFC3339), "--store", r.calm)
		want, wantErr := near.ManifestBody(version)
		got, err := far.ManifestBody(version)
		if err := errors.Join(wantErr, err); err != nil {
			r.t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			r.t.Fatalf("%s in the bucket is not what it is on a disk (-disk +bucket):\n%s", version, diff)
		}
		m, err := near.Manifest(version)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, f := range m.Files {
			r.published[f.SHA256] = true
		}
	}
}

// wantSound verifies the store, and wants everything in it to be published or claimed.
func (r *remote) wantSound() {
	r.t.Helper()
	r.mustRun("verify", "--store", r.bucket.direct())
	objects := r.objects(r.bucket)
	versions, err := fixture.Open(r.t, r.calm).List()
	if err != nil {
		r.t.Fatal(err)
	}
	for name := range objects {
		folder, rest, _ := strings.Cut(name, "/")
		version, _, _ := strings.Cut(rest, "/")
		version, _, _ = strings.Cut(version, ".")
		_, claimed := objects["publishing/"+version]
		switch folder {
		case "snapshots", "archive", "exports":
			if !claimed && !slices.Contains(versions, version) {
				r.t.Errorf("%s is left, and nobody will remove it", name)
			}
		}
	}
}

// objects are all below a location, with their sizes.
func (r *remote) objects(l location) map[string]int64 {
	r.t.Helper()
	opened := r.open(l)
	defer opened.Close()
	found, err := opened.List(r.t.Context(), "", false)
	if err != nil {
		r.t.Fatal(err)
	}
	all := map[string]int64{}
	for _, e := range found {
		all[e.Name] = e.Size
	}
	return all
}

func (r *remote) open(l location) blob.Blobs {
	opened, err := blob.Purpose{}.Open(l.direct())
	if err != nil {
		r.t.Fatal(err)
	}
	return opened
}

// until runs a command line until it ends well.
func (r *remote) until(what string, args func() []string) {
	r.t.Helper()
	var log string
	for try := range mostTries {
		_, text, code := r.run(args()...)
		if log = text; code == 0 {
			r.fates[fmt.Sprintf("%s, try %d", what, try+1)]++
			return
		}
		r.judge(log, code)
	}
	r.t.Fatalf("%s failed %d times:\n%s", what, mostTries, log)
}

// publish writes both mirrors and compares them.
func (r *remote) publish() {
	r.t.Helper()
	there := r.mirror.by(r.away.address)
	r.until("publish", func() []string { return []string{"publish", there, "--store", r.bucket.by(r.away.address)} })
	here := filepath.Join(r.t.TempDir(), "mirror")
	r.mustRun("publish", here, "--store", r.calm)
	opened := r.open(r.mirror)
	defer opened.Close()
	got := map[string]string{}
	for name := range r.objects(r.mirror) {
		body, _, err := opened.Read(r.t.Context(), name, 64<<20)
		if err != nil {
			r.t.Fatal(err)
		}
		got[name] = fmt.Sprintf("%d bytes, %s", len(body), digestOf(body))
	}
	if diff := cmp.Diff(files(r.t, here), got); diff != "" {
		r.t.Errorf("the mirror in a bucket is not that on a disk (-disk +bucket):\n%s", diff)
	}
}

// prune drops what is old from both stores.
func (r *remote) prune() {
	r.t.Helper()
	file := filepath.Join(r.t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte("keep:\n  days: 21\n"), 0o644); err != nil {
		r.t.Fatal(err)
	}
	r.mustRun("prune", "--config", file, "--store", r.calm)
	r.until("prune", func() []string {
		return []string{"prune", "--config", file, "--store", r.bucket.by(r.near.address), "--log-format", "text"}
	})
	far, err := store.At(r.t.Context(), r.bucket.direct())
	if err != nil {
		r.t.Fatal(err)
	}
	defer far.Close()
	want, wantErr := fixture.Open(r.t, r.calm).List()
	got, err := far.List()
	if diff := cmp.Diff(want, got); diff != "" || errors.Join(err, wantErr) != nil {
		r.t.Errorf("after prune the bucket has other versions (-disk +bucket): %v, %v\n%s", err, wantErr, diff)
	}
}

// restore fills a store on a disk with what is in the bucket.
func (r *remote) restore() {
	r.t.Helper()
	restored := ""
	r.until("restore", func() []string {
		restored = filepath.Join(r.t.TempDir(), "restored")
		return []string{"restore", r.bucket.by(r.near.address), "--store", restored, "--log-format", "text"}
	})
	if diff := cmp.Diff(files(r.t, r.calm), files(r.t, restored)); diff != "" {
		r.t.Errorf("restored from the bucket (-disk +bucket):\n%s", diff)
	}
}

// end kills a refresh, heals the way, refreshes, and looks at everything.
func (r *remote) end(weeks int) {
	r.t.Helper()
	in := weekly(r.t, weeks)
	r.killed(in)
	r.catchUp(in.archive)
	r.near.late.Wait()
	r.away.late.Wait()
	r.near.spoil(0, 0)
	r.away.spoil(0, 0)
	in.at = in.at.Add(time.Minute)
	if !r.refresh(in) {
		r.t.Error("nothing is published although the way is good again")
	}
	r.catchUp(in.archive)
	r.wantSound()
	newest := data.Version(in.at)
	fixture.Eventually(r.t, newest+" is served", func() bool {
		_, body := fixture.Get(r.t, r.server+"/"+data.FreshnessPath)
		return strings.Contains(body, newest)
	})
	r.readers.wantKnown(r.published)
	maps.Copy(r.fates, prefixed("requests of refreshers ", r.near.spoilt))
	maps.Copy(r.fates, prefixed("requests of others ", r.away.spoilt))
	for _, name := range slices.Sorted(maps.Keys(r.fates)) {
		r.t.Logf("%4d  %s", r.fates[name], name)
	}
}

func prefixed(prefix string, counts map[string]int) map[string]int {
	all := map[string]int{}
	for name, n := range counts {
		all[prefix+name] = n
	}
	return all
}
