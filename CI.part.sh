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
