#!/bin/sh
# Writes notices.txt: the licences of the program and of every module that is built into it, on the systems it is built for.
# It ends where go-licenses finds a module without a licence, or under one that does not let others pass the program on in
# binary form. Modules under the MPL ask to say where their source is, as the introduction does.
#
#	go generate ./cmd/pricepoint
set -eu
cd "$(dirname "$0")"
go run github.com/google/go-licenses@v1.6.0 check . --ignore pricepoint \
  --allowed_licenses Apache-2.0,BSD-2-Clause,BSD-3-Clause,ICU,ISC,MIT,MPL-2.0 2>/dev/null

# Path, version and folder of each module, and the folders in it of which packages are used.
modules() {
  for system in darwin linux windows; do
    GOOS=$system CGO_ENABLED=0 GOFLAGS= go list -deps \
      -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$.Dir}}{{end}}{{end}}' .
  done | sort -u
}

# A text with its title; one that stands above already is named alone.
texts=$(mktemp)
trap 'rm -f "$texts"' EXIT
section() {
  printf '\n====================================================================================================\n%s\n\n' "$1"
  digest=$(sha256sum <"$2")
  if above=$(grep -F "$digest" "$texts"); then
    printf 'The same as %s.\n' "${above#*|}"
  else
    printf '%s|%s\n' "$digest" "$1" >>"$texts"
    cat "$2"
  fi
}

{
  cat notices-introduction.txt
  modules | awk '{print $1, $2}' | sort -u
  section 'pricepoint: LICENSE' ../../LICENSE
  section 'pricepoint: data/LICENSE' ../../data/LICENSE
  modules | while read -r path _ root folder; do
    while :; do # the folders from the package up to the module
      find "$folder" -maxdepth 1 -type f ! -name '*.go' -iregex '.*/[^/]*\(licen[cs]e\|copying\|notice\|patents\)[^/]*'
      [ "$folder" != "$root" ] || break
      folder=${folder%/*}
    done | sed "s#^$root/#$path $root #"
  done | sort -u | while read -r path root file; do section "$path: $file" "$root/$file"; done
} >notices.txt
