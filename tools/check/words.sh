#!/bin/sh
# Doc comments, and their paragraphs, begin with the thing or the verb: prints those that begin with another
# word, and fails.
set -eu
cd "$(dirname "$0")/../.."
git ls-files '*.rs' | xargs awk '
    FNR == 1 { inside = 0 }
    {
        is_doc = $1 ~ /^\/\/[\/!]$/
        begins = is_doc && NF > 1 && !inside
        # A paragraph follows a heading.
        inside = is_doc && NF > 1 && $2 !~ /^#+$/
    }
    begins && $2 ~ /^(What|Whether|As|Those|How|Where|Which|That|Whose)$/ {
        print FILENAME ":" FNR ": " $0
        failed = 1
    }
    END {
        if (failed) exit 1
        print "ran first words of comments: 1"
    }'
