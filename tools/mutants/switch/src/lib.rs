//! Says which of the changes that are built into a tree is on.
//!
//! `CODEC_MUTANT=n` turns the n-th on; `CODEC_MUTANTS_REACHED=file` writes the numbers of all
//! that were come past, one a line, when the process ends. Functions that run while compiling
//! may ask as well, and get that none is on: hence the compiler's own way to distinguish the
//! two, for which `RUSTC_BOOTSTRAP=mutant_switch` is set.
#![feature(const_eval_select, core_intrinsics)]
#![expect(internal_features, reason = "no stable function differs between the two")]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Maximum number of changes in a tree.
const MOST: usize = 1 << 14;

static ACTIVE: AtomicU32 = AtomicU32::new(u32::MAX);
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// Before `main`, so that no test counts the allocations.
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE: extern "C" fn() = before;

#[used]
#[unsafe(link_section = ".fini_array")]
static AFTER: extern "C" fn() = after;

extern "C" fn before() {
    if let Some(number) = std::env::var("CODEC_MUTANT").ok().and_then(|text| text.parse().ok()) {
        ACTIVE.store(number, Relaxed);
    }
}

extern "C" fn after() {
    let Ok(file) = std::env::var("CODEC_MUTANTS_REACHED") else { return };
    let reached = (0..MOST).filter(|&number| REACHED[number].load(Relaxed));
    let lines: String = reached.map(|number| format!("{number}\n")).collect();
    let _ = std::fs::write(file, lines);
}

/// Returns whether change `number` is on.
#[inline(always)]
pub const fn on(number: u32) -> bool {
    core::intrinsics::const_eval_select((number,), off, look)
}

const fn off(_: u32) -> bool {
    false
}

#[inline]
fn look(number: u32) -> bool {
    REACHED[number as usize].store(true, Relaxed);
    ACTIVE.load(Relaxed) == number
}
