//! Reports of a load: text, JSON, and a page with a plot.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Load, Second};
use crate::link::Target;
use crate::report::escaped;

/// Pixels of the plot.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 240.0;

/// Colour, name, and the figure of a second.
type Figure<'f> = (&'static str, &'static str, &'f dyn Fn(&Second) -> f64);

fn seconds(time: Option<Duration>) -> Value {
    time.map_or(Value::Null, |time| time.as_secs_f64().into())
}

/// A few lines for people.
#[must_use]
pub fn summary(load: &Load) -> String {
    let Load { reasons, unanswered, unsent, troubles, .. } = load;
    let mut text = format!(
        "{} accepted, {} refused, {unanswered} unanswered, {unsent} unsent\n\
         p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms, longest {:.2} ms\n",
        load.accepted(),
        load.refused(),
        load.millis(500),
        load.millis(990),
        load.millis(999),
        load.took().longest().as_secs_f64() * 1e3,
    );
    // Writing to a `String` can't fail.
    for (code, count) in reasons {
        let _ = writeln!(text, "refused {count}: {code}");
    }
    for (reason, count) in troubles {
        let _ = writeln!(text, "ended {count} miners: {reason}");
    }
    let memory = load.seconds.iter().filter_map(|second| second.memory).max();
    let used: Duration = load.seconds.iter().filter_map(|second| second.processor).sum();
    if let Some(memory) = memory {
        let (memory, used) = (memory / 1024, used.as_secs_f64());
        let _ = writeln!(text, "memory at most {memory} KiB, processors {used:.2} s");
    }
    text
}

/// The figures as one JSON object.
#[must_use]
pub fn json(target: &Target, load: &Load) -> String {
    let each = load.seconds.iter().map(|second| {
        json!({
            "due": second.due,
            "accepted": second.accepted,
            "refused": second.refused,
            "p50_ms": second.took.millis(500),
            "p99_ms": second.took.millis(990),
            "longest_ms": second.took.longest().as_secs_f64() * 1e3,
            "memory_bytes": second.memory,
            "processor_seconds": seconds(second.processor),
        })
    });
    let each: Vec<_> = each.collect();
    let object = json!({
        "program": "sv2-conform",
        "version": env!("CARGO_PKG_VERSION"),
        "target": target.address,
        "encrypted": target.authority.is_some(),
        "accepted": load.accepted(),
        "refused": load.refused(),
        "reasons": load.reasons,
        "unanswered": load.unanswered,
        "unsent": load.unsent,
        "troubles": load.troubles,
        "p50_ms": load.millis(500),
        "p99_ms": load.millis(990),
        "p99_9_ms": load.millis(999),
        "longest_ms": load.took().longest().as_secs_f64() * 1e3,
        "seconds": each,
    });
    format!("{object:#}\n")
}

/// A line of the plot, as high as its highest point.
fn line(text: &mut String, load: &Load, color: &str, name: &str, of: impl Fn(&Second) -> f64) {
    let points: Vec<_> = load.seconds.iter().map(of).collect();
    let most = points.iter().copied().fold(0.0, f64::max);
    let step = WIDTH / f64::from(u32::try_from(points.len()).unwrap_or(1).max(2) - 1);
    let mut path = String::new();
    let mut x = 0.0;
    for point in points {
        let y = HEIGHT - point / most.max(f64::MIN_POSITIVE) * HEIGHT;
        let _ = write!(path, "{x:.1},{y:.1} ");
        x += step;
    }
    let path = path.trim_end();
    let _ = writeln!(
        text,
        "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" points=\"{path}\">\
         <title>{name}, at most {most:.2}</title></polyline>"
    );
}

/// A page with the plot, that needs no other file.
#[must_use]
pub fn page(target: &Target, load: &Load) -> String {
    let address = escaped(&target.address);
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <title>sv2-conform load {address}</title>\
         <style>body{{font:15px system-ui,sans-serif;max-width:60em;margin:2em auto}}\
         svg{{width:100%;border:1px solid #ccc}}</style>\n<h1>{address}</h1>\n<pre>{}</pre>\n\
         <svg viewBox=\"-4 -4 {} {}\">\n",
        escaped(&summary(load)),
        WIDTH + 8.0,
        HEIGHT + 8.0
    );
    #[expect(clippy::cast_precision_loss, reason = "a plot")]
    let count = |count: u64| count as f64;
    let lines: [Figure<'_>; 5] = [
        ("#888", "shares due in a second", &|second| count(second.due)),
        ("#a8071a", "shares refused in a second", &|second| count(second.refused)),
        ("#176b2c", "p50, ms", &|second| second.took.millis(500)),
        ("#0b5cad", "p99, ms", &|second| second.took.millis(990)),
        ("#8a5a00", "memory, MiB", &|second| count(second.memory.unwrap_or(0)) / 1_048_576.0),
    ];
    for (color, name, of) in lines {
        line(&mut text, load, color, name, of);
    }
    text.push_str("</svg>\n<p>Each second from left to right; each line is as high as its most");
    for (color, name, of) in lines {
        let most = load.seconds.iter().map(of).fold(0.0, f64::max);
        let _ = write!(text, "; <span style=\"color:{color}\">{name}: {most:.2}</span>");
    }
    text.push_str(".</p>\n</html>\n");
    text
}
