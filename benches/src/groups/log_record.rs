//! The workloads of pack-io's comparison: a log record, a number, a text and a
//! vector of bytes.

use crate::groups::{Effort, Findings, Group};

pub(super) const GROUP: Group = Group { name: "log_record", title: "Log record", run };

fn run(_effort: Effort) -> Findings {
    Findings::default()
}
