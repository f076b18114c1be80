package blob

import (
	"io/fs"
	"testing"
)

// FuzzParse takes anything for the URL of a bucket: it names no secret, its objects stay below its prefix, and what is shown
// of it is the URL of the same bucket.
func FuzzParse(f *testing.F) {
	for _, location := range []string{
		"s3://prices", "s3://prices/a/b.c_d-e/?region=us-east-1&endpoint=http://[::1]", "s3://b/?%70refix=x", "s3://b/%2e%2e/a", "s3://b/a%2fb", "s3://b:80/a", "s3://[::1]/", "s3://b?endpoint=https://u:hunter2@x",
		"s3://b;c", "S3://B", "s3:b", "s3://b?region=a;b", "s3://b?anonymous=maybe", "s3://b?ssetype=aws:kms&kmskeyid=x", "s3://b?role=arn:a&profile=x", "s3://b?endpoint=http://x\x00", "azblob://b", "gs://b",
	} {
		f.Add(location)
	}
	f.Fuzz(func(t *testing.T, location string) {
		address, err := Parse(location)
		if err != nil {
			return
		}
		if !address.Overlaps(address) {
			t.Errorf("%s is not itself", location)
		}
		shown, err := Parse(address.String())
		if err != nil || shown.prefix != address.prefix || shown.bucket != address.bucket || len(shown.settings) > 0 {
			t.Errorf("%q is shown as %q, which is %+v, %v", location, address, shown, err)
		}
		if address.prefix != "" && !fs.ValidPath(address.prefix) {
			t.Errorf("%q keeps its objects below %q", location, address.prefix)
		}
		b, err := address.Open(store)
		if err != nil {
			return
		}
		if b.String() != address.String() {
			t.Errorf("%q is open as %s", location, b)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
}
