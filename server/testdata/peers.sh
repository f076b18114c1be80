#!/usr/bin/env bash
# Serves the same bytes with pricepoint, nginx and, where it is installed, Caddy, drives them in turn with wrk, and prints for each: requests
# per second and processor time per request, the medians of all rounds; then pricepoint's requests per second in
# proportion to each peer's, the median of the proportions of a round. Whatever else the machine does weighs on all.
#
#   server/testdata/peers.sh [ROUNDS [SECONDS]]      needs nginx, wrk and curl
#
# BINARY names a built pricepoint, STORE a store to serve; without a store the embedded catalogue is served.
# All use every core, send the same headers and log nothing; pricepoint keeps its metrics, nginx keeps its files open.
# "new" requests differ from all others in one header, the other requests are the same all the time.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-7} seconds=${2:-3} threads=${THREADS:-$(nproc)} connections=${CONNECTIONS:-64}
for program in nginx wrk curl; do
  command -v "$program" >/dev/null || { echo "$program is missing; apt-get install nginx-light wrk curl"; exit 1; }
done

dir=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$dir"' EXIT
peers=(pricepoint nginx); ! command -v caddy >/dev/null || peers+=(caddy)
declare -A pid port=([pricepoint]=18081 [nginx]=18082 [caddy]=18083)
header='curl -sf -o /dev/null -D -'

binary=${BINARY:-$dir/pricepoint}
[ -n "${BINARY:-}" ] || go build -pgo=cmd/pricepoint/serving.pgo -o "$binary" ./cmd/pricepoint
if [ -n "${STORE:-}" ]; then command=(serve --store "$STORE"); else command=(run --store "$dir/store"); fi
HTTPS_PROXY=http://127.0.0.1:1 "$binary" "${command[@]}" --listen "127.0.0.1:${port[pricepoint]}" 2>"$dir/pricepoint.log" &
pid[pricepoint]=$!

up() { for _ in $(seq 100); do curl -sf -o /dev/null "$1" && return; sleep 0.1; done; echo "$1 does not answer"; cat "$dir"/*.log; exit 1; }
up "http://127.0.0.1:${port[pricepoint]}/readyz"

mkdir -p "$dir/www/api"
for name in tools providers; do
  url=http://127.0.0.1:${port[pricepoint]}/api/$name.json
  curl -sf "$url" -o "$dir/www/api/$name.json"
  curl -sf -H 'Accept-Encoding: gzip' "$url" -o "$dir/www/api/$name.json.gz"
  touch -d 2026-01-01 "$dir/www/api/$name.json"*
done
chmod -R a+rX "$dir"

cache='public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800'
cat >"$dir/nginx.conf" <<CONF
worker_processes auto; daemon off; pid $dir/nginx.pid; error_log $dir/nginx.log;
events { worker_connections 4096; }
http {
  sendfile on; tcp_nopush on; access_log off; keepalive_requests 100000000; open_file_cache max=100 inactive=1h;
  types { application/json json; } gzip_static on; gzip_vary on;
  client_body_temp_path $dir/t1; proxy_temp_path $dir/t2; fastcgi_temp_path $dir/t3; uwsgi_temp_path $dir/t4; scgi_temp_path $dir/t5;
  server {
    listen 127.0.0.1:${port[nginx]} backlog=4096; root $dir/www;
    add_header Cache-Control "$cache"; add_header X-Content-Type-Options nosniff;
    add_header Access-Control-Allow-Origin "*"; add_header Access-Control-Expose-Headers "ETag, Last-Modified";
  }
}
CONF
cat >"$dir/Caddyfile" <<CONF
{
  admin off
  auto_https off
  log {
    output discard
  }
}
http://127.0.0.1:${port[caddy]} {
  root * $dir/www
  header Cache-Control "$cache"
  header X-Content-Type-Options nosniff
  header Access-Control-Allow-Origin *
  header Access-Control-Expose-Headers "ETag, Last-Modified"
  file_server {
    precompressed gzip
  }
}
CONF
nginx -c "$dir/nginx.conf" 2>>"$dir/nginx.log" &
pid[nginx]=$!
case ${peers[*]} in *caddy*)
  HOME=$dir caddy run --config "$dir/Caddyfile" --adapter caddyfile 2>"$dir/caddy.log" &
  pid[caddy]=$! ;;
esac
for peer in "${peers[@]:1}"; do up "http://127.0.0.1:${port[$peer]}/api/tools.json"; done

# The requests: name, document, what is asked for, how.
cases=(
  "tools-gzip-200 tools gzip same" "tools-304 tools unchanged same" "tools-identity-200 tools identity same"
  "providers-gzip-200 providers gzip same" "tools-gzip-200-new tools gzip new" "tools-304-new tools unchanged new"
)
ask_header() { # peer, document, what
  case $3 in
    gzip) echo 'Accept-Encoding: gzip' ;;
    identity) echo 'Accept-Encoding: identity' ;;
    unchanged) printf 'If-None-Match: %s' "$($header "http://127.0.0.1:${port[$1]}/api/$2.json" | tr -d '\r' | sed -n 's/^[Ee][Tt][Aa][Gg]: //p')" ;;
  esac
}
check() { # what is asked for must be what is measured
  local got want
  got=$(curl -s -o /dev/null -w '%{http_code} %{size_download}' -H "$2" "http://127.0.0.1:${port[$1]}/api/$3.json")
  case $4 in
    gzip) want="200 $(stat -c %s "$dir/www/api/$3.json.gz")" ;;
    identity) want="200 $(stat -c %s "$dir/www/api/$3.json")" ;;
    unchanged) want="304 0" ;;
  esac
  [ "$got" = "$want" ] || { echo "$1 answers $got to '$2', want $want"; exit 1; }
}

# With this, wrk sends every request with a header of its own.
cat >"$dir/new.lua" <<'LUA'
local name, value, count = os.getenv("NAME"), os.getenv("VALUE"), 0
function setup(thread) thread:set("id", tostring(math.random(1000000000))) end
function request()
  count = count + 1
  return wrk.format(nil, nil, { [name] = value, ["X-Request-Id"] = id .. count })
end
LUA

ticks() { # peer -> processor time it has used, in hundredths of a second
  local pids=${pid[$1]}
  [ "$1" != nginx ] || pids+=" $(cat "/proc/${pid[nginx]}/task/${pid[nginx]}/children")"
  for p in $pids; do sed 's/.*) //' "/proc/$p/stat"; done | awk '{ sum += $12 + $13 } END { print sum }'
}
drive() { # peer, document, header, how, seconds -> requests per second and microseconds of processor time per request
  local before script=()
  [ "$4" = same ] || script=(-s "$dir/new.lua")
  before=$(ticks "$1")
  NAME=${3%%: *} VALUE=${3#*: } wrk -t"$threads" -c"$connections" -d"$5s" "${script[@]}" -H "$3" "http://127.0.0.1:${port[$1]}/api/$2.json" >"$dir/wrk.out"
  awk -v used=$(($(ticks "$1") - before)) '/requests in/ { n = $1 } /Requests\/sec/ { rate = $2 }
    /Non-2xx|Socket errors/ { print > "/dev/stderr" } END { print rate, used * 10000 / n }' "$dir/wrk.out"
}

median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
for line in "${cases[@]}"; do
  read -r name document what how <<<"$line"
  for peer in "${peers[@]}"; do
    asked=$(ask_header "$peer" "$document" "$what")
    check "$peer" "$asked" "$document" "$what"
    drive "$peer" "$document" "$asked" "$how" 1 >/dev/null # to warm up
  done
  for _ in $(seq "$rounds"); do
    for peer in "${peers[@]}"; do
      drive "$peer" "$document" "$(ask_header "$peer" "$document" "$what")" "$how" "$seconds" >>"$dir/$name.$peer"
    done
  done
  printf '%-20s' "$name"
  for peer in "${peers[@]}"; do
    printf '  %s %.0f/s %.1f us' "$peer" "$(cut -d' ' -f1 "$dir/$name.$peer" | median)" "$(cut -d' ' -f2 "$dir/$name.$peer" | median)"
  done
  for peer in "${peers[@]:1}"; do
    printf '  of %s %.2f' "$peer" "$(paste -d' ' "$dir/$name.pricepoint" "$dir/$name.$peer" | awk '{ print $1 / $3 }' | median)"
  done
  printf '\n'
done
