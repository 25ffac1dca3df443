//! A template provider with one switch for each scenario: the fault that the scenario is about.

mod chain;
mod session;

use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

use sv2_conform::Target;

use chain::Chain;

/// Starts a provider with this fault, the id of a scenario, or without one.
pub(crate) fn start(fault: &'static str) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    thread::spawn(move || {
        let chain = Arc::new(Mutex::new(Chain::new(fault)));
        for stream in listener.incoming() {
            let (stream, chain) = (stream.expect("a client"), Arc::clone(&chain));
            thread::spawn(move || session::Session::new(stream, fault, chain).serve());
        }
    });
    Target { address, authority: None }
}
