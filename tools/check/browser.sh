#!/usr/bin/env bash
# A page of `sv2 inspect --html` in a real browser: clicking a field marks its bytes, and clicking a
# byte marks its field. The inspector, which is built here, beside `codec-schema`: files are dropped, keys
# pressed, and what is shown compared. Ends with 3 where Chromium or node can't be had. Arguments are those of `cargo test` that
# select packages and features: the program is the one that it built.
set -euo pipefail
cd "$(dirname "$0")/../.."

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  { apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
    >/dev/null 2>&1 || true
  browser=$(command -v chromium || true)
fi
if [ -z "$browser" ]; then
  echo "no Chromium: the page is not tested in a browser"
  exit 3
fi

if ! command -v node >/dev/null 2>&1; then
  echo "no node: the inspector is not tested in a browser"
  exit 3
fi

[ $# -gt 0 ] || set -- -p sv2 -p codec-schema
# With an example, dependencies have the features that they have in tests, and are not built again.
cargo build --quiet "$@" --bin sv2 --bin codec-schema --example versions
sv2=${CARGO_TARGET_DIR:-target}/debug/sv2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags=(--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
  --disable-background-networking --disable-component-update --disable-sync
  --user-data-dir="$folder/profile" --window-size=1200,700 --virtual-time-budget=4000)

# A `Reconnect` to the host `x.y`, port 3336: the port is bytes 10 and 11, the host 6 to 9.
"$sv2" inspect --html 00000406000003782e79080d >"$folder/page.html"
# The same with two bytes missing.
"$sv2" inspect --html 00000406000003782e79 >"$folder/cut.html" || true

# Clicks as a person would, and writes what is marked then into the title.
probe() {
  cat <<'SCRIPT'
<script>
const marked = () => [...document.querySelectorAll('.bytes a.on')].map((one) => one.id).join(' ')
  + ' | ' + [...document.querySelectorAll('li a.on')].map((one) => one.querySelector('b') === null
  ? '' : one.textContent.trim().split(' ')[0]).join(' ');
const click = (element) => {
  const at = element.getBoundingClientRect();
  const where = { bubbles: true, cancelable: true, clientX: at.x + 2, clientY: at.y + 2 };
  const hit = document.elementFromPoint(at.x + 2, at.y + 2);
  if (!element.contains(hit)) return document.body.dataset.covered = element.id;
  for (const kind of ['mouseenter', 'mousedown', 'mouseup', 'click']) {
    element.dispatchEvent(new MouseEvent(kind, where));
  }
  element.focus();
};
addEventListener('load', () => {
  const said = [];
  const named = (name) => [...document.querySelectorAll('li a')]
    .find((one) => one.textContent.trim().startsWith(name));
  for (const name of ['new_port', 'new_host', 'header']) {
    if (!named(name)) continue;
    click(named(name));
    said.push(name + ': ' + marked());
  }
  const byte = document.getElementById('b7');
  if (byte) { click(byte); said.push('b7: ' + marked()); }
  const color = getComputedStyle(document.querySelector('.bytes a.on')).backgroundColor;
  said.push('color: ' + color);
  const probe = document.createElement('pre');
  probe.id = 'probe';
  probe.textContent = said.join('\n');
  document.body.append(probe);
});
</script>
SCRIPT
}

dump() {
  cat "$folder/$1.html" <(probe) >"$folder/$1-probed.html"
  timeout 120 "$browser" "${flags[@]}" --dump-dom "file://$folder/$1-probed.html" 2>/dev/null
}

expect() {
  if ! grep -qF "$2" <<<"$1"; then
    printf 'not found: %s\n%s\n' "$2" "$(sed -n '/id="probe"/,$p' <<<"$1")"
    exit 1
  fi
}

page=$(dump page)
expect "$page" 'new_port: b10 b11 | new_port'
expect "$page" 'new_host: b6 b7 b8 b9 | new_host'
expect "$page" 'header: b0 b1 b2 b3 b4 b5 | header'
expect "$page" 'b7: b6 b7 b8 b9 | new_host'
expect "$page" 'color: rgb(255, 213, 79)'
if grep -q 'data-covered' <<<"$page"; then
  echo "something covers what is clicked"
  exit 1
fi
cut=$(dump cut)
expect "$cut" 'role="alert"'
expect "$cut" 'new_host: b6 b7 b8 b9 | new_host'

if [ -n "${BROWSER_SCREENSHOT:-}" ]; then
  timeout 120 "$browser" "${flags[@]}" --screenshot="$BROWSER_SCREENSHOT" \
    "file://$folder/page-probed.html" >/dev/null 2>&1
fi
tools/inspector/build.sh "$folder/inspector.html"
mkdir "$folder/inspected"
node tools/inspector/test.mjs "$browser" "$folder/inspector.html" "$(dirname "$sv2")/codec-schema" \
  "$folder/inspected" ${INSPECTOR_PICTURES:+"$INSPECTOR_PICTURES"} | tee "$folder/parts"
echo "ran pages: 2"
echo "ran parts of the inspector: $(grep -c '^the inspector: ' "$folder/parts")"
echo "the page marks what is clicked, in $("$browser" --version 2>/dev/null)"
