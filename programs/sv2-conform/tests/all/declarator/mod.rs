//! A job declarator and its pool, with one switch for each scenario: the fault that the scenario is about.

mod book;
mod pool;
mod session;

use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

use sv2_conform::Target;

use book::Book;

/// A faultless declarator that refuses clients without `DECLARE_TX_DATA`.
pub(crate) const FULL: &str = "full";
/// A faultless declarator that refuses those with it.
pub(crate) const COINBASE: &str = "coinbase";

/// Starts a declarator with this fault, the id of a scenario, or without one; blocks go to the provider.
pub(crate) fn start(fault: &'static str, provider: Option<&Target>) -> Target {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it has an address").to_string();
    let provider = provider.map(|provider| provider.address.clone());
    thread::spawn(move || {
        let book = Arc::new(Mutex::new(Book::default()));
        for (stream, number) in listener.incoming().zip(0..) {
            let (stream, book) = (stream.expect("a client"), Arc::clone(&book));
            let provider = provider.clone();
            thread::spawn(move || {
                session::Session::new(stream, fault, number, book, provider).serve();
            });
        }
    });
    Target { address, authority: None }
}
