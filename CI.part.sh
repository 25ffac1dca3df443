# New lines for .ci/run, each where its comment says.

# After "public items": scripts that nothing else runs at least parse (under a second).
step "scripts"
for script in scripts/*.sh; do sh -n "$script" 2>/dev/null || bash -n "$script"; done
if command -v python3 >/dev/null 2>&1; then
  python3 - benches/outside/*.py <<'PY'
import ast, sys
for path in sys.argv[1:]:
    ast.parse(open(path).read(), path)
PY
fi

# The tests of codec-alloc, codec-alloc-outside and codec-industrial run with `cargo test --workspace`;
# `allocations` (there already) now fails of a limit that names no operation, too.
# Lines for .ci/run, each quick.

step "paths of bincode"
# `cargo test --workspace` runs these as well; more values here.
CODEC_CASES=200 cargo test -p codec-bincode --test differential -- any_bytes flipped limits
for features in "" alloc derive,alloc std serde; do
  cargo clippy --quiet -p codec-bincode --lib --no-default-features --features "$features" -- -D warnings
done

step "packages"
# Metadata, READMEs and licences of each package; builds nothing.
scripts/publish.sh --dry-run --quick > target/publish.out 2>&1 || { tail -n 40 target/publish.out; exit 1; }

step "the oldest compiler"
# A machine that can't have it says so and goes on.
msrv=0
scripts/msrv.sh || msrv=$?
if [ "$msrv" != 0 ] && [ "$msrv" != 3 ]; then
  exit "$msrv"
fi

step "semantic versions"
scripts/semver.sh || [ $? = 3 ]
