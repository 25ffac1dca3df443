//! The report as one HTML page that needs no other file.

use std::fmt::Write as _;

use super::dissection::Dissection;
use super::escaped;
use crate::link::Target;
use crate::run::Result;
use crate::scenario::Scenario;
use crate::verdict::Verdict;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em}\
 summary{cursor:pointer;padding:.25em 0}table{border-collapse:collapse;width:100%;font-size:13px}\
 td{padding:.2em .5em;vertical-align:top;border-top:1px solid #ddd}\
 code{font:12px/1.4 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}\
 .pass b{color:#176b2c}.fail b{color:#a8071a}.skip b{color:#666}.inconclusive b{color:#8a5a00}\
 tr.broke td{background:#ffe3e3}.bytes{color:#666}";

/// The results as a page: one line a scenario, its frames under it; the frame that broke its clause is
/// marked.
#[must_use]
pub fn page(target: &Target, results: &[Result]) -> String {
    let count = |verdict| results.iter().filter(|result| result.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| format!("{} {verdict}", count(verdict))).join(", ");
    let address = escaped(&target.address);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>sv2-conform {address}</title><style>{STYLE}</style>\n\
         <h1>{address}</h1>\n<p>{counts}. sv2-conform {}.</p>\n",
        env!("CARGO_PKG_VERSION")
    );
    for result in results {
        scenario(&mut text, result);
    }
    text.push_str("</html>\n");
    text
}

fn scenario(text: &mut String, result: &Result) {
    let Scenario { id, level, clause, sends, accepts, .. } = result.scenario;
    let verdict = result.verdict;
    let open = if verdict == Verdict::Fail { " open" } else { "" };
    // Writing to a `String` can't fail.
    let _ = writeln!(
        text,
        "<details id=\"{id}\" class=\"{verdict}\"{open}><summary><b>{verdict}</b> {id} \
         ({level}, {}) {}</summary>\n<p>Sent: {}. Accepted: {}. {:.0} ms.</p>",
        escaped(clause),
        escaped(&result.reason),
        escaped(sends),
        escaped(accepts),
        result.took.as_secs_f64() * 1e3
    );
    for (name, figure) in &result.measured {
        let _ = writeln!(text, "<p>{}: {figure:.1}</p>", escaped(name));
    }
    text.push_str("<table>\n");
    for (index, entry) in result.log.entries.iter().enumerate() {
        let Dissection { name, fields, hex } = Dissection::new(entry);
        let broke = if result.culprit == Some(index) { " class=\"broke\"" } else { "" };
        let _ = writeln!(
            text,
            "<tr{broke}><td>{:.1} ms<td>{}<td>{}<td>{}<td><code>{}</code>\
             <br><code class=\"bytes\">{hex}</code>",
            entry.at.as_secs_f64() * 1e3,
            entry.connection,
            Dissection::direction(entry),
            escaped(&name),
            escaped(&fields)
        );
    }
    text.push_str("</table></details>\n");
}
