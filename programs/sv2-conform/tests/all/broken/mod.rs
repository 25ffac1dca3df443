//! A server for mining with one switch for each scenario: the fault that the scenario is about.

mod channel;
mod extension;
mod neglect;
mod sealed;
mod session;
mod shares;
mod wire;

use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

use sv2_conform::Target;
pub(crate) use wire::frame;

use neglect::Neglect;
pub(crate) use sealed::start_sealed;

/// The faultless server.
pub(crate) const NONE: &str = "";
/// A faultless server that sets `REQUIRES_FIXED_VERSION`.
pub(crate) const FIXED: &str = "fixed";
/// A faultless server that sets `REQUIRES_EXTENDED_CHANNELS`.
pub(crate) const EXTENDED_ONLY: &str = "extended only";
/// A faultless server that requires extension 2.
pub(crate) const REQUIRING: &str = "requiring";
/// A server that ends with the first share of a connection, as a crash of its task would.
pub(crate) const DYING: &str = "dying";

/// A faultless server that hears of a block when the first share of every other connection comes.
pub(crate) const BLOCK: &str = "block";

/// A server that answers each share 150 ms late.
pub(crate) const LATE: &str = "late";

/// Starts a server with this fault, the id of a scenario or one of the constants.
pub(crate) fn start(fault: &'static str) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || {
        let neglect = Arc::new(Neglect::new(fault));
        for (stream, number) in listener.incoming().zip(0..) {
            let stream = stream.expect("a client");
            if !neglect.welcomes(&stream) {
                continue;
            }
            let neglect = Arc::clone(&neglect);
            thread::spawn(move || {
                if neglect.begins(&stream) {
                    session::Session::new(stream, fault, number, neglect).serve();
                }
            });
        }
    });
    Target { address, authority: None }
}
