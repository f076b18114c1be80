package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// apiComplete finds what is missing from a decoded document: a pointer that is nil and not marked optional.
func apiComplete(document any) error {
	return complete(reflect.ValueOf(document).Elem(), "")
}

func complete(v reflect.Value, at string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return fmt.Errorf("%s is missing or null", at)
		}
		return complete(v.Elem(), at)
	case reflect.Slice:
		for i := range v.Len() {
			if err := complete(v.Index(i), fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.Tag.Get("api") == "optional" && v.Field(i).IsZero() {
				continue
			}
			if err := complete(v.Field(i), at+"."+f.Tag.Get("json")); err != nil {
				return err
			}
		}
	}
	return nil
}

func TestAPIDecodingCanFail(t *testing.T) {
	const good = `{"platforms":[{"id":"a","name":"A","description":"d","pricing":"p","url":"https://a.example/"}],"lastUpdated":"2026-11-16T03:00:00.000Z"}`
	for _, test := range []struct{ name, old, new, want string }{
		{"untouched", "", "", ""},
		{"missing", `"name":"A",`, ``, ".platforms[0].name is missing"},
		{"null", `"name":"A"`, `"name":null`, ".platforms[0].name is missing"},
		{"other-field", `"name":"A"`, `"name":"A","rank":1`, "unknown field"},
		{"other-type", `"name":"A"`, `"name":1`, "cannot unmarshal number"},
		{"no-list", `"platforms":[`, `"platforms":null,"x":[`, "unknown field"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var p apiPlatforms
			err := apiDecode([]byte(strings.Replace(good, test.old, test.new, 1)), &p)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("apiDecode = %v, want %q", err, test.want)
			}
		})
	}
}
