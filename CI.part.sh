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
