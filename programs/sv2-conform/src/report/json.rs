//! The report as JSON.

use serde_json::{Value, json};

use super::dissection::Dissection;
use crate::link::Target;
use crate::run::Result;
use crate::scenario::Scenario;
use crate::verdict::Verdict;

/// The results as one JSON object: `target`, `counts`, and `scenarios`, each with its `frames`.
#[must_use]
pub fn json(target: &Target, results: &[Result]) -> String {
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    let counts: serde_json::Map<_, _> = Verdict::ALL
        .map(|verdict| (verdict.to_string(), count(verdict).into()))
        .into_iter()
        .collect();
    let scenarios: Vec<_> = results.iter().map(scenario).collect();
    let object = json!({
        "program": "sv2-conform",
        "version": env!("CARGO_PKG_VERSION"),
        "target": target.address,
        "encrypted": target.authority.is_some(),
        "counts": counts,
        "scenarios": scenarios,
    });
    format!("{object:#}\n")
}

fn scenario(result: &Result) -> Value {
    let Scenario { id, level, clause, sends, accepts, .. } = result.scenario;
    let frames = result.log.entries.iter().enumerate().map(|(index, entry)| {
        let Dissection { name, fields, hex } = Dissection::new(entry);
        json!({
            "ms": millis(entry.at),
            "connection": entry.connection,
            "direction": Dissection::direction(entry),
            "message": name,
            "fields": fields,
            "bytes": hex,
            "broke": result.culprit == Some(index),
        })
    });
    let measured =
        result.measured.iter().map(|(name, figure)| ((*name).to_owned(), (*figure).into()));
    let measured: serde_json::Map<_, _> = measured.collect();
    let frames = frames.collect::<Vec<_>>();
    json!({
        "id": id,
        "role": result.role,
        "verdict": result.verdict.to_string(),
        "reason": result.reason,
        "level": level.to_string(),
        "clause": clause,
        "sends": sends,
        "accepts": accepts,
        "ms": millis(result.took),
        "measured": measured,
        "frames": frames,
    })
}

fn millis(time: std::time::Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
