//! The report in the XML of `JUnit`, which continuous integration shows.

use std::fmt::Write as _;

use super::dissection::Dissection;
use super::escaped;
use crate::link::Target;
use crate::run::Result;
use crate::scenario::Scenario;
use crate::verdict::Verdict;

/// The results as one test suite. An inconclusive scenario is an `error`, as `JUnit` calls a test that broke
/// down.
#[must_use]
pub fn junit(target: &Target, results: &[Result]) -> String {
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    let time: f64 = results.iter().map(|result| result.took.as_secs_f64()).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a `String` can't fail.
    let _ = writeln!(
        text,
        "<testsuite name=\"sv2-conform {}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" \
         skipped=\"{}\" time=\"{time:.3}\">",
        escaped(&target.address),
        results.len(),
        count(Verdict::Fail),
        count(Verdict::Inconclusive),
        count(Verdict::Skip),
    );
    for result in results {
        let Scenario { id, level, clause, accepts, .. } = result.scenario;
        let _ = writeln!(
            text,
            "  <testcase classname=\"{}\" name=\"{id}: {}\" time=\"{:.3}\">",
            result.role,
            escaped(accepts),
            result.took.as_secs_f64()
        );
        let reason = escaped(&result.reason);
        let tag = match result.verdict {
            Verdict::Pass => None,
            Verdict::Skip => {
                let _ = writeln!(text, "    <skipped message=\"{reason}\"/>");
                None
            }
            Verdict::Fail => Some("failure"),
            Verdict::Inconclusive => Some("error"),
        };
        if let Some(tag) = tag {
            let _ = writeln!(text, "    <{tag} message=\"{reason}\">{level} {clause}");
            for (index, entry) in result.log.entries.iter().enumerate() {
                let dissection = Dissection::new(entry);
                let mark = if result.culprit == Some(index) { '!' } else { ' ' };
                let shown = format!("{} {}", dissection.name, dissection.fields);
                let (direction, shown) = (Dissection::direction(entry), escaped(shown.trim_end()));
                let _ = writeln!(text, "{mark} {} {direction:<8} {shown}", entry.connection);
            }
            let _ = writeln!(text, "    </{tag}>");
        }
        text.push_str("  </testcase>\n");
    }
    text.push_str("</testsuite>\n");
    text
}
