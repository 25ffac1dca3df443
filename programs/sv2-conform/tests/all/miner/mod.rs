//! A client for mining with one switch for each scenario: the fault that the scenario is about.

mod job;
mod link;
mod session;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use codec_noise::AuthorityKey;
use sv2_conform::Door;

/// The faultless client, of extended channels.
pub(crate) const NONE: &str = "";
/// The faultless client, of standard channels.
pub(crate) const STANDARD: &str = "standard";
/// A faultless client that requests no extensions.
pub(crate) const PLAIN: &str = "no extensions";
/// A faultless client that requires version rolling, and does nothing more where a job forbids it.
pub(crate) const ROLLER: &str = "roller";
/// A client that ends with its first share.
pub(crate) const DYING: &str = "dying";

/// A client that connects again whenever its connection ends, until this is dropped.
pub(crate) struct Miner {
    is_over: Arc<AtomicBool>,
}

impl Miner {
    /// Starts a client of a door with this fault, the id of a scenario or one of the constants.
    pub(crate) fn start(door: &Door, fault: &'static str) -> Self {
        let (address, key) = (door.target().address.clone(), door.target().authority);
        Self::start_at(address, key, fault)
    }

    pub(crate) fn start_at(
        address: String,
        key: Option<AuthorityKey>,
        fault: &'static str,
    ) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        thread::spawn(move || {
            let mut next = address.clone();
            while !over.load(Ordering::Relaxed) {
                next = match link::Link::open(&next, key, fault) {
                    Some(link) => session::Session::new(link, fault).run(&over),
                    None => None,
                }
                .map_or_else(|| address.clone(), |port| format!("127.0.0.1:{port}"));
                thread::sleep(Duration::from_millis(2));
            }
        });
        Self { is_over }
    }
}

impl Drop for Miner {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}
