//! Allocations, bytes and frees per operation.

use std::collections::BTreeMap;

use crate::bench::Bench;
use crate::groups::{Findings, Group};
use crate::items::{Counts, counted};
use crate::table::{Table, Unit};

/// The counts of a counting allocator.
pub(super) const GROUP: Group = Group { name: "allocations", title: "Allocation counts", run };

type All = BTreeMap<String, Counts>;

const VALUES: [&str; 6] = ["Bool", "Int32", "Float32", "Float64", "text", "array"];

fn run(_: &Bench) -> Findings {
    let all = counted("");
    Findings { tables: vec![industrial(&all), sv2(&all)], plots: Vec::new() }
}

fn get(all: &All, name: &str) -> Counts {
    *all.get(name).unwrap_or_else(|| panic!("{name} is counted"))
}

fn industrial(all: &All) -> Table {
    let mut table = Table::new(
        "Writes of tags, handles, updates",
        "A write of a tag is 36 bytes and a value; the string has five characters and is written \
         as UTF-16 from a `&str`, the array has 16 floats. A session writes frames into memory of \
         a pool. A handle is built from two names whose signatures the session remembers. An \
         update has sixteen records. 1,000 operations to warm up, 10,000 counted. Shows what an \
         operation allocates; doesn't show what building its message allocated. Published \
         elsewhere: 1 to 4 allocations with a fresh buffer, 1 and 0 with a pooled one, 1 for a \
         parse.",
        Unit::Count,
        &["*allocations", "*bytes", "*frees"],
    );
    for (name, counts) in
        all.iter().filter(|(name, _)| !is_sv2(name) && !name.starts_with("decred"))
    {
        let Counts { allocations, bytes, frees } = *counts;
        table.row(name, &[Some(allocations), Some(bytes), Some(frees)]);
    }
    let most = |buffer: &str| {
        let each =
            VALUES.iter().map(|value| get(all, &format!("tag {value}/{buffer}")).allocations);
        each.fold(0.0, f64::max)
    };
    let mut promise = |claim, limit: f64, found: f64| {
        table.promise(claim, found <= limit, format!("{found}"), "");
    };
    promise("1 allocation for a write to a new vector", 1.0, most("new vector"));
    promise("1 allocation for a write to a new `BytesMut`", 1.0, most("new BytesMut"));
    promise("none for a write in a session", 0.0, most("session"));
    promise("none for a handle", 0.0, get(all, "handle/of two names").allocations);
    promise("1 for an owned update", 1.0, get(all, "update/owned").allocations);
    promise("none for a borrowed update", 0.0, get(all, "update/borrowed").allocations);
    table
}

fn is_sv2(name: &str) -> bool {
    name.starts_with("sv2 ")
}

fn sv2(all: &All) -> Table {
    let mut table = Table::new(
        "All messages of Stratum V2",
        "Allocations for the longest message of each kind in the session that `session` decodes, \
         decoded by its id into the enum of all messages, and encoded. Owned strings of up to 30 \
         bytes are stored inline in the message; a list or a longer string is one allocation each.",
        Unit::Count,
        &[
            "*owned",
            "*bytes, owned",
            "*borrowed",
            "*shared",
            "*to a new vector",
            "*to a reused one",
        ],
    );
    let mut most = [0.0f64; 3];
    for message in all.keys().filter_map(|name| name.strip_suffix("/owned")).filter(|n| is_sv2(n)) {
        let of = |way: &str| get(all, &format!("{message}/{way}"));
        let none = ["borrowed", "shared", "reused vector"].map(|way| of(way).allocations);
        let [borrowed, shared, reused] = none;
        most = [0, 1, 2].map(|index| most[index].max(none[index]));
        let (owned, new) = (of("owned"), of("new vector").allocations);
        let cells = [owned.allocations, owned.bytes, borrowed, shared, new, reused];
        table.row(message.trim_start_matches("sv2 "), &cells.map(Some));
    }
    for (way, most) in ["borrowed decoding", "shared decoding", "a reused vector"].iter().zip(most)
    {
        let claim = format!("no allocation for {way}, in all {} messages", table.rows.len());
        table.promise(&claim, most == 0.0, format!("{most}"), "");
    }
    table
}
