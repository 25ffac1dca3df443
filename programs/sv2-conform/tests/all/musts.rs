//! The table of what is asked of each MUST has the scenarios that there are.

use std::collections::BTreeSet;

use sv2_conform::{CLIENT_SCENARIOS, DECLARATORS, Level, SCENARIOS, TEMPLATES};

const PAGE: &str = include_str!("../../../../docs/stratum-musts.md");

/// The ids in a cell.
fn ids(cell: &str) -> impl Iterator<Item = &str> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter(|word| word.contains('-') && !word.contains(' '))
}

#[test]
fn each_must_has_its_scenarios_or_a_reason() {
    let lists = [SCENARIOS, CLIENT_SCENARIOS, TEMPLATES, DECLARATORS];
    let known: Vec<_> = lists.into_iter().flatten().collect();
    let rows = PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| section"));
    let mut named = BTreeSet::new();
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        let [_, demand, _, asked] = cells[..] else { panic!("four cells: {row}") };
        let reasons = ["unseen: ", "not asked", "a connection in plaintext leaves"];
        let has_reason = reasons.iter().any(|reason| asked.contains(reason));
        assert!(ids(asked).next().is_some() || has_reason, "{demand}: nothing asks, and no reason");
        for id in ids(asked) {
            assert!(known.iter().any(|scenario| scenario.id == id), "{demand}: there is no {id}");
            named.insert(id);
        }
    }
    assert!(named.len() > 100, "the table was read");
    let musts = known.iter().filter(|scenario| scenario.level == Level::Must);
    let missing: Vec<_> = musts.map(|one| one.id).filter(|id| !named.contains(id)).collect();
    assert!(missing.is_empty(), "no row names {missing:?}");
}
