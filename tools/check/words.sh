#!/bin/sh
# Comments, and their paragraphs, begin with the thing or the verb: prints those that begin with another
# word, and fails. Then the words of the book are counted: at most 42,100 outside of blocks of code, 53,300
# with them, in the pages of docs/SUMMARY.md that nothing generates (of docs/performance.md, its text).
set -eu
cd "$(dirname "$0")/../.."
# Sources in all languages, and lists with comments. A comment within a function may begin with a condition.
git ls-files '*.rs' '*.sh' '*.py' '*.js' '*.mjs' '*.ts' '*.go' '*.c' '*.h' '*.toml' .ci | xargs awk '
    FNR == 1 { inside = 0 }
    {
        is_doc = $1 ~ /^\/\/[\/!]$/
        is_text = (is_doc || $1 == "//" || $1 == "#") && NF > 1
        begins = is_text && inside != $1
        # A paragraph follows a heading.
        inside = is_text && !(is_doc && $2 ~ /^#+$/) ? $1 : ""
    }
    begins && ($2 ~ /^(What|Whether|As|Those|How|Which|Whose)$/ || is_doc && $2 ~ /^(Where|That)$/) {
        print FILENAME ":" FNR ": " $0
        failed = 1
    }
    END {
        if (failed) exit 1
        print "ran first words of comments: 1"
    }'

generated='attributes bitcoin decred diagnostics industrial-messages performance soundness stratum-v2'
pages=$(sed -n 's/.*](\(.*\)\.md).*/\1/p' docs/SUMMARY.md)
for page in $generated; do
    if ! echo "$pages" | grep -qx "$page"; then
        echo "not in docs/SUMMARY.md: $page"
        exit 1
    fi
    pages=$(echo "$pages" | grep -vx "$page")
done
# shellcheck disable=SC2046 # names of pages have no spaces
awk '
    FNR == 1 { code = 0 }
    { all += NF }
    /^ *```/ { code = !code; next }
    !code { words += NF }
    END {
        if (words < 10000 || words > 42100 || all > 53300) {
            print "the book has " words " words outside of code, " all " in all"
            exit 1
        }
        print "the book has " words " words outside of code, " all " in all"
        print "ran words of the book: 1"
    }' benches/src/report/page.md $(echo "$pages" | sed 's|.*|docs/&.md|')
